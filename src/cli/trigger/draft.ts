import { InputError } from '../../errors.ts';
import { redactUrl } from '../../redact.ts';
import { type BrokenKind, brokenKinds, describeBroken, type WantedAnswer } from '../../webhooks/broken-kinds.ts';
import { createTestDelivery } from '../../webhooks/test-delivery.ts';
import { readPairs } from '../control/read-words.ts';
import { eventNamed, eventNames } from './event-names.ts';

/** The flags of `repaykit trigger`, as they were written. */
export interface TriggerFlags {
  readonly to?: string;
  readonly broken?: string;
  readonly secret: string;
  readonly header: string;
  readonly mandateId?: string;
  readonly field?: readonly string[];
  readonly allowHost?: readonly string[];
  readonly list?: true;
  readonly json?: true;
}

/** A webhook that is ready to be sent. */
export interface TriggerDraft {
  /** The event, as it was asked for. */
  readonly event: string;
  readonly broken: BrokenKind | null;
  readonly wanted: WantedAnswer;
  /** Where it goes. */
  readonly url: URL;
  /** Where it goes, for people. */
  readonly to: string;
  readonly delivery: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Uint8Array; readonly times: number };
  /** The headers as they may be shown: without the secret. */
  readonly shownHeaders: Readonly<Record<string, string>>;
}

/** Reads event and flags. @throws InputError naming what is wrong. */
export function draftFrom(given: string | undefined, flags: TriggerFlags): TriggerDraft {
  const event = oneOf(eventNames, given, 'event');
  const { kind, fields } = eventNamed(event);
  const broken = flags.broken === undefined ? null : oneOf(brokenKinds, flags.broken, '--broken');
  const url = readUrl(flags.to);
  const { secret, header, mandateId } = flags;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) throw wrong('--header', 'must be the name of a header');
  if (!/^[\x21-\x7e]+$/.test(secret)) throw wrong('--secret', 'must be something that a header can carry');
  const overrides = { ...fields, ...(mandateId !== undefined && { mandateId }), ...readPairs(flags.field ?? [], '--field') };
  const delivery = broken
    ? createTestDelivery(kind, overrides, { secret, header, broken })
    : { ...createTestDelivery(kind, overrides, { secret, header }), times: 1 };
  const shownHeaders = Object.fromEntries(Object.entries(delivery.headers).map(([name, value]) => [name, name === header.toLowerCase() ? '[secret]' : value]));
  return { event, broken, wanted: broken ? describeBroken(broken).wanted : 'taken', url, to: redactUrl(url.href), delivery, shownHeaders };
}

function oneOf<Word extends string>(known: readonly Word[], given: string | undefined, name: string): Word {
  const found = known.find((word) => word === given);
  if (found) return found;
  throw wrong(name, `${given === undefined ? 'is missing' : 'is not known'}; there are ${known.join(', ')}`);
}

function readUrl(text: string | undefined): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw wrong('--to', 'must be an http: or https: URL, such as http://127.0.0.1:3000/webhooks');
}

function wrong(path: string, message: string): InputError {
  return new InputError('repaykit trigger', [{ path, message }]);
}
