/** Breaks test deliveries on purpose. Pure: nothing is sent. */

import { gzipSync } from 'node:zlib';
import { addPeriods, formatInstant, lagosDay, lagosInstant, parseInstant } from '../domain/calendar.ts';
import { InputError } from '../errors.ts';
import { looseFields } from '../validation/checks.ts';

/** The right answer: 4xx, 2xx, or either, because only the service can reveal the fault. Never 5xx. */
export type WantedAnswer = 'refused' | 'taken' | 'either';

/** Describes a kind of broken delivery. */
export interface BrokenKindFacts {
  /** What is wrong, in plain language. */
  readonly meaning: string;
  /** How a correct receiver answers. */
  readonly wanted: WantedAnswer;
}

const facts = {
  'wrong-secret': { meaning: 'another secret, of the same length', wanted: 'refused' },
  'missing-secret': { meaning: 'without the header of the secret or of the signature', wanted: 'refused' },
  truncated: { meaning: 'the second half of the body is missing', wanted: 'refused' },
  'not-json': { meaning: 'a form where JSON is announced', wanted: 'refused' },
  'wrong-content-type': { meaning: 'good JSON, announced as text/plain', wanted: 'refused' },
  'empty-body': { meaning: 'no body at all', wanted: 'refused' },
  oversized: { meaning: 'padded with blanks to more than a megabyte', wanted: 'refused' },
  utf16: { meaning: 'written in UTF-16 instead of UTF-8', wanted: 'refused' },
  'gzip-encoded': { meaning: 'compressed, which no sender of webhooks was asked to do', wanted: 'refused' },
  duplicate: { meaning: 'sent twice: both are answered alike, one is worked on', wanted: 'taken' },
  'unknown-event': {
    meaning: 'an event of an unknown kind, as a later version of the service may send',
    wanted: 'taken',
  },
  bom: { meaning: 'a byte order mark before the JSON', wanted: 'either' },
  'missing-fields': { meaning: 'the event without the fields that it needs', wanted: 'either' },
  'wrong-types': { meaning: 'every field is a list', wanted: 'either' },
  'proto-pollution': {
    meaning: 'members named __proto__ and constructor, which must change no object',
    wanted: 'either',
  },
  'tampered-amount': { meaning: 'ten times the amount', wanted: 'either' },
  'other-business': { meaning: 'addressed to another merchant', wanted: 'either' },
  'replayed-old': { meaning: 'captured a year ago and sent again', wanted: 'either' },
} as const satisfies Readonly<Record<string, BrokenKindFacts>>;

const hmacFacts = {
  'wrong-signature': { meaning: 'the body was changed after it was signed', wanted: 'refused' },
  'stale-timestamp': { meaning: 'signed an hour ago', wanted: 'refused' },
  'future-timestamp': { meaning: 'signed in an hour, by a clock that is wrong', wanted: 'refused' },
  'refreshed-timestamp': { meaning: 'signed an hour ago, dated now without a new signature', wanted: 'refused' },
  'several-signatures': {
    meaning: 'the right signature comes last in a list, as while a secret is rotated',
    wanted: 'taken',
  },
} as const satisfies Readonly<Record<string, BrokenKindFacts>>;

/** A fault that any test delivery can have. */
export type BrokenKind = keyof typeof facts;

/** A fault, or an apparent fault, that only a signed test delivery can have. */
export type HmacBrokenKind = keyof typeof hmacFacts;

/** Every fault that any test delivery can have. Those that a receiver refuses come first. */
export const brokenKinds = Object.keys(facts) as readonly BrokenKind[];

/** Every further fault of a delivery that is signed by the Standard Webhooks scheme. */
export const hmacBrokenKinds = Object.keys(hmacFacts) as readonly HmacBrokenKind[];

/** Whether only a signed delivery can have this fault. */
export function isHmacBroken(kind: BrokenKind | HmacBrokenKind): kind is HmacBrokenKind {
  return Object.hasOwn(hmacFacts, kind);
}

/** Describes a fault and how a receiver should answer it. */
export function describeBroken(kind: BrokenKind | HmacBrokenKind): BrokenKindFacts {
  return isHmacBroken(kind) ? hmacFacts[kind] : facts[kind];
}

/** Creates the headers that prove a body's origin, or that fail to if the fault is one of the proof. */
export type Prove = (body: Uint8Array, fault?: BrokenKind | HmacBrokenKind) => Readonly<Record<string, string>>;

