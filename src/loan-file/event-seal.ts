import { randomBytes } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import { EvidenceError } from '../errors.ts';
import { isRecord } from '../validation/checks.ts';
import { given } from '../validation/record.ts';
import { decrypt, encrypt } from './aes.ts';
import { requireJson, sha256 } from './content-hash.ts';
import type { StoredEvent } from './store.ts';

/** What every event of a file has; what is about a person stands under `personal`, apart. */
export interface LogEvent {
  readonly type: string;
  readonly at: string;
  readonly personal?: object | undefined;
}

export interface ChainPlace {
  readonly fileId: string;
  readonly seq: number;
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
  const { fileId: loanId, seq, previous } = place;
  const content = { ...facts, loanId, seq, previous, ...(sealed && { personal: sealed.commitment }) };
  const body = requireJson(content, `The event '${event.type}' cannot be written down`);
  return given({ seq, body, hash: sha256(body), personal: sealed?.text });
}

/** The event, after making sure that it stands as it was written; without the payer's key it lacks its personal part. @throws EvidenceError */
export function openEvent(stored: StoredEvent, place: ChainPlace, key: Uint8Array | undefined): LogEvent {
  const { loanId, seq: _seq, previous: _previous, personal: commitment, ...event } = contentAt(stored, place);
  // The first event of a loan names it itself.
  const named = event.type === 'loan.opened' ? { ...event, loanId } : event;
  if (commitment === undefined) return named;
  const personal = openCommitted(stored.personal, { place, key, commitment });
  if (personal === 'locked') return named;
  if (personal === 'missing' || personal === 'altered') throw broken(place, personalFaults[personal]);
  return { ...named, personal };
}

interface EventContent extends Omit<LogEvent, 'personal'> {
  readonly personal?: unknown;
  readonly loanId: string;
  readonly seq: number;
  readonly previous: string;
}

function contentAt({ seq, body, hash: claimed }: StoredEvent, place: ChainPlace): EventContent {
  if (sha256(body) !== claimed) throw broken(place, 'its bytes do not have its hash');
  let content: EventContent;
  try {
    content = JSON.parse(body);
  } catch (cause) {
    throw broken(place, 'its bytes are no JSON', cause);
  }
  if (seq !== place.seq || content.seq !== place.seq)
    throw broken(place, 'it stands at another place than it was written for');
  if (content.loanId !== place.fileId) throw broken(place, 'it was written for another file');
  if (content.previous !== place.previous) throw broken(place, 'it does not follow the event before it');
  return content;
}

function broken({ fileId, seq }: ChainPlace, reason: string, cause?: unknown): EvidenceError {
  return new EvidenceError(
    `Event ${seq} of the file '${fileId}' cannot be believed: ${reason}; restore the file from a backup`,
    { cause },
  );
}

interface SealPlace {
  readonly fileId: string;
  readonly seq: number;
}

interface SealedPersonal {
  /** `v1.` nonce `.` ciphertext with tag under the payer's key, or `v0.` plain where no keys are kept; base64url. */
  readonly text: string;
  /** SHA-256 of the salt followed by the canonical personal part, hex. */
  readonly commitment: string;
}

const SALT_BYTES = 32;

/**
 * Seals what is about a person: AES-256-GCM under the payer's own key, bound to its place. The salt is sealed with it, so that a commitment cannot be
 * guessed once the key is gone.
 * @throws InputError if it holds what JSON cannot
 */
export function sealPersonal(personal: object, place: SealPlace, key: Uint8Array | undefined): SealedPersonal {
  const content = requireJson(personal, 'Personal data that cannot be written down');
  const salt = randomBytes(SALT_BYTES);
  const plain = `{"personal":${content},"salt":"${salt.toString('base64url')}"}`;
  return {
    text: key ? `v1.${encrypt(plain, key, nameOf(place))}` : `v0.${Buffer.from(plain).toString('base64url')}`,
    commitment: commitmentTo(salt, content),
  };
}

/** A personal part with the salt of its commitment; `locked` without the key that it was sealed under; `altered` when it is not what was sealed here. */
type OpenedPersonal = { readonly personal: object; readonly salt: Uint8Array } | 'locked' | 'altered';

/** Opens a personal part. {@link isCommitment} says whether it is the one that the facts speak of. */
export function openPersonal(text: string, place: SealPlace, key: Uint8Array | undefined): OpenedPersonal {
  const sealed = text.slice('v1.'.length);
  try {
    if (isClear(text)) return parsePlain(Buffer.from(sealed, 'base64url'));
    if (!text.startsWith('v1.')) return 'altered';
    return key ? parsePlain(decrypt(sealed, key, nameOf(place))) : 'locked';
  } catch {
    return 'altered';
  }
}

/** Do the facts speak of this personal part? Only with a whole salt: else the bytes of a longer one could be read as the beginning of what it says. */
export function isCommitment(
  commitment: unknown,
  { salt, content }: { readonly salt: Uint8Array; readonly content: string | undefined },
): boolean {
  return salt.length === SALT_BYTES && content !== undefined && commitmentTo(salt, content) === commitment;
}

/** How a personal part that the facts speak of may fail to open. */
export const personalFaults = {
  missing: 'its personal part is missing',
  altered: 'its personal part is not what was committed to',
} as const;

interface Committed {
  readonly place: SealPlace;
  readonly key: Uint8Array | undefined;
  readonly commitment: unknown;
}

/** Opens the personal part that the facts speak of. Without its key it is as good as gone, and may really have been deleted: `locked`. */
export function openCommitted(
  text: string | undefined,
  { place, key, commitment }: Committed,
): object | 'locked' | keyof typeof personalFaults {
  if (text === undefined) return key ? 'missing' : 'locked';
  const opened = openPersonal(text, place, key);
  if (opened === 'locked' || opened === 'altered') return opened;
  return isCommitment(commitment, { salt: opened.salt, content: canonicalJson(opened.personal) })
    ? opened.personal
    : 'altered';
}

function commitmentTo(salt: Uint8Array, content: string): string {
  return sha256(Buffer.concat([salt, Buffer.from(content)]));
}

/** Is this personal part sealed under no key, so that everyone with the store reads it? */
export function isClear(text: string): boolean {
  return text.startsWith('v0.');
}

// What a sealed part is bound to.
function nameOf({ fileId, seq }: SealPlace): string {
  return `${fileId}\n${seq}`;
}

// Throws at what is no JSON.
function parsePlain(plain: Buffer): OpenedPersonal {
  const content: unknown = JSON.parse(plain.toString());
  if (!isRecord(content) || typeof content.personal !== 'object' || content.personal === null) return 'altered';
  const { personal, salt } = content;
  return typeof salt === 'string' ? { personal, salt: Buffer.from(salt, 'base64url') } : 'altered';
}
