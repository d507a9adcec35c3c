import crypto from 'node:crypto';
import { canonicalJson, jsonProblem } from '../domain/canonical-json.ts';
import type { Problem } from '../domain/decision.ts';
import { EvidenceError, InputError } from '../errors.ts';
import { openCommitted, personalFaults, sealPersonal } from './personal-seal.ts';
import type { StoredEvent } from './stored-event.ts';

/** What every event of a file has; what is about a person stands under `personal`, apart. */
export interface LogEvent {
  readonly type: string;
  readonly at: string;
  readonly personal?: object | undefined;
}

/** Where in which file an event stands. */
export interface ChainPlace {
  readonly fileId: string;
  /** From 1. */
  readonly seq: number;
  /** The hash of the event before. */
  readonly previous: string;
}

/**
 * An event as it is kept: its facts in canonical bytes, chained to the one before by its hash; what is about a person is sealed beside them, and only a
 * salted commitment to it is part of the facts. So the person can be erased and the chain still holds.
 * @throws InputError if the event holds what JSON cannot
 */
export function sealEvent(event: LogEvent, place: ChainPlace, key: Uint8Array | undefined): StoredEvent {
  const { personal, ...facts } = event;
  const sealed = personal && sealPersonal(personal, place, key);
  const content = {
    ...facts,
    loanId: place.fileId,
    seq: place.seq,
    previous: place.previous,
    ...(sealed ? { personal: sealed.commitment } : {}),
  };
  const body = canonicalJson(content);
  if (body === undefined)
    throw new InputError(`The event '${event.type}' cannot be written down`, [jsonProblem(content) as Problem]);
  return { seq: place.seq, body, hash: hashOf(body), ...(sealed ? { personal: sealed.text } : {}) };
}

/**
 * The event that was sealed, after making sure that it stands where it was written and says what it said. Without the payer's key it comes without its
 * personal part.
 * @throws EvidenceError if it was altered or moved
 */
export function openEvent(stored: StoredEvent, place: ChainPlace, key: Uint8Array | undefined): LogEvent {
  const content = contentAt(stored, place);
  const { loanId: _loanId, seq: _seq, previous: _previous, personal: commitment, ...facts } = content;
  const event = facts as unknown as LogEvent & { readonly loanId?: string };
  // The first event of a loan names it itself.
  const named = event.type === 'loan.opened' ? { ...event, loanId: place.fileId } : event;
  if (commitment === undefined) return named;
  const personal = openCommitted(stored.personal, { place, key, commitment });
  if (personal === 'locked') return named;
  if (personal === 'missing' || personal === 'altered') throw broken(place, personalFaults[personal]);
  return { ...named, personal };
}

interface EventContent extends Record<string, unknown> {
  readonly loanId: string;
  readonly seq: number;
  readonly previous: string;
}

function contentAt({ seq, body, hash: claimed }: StoredEvent, place: ChainPlace): EventContent {
  if (hashOf(body) !== claimed) throw broken(place, 'its bytes do not have its hash');
  let content: EventContent;
  try {
    content = JSON.parse(body) as EventContent;
  } catch (cause) {
    throw broken(place, 'its bytes are no JSON', cause);
  }
  if (seq !== place.seq || content.seq !== place.seq)
    throw broken(place, 'it stands at another place than it was written for');
  if (content.loanId !== place.fileId) throw broken(place, 'it was written for another file');
  if (content.previous !== place.previous) throw broken(place, 'it does not follow the event before it');
  return content;
}

function hashOf(body: string): string {
  return crypto.hash('sha256', body, 'hex');
}

function broken({ fileId, seq }: ChainPlace, reason: string, cause?: unknown): EvidenceError {
  return new EvidenceError(
    `Event ${seq} of the file '${fileId}' cannot be believed: ${reason}; restore the file from a backup`,
    { cause },
  );
}