/** A valid delivery before it is serialised. */
export interface DeliveryDraft {
  readonly kind: string;
  readonly prove: Prove;
  /** The whole body, envelope included. */
  readonly payload: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** A broken delivery, ready to send. */
export interface BrokenTestDelivery {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes. They may be invalid UTF-8. */
  readonly body: Uint8Array;
  /** How often to send it: twice if the repetition is the fault. */
  readonly times: 1 | 2;
}

// Too long even for a receiver that accepts a megabyte.
const OVERSIZE_BYTES = 1_048_577;

const breakages: { readonly [Kind in ByteFault]: (body: Buffer, kind: string) => Partial<BrokenTestDelivery> } = {
  truncated: (body) => ({ body: body.subarray(0, Math.ceil(body.length / 2)) }),
  'not-json': (_body, kind) => ({
    body: Buffer.from(new URLSearchParams({ event: kind, status: 'success' }).toString()),
  }),
  'wrong-content-type': () => ({ headers: { 'content-type': 'text/plain' } }),
  'empty-body': () => ({ body: Buffer.alloc(0) }),
  oversized: (body) => ({ body: Buffer.concat([body, Buffer.alloc(Math.max(0, OVERSIZE_BYTES - body.length), ' ')]) }),
  utf16: (body) => ({ body: Buffer.from(`\uFEFF${body}`, 'utf16le') }),
  'gzip-encoded': (body) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }),
  duplicate: () => ({ times: 2 }),
  bom: (body) => ({ body: Buffer.from(`\uFEFF${body}`) }),
  'proto-pollution': (body) => ({
    body: Buffer.from(
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${body.toString().slice(1)}`,
    ),
  }),
};

/** Changes of the data. Undefined: the event cannot have this fault. */
const changes = {
  'unknown-event': (draft) => ({ event: 'sample.unheard_of', data: dataOf(draft) }),
  'missing-fields': (draft) => (needsFields(draft) ? withData(draft, barest(draft)) : undefined),
  'wrong-types': (draft) => (needsFields(draft) ? changed(draft, (value) => [value]) : undefined),
  'tampered-amount': (draft) => changed(draft, tenfold),
  'other-business': (draft) => withData(draft, { ...dataOf(draft), businessId: '65ffffffffffffffffffffff' }),
  'replayed-old': (draft) => changed(draft, aYearEarlier),
} satisfies Partial<Readonly<Record<BrokenKind, (draft: DeliveryDraft) => Fields | undefined>>>;

type ByteFault = Exclude<BrokenKind, keyof typeof changes | 'wrong-secret' | 'missing-secret'>;

/**
 * Breaks a draft.
 * @throws InputError if the event cannot have this fault, or only a signed delivery can
 */
export function breakDelivery(draft: DeliveryDraft, broken: BrokenKind | HmacBrokenKind): BrokenTestDelivery {
  if (!Object.hasOwn(facts, broken) && !isHmacBroken(broken))
    throw cannotBreak('is not known: take one of brokenKinds or hmacBrokenKinds');
  const good = bytesOf(draft.payload);
  const altered = isIn(changes, broken) ? changes[broken](draft) : draft.payload;
  if (!altered) throw cannotBreak(`${draft.kind} has nothing to break as '${broken}': try it on collection`);
  const payload = bytesOf(altered);
  const { headers, body = payload, times = 1 } = isIn(breakages, broken) ? breakages[broken](good, draft.kind) : {};
  // A tampered amount is changed after signing. Everything else is signed as sent, so that the signature stays valid.
  const signed = broken === 'tampered-amount' ? good : body;
  const proof = draft.prove(signed, broken);
  return { headers: { 'content-type': 'application/json', ...proof, ...headers }, body, times };
}

export function cannotBreak(message: string): InputError {
  return new InputError('createTestDelivery', [{ path: 'broken', message }]);
}

function isIn<Table extends object>(table: Table, broken: PropertyKey): broken is keyof Table {
  return Object.hasOwn(table, broken);
}

function bytesOf(payload: DeliveryDraft['payload']): Buffer {
  return Buffer.from(JSON.stringify(payload));
}

// A collection is recognised by its status. Spec §6.2.
function barest({ kind }: DeliveryDraft): Fields {
  return kind === 'collection' ? { instalmentStatus: 'success' } : {};
}

// A collection has no envelope. Spec §6.2.
function dataOf({ kind, payload }: DeliveryDraft): Fields {
  return kind === 'collection' ? payload : looseFields(payload.data);
}

function withData(draft: DeliveryDraft, data: Fields): Fields {
  return draft.kind === 'collection' ? data : { ...draft.payload, data };
}

// The other kinds have no field that a receiver needs.
function needsFields({ kind }: DeliveryDraft): boolean {
  return kind.startsWith('mandate.') || ['collection', 'income_transaction', 'income_insight'].includes(kind);
}

function changed(draft: DeliveryDraft, change: (value: unknown, name: string) => unknown): Fields | undefined {
  const before = dataOf(draft);
  const after = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, change(value, name)]));
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : withData(draft, after);
}

function tenfold(value: unknown, name: string): unknown {
  if (!['totalAmount', 'amountCollected', 'balance', 'eligibleAmount'].includes(name)) return value;
  if (typeof value === 'number') return value * 10;
  return typeof value === 'string' ? (Number(value) * 10).toFixed(2) : value;
}

function aYearEarlier(value: unknown, name: string): unknown {
  const at = /(On|At|Date)$/.test(name) ? parseInstant(value) : undefined;
  if (at === undefined) return value;
  const day = lagosDay(at);
  return formatInstant(at - lagosInstant(day) + lagosInstant(addPeriods(day, 'yearly', -1)));
}
