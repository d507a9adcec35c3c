/** The ways in which a test delivery can be wrong, and what a receiver should make of each. */

/** How a receiver should answer: a status of 4xx; 2xx; or either of them, because what is wrong can only be found by asking the service. Never 5xx. */
export type WantedAnswer = 'refused' | 'taken' | 'either';

/** What is to be known of a way to be wrong. */
export interface BrokenKindFacts {
  /** What is wrong, for people. */
  readonly meaning: string;
  /** What a good receiver answers to it. */
  readonly wanted: WantedAnswer;
}

/** A way in which any test delivery can be wrong. */
export type BrokenKind =
  | 'wrong-secret'
  | 'missing-secret'
  | 'truncated'
  | 'not-json'
  | 'wrong-content-type'
  | 'empty-body'
  | 'oversized'
  | 'utf16'
  | 'gzip-encoded'
  | 'duplicate'
  | 'unknown-event'
  | 'bom'
  | 'missing-fields'
  | 'wrong-types'
  | 'proto-pollution'
  | 'tampered-amount'
  | 'other-business'
  | 'replayed-old';

/** A way in which only a signed test delivery can be wrong, or look so. */
export type HmacBrokenKind =
  | 'wrong-signature'
  | 'stale-timestamp'
  | 'future-timestamp'
  | 'refreshed-timestamp'
  | 'several-signatures';

const facts: Readonly<Record<BrokenKind, BrokenKindFacts>> = {
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
    meaning: 'an event that nobody has heard of, as a later version of the service may send',
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
};

const hmacFacts: Readonly<Record<HmacBrokenKind, BrokenKindFacts>> = {
  'wrong-signature': { meaning: 'the body was changed after it was signed', wanted: 'refused' },
  'stale-timestamp': { meaning: 'signed an hour ago', wanted: 'refused' },
  'future-timestamp': { meaning: 'signed in an hour, by a clock that is wrong', wanted: 'refused' },
  'refreshed-timestamp': { meaning: 'signed an hour ago, dated now without a new signature', wanted: 'refused' },
  'several-signatures': {
    meaning: 'the right signature comes last in a list, as while a secret is rotated',
    wanted: 'taken',
  },
};

/** Every way in which any test delivery can be wrong: those first that a receiver refuses. */
export const brokenKinds = Object.keys(facts) as readonly BrokenKind[];

/** Every further way in which a delivery signed by the Standard Webhooks scheme can be wrong. */
export const hmacBrokenKinds = Object.keys(hmacFacts) as readonly HmacBrokenKind[];

/** Can only a signed delivery be wrong in this way? */
export function isHmacBroken(kind: BrokenKind | HmacBrokenKind): kind is HmacBrokenKind {
  return Object.hasOwn(hmacFacts, kind);
}

/** What is wrong with a delivery of this kind, in words, and how a receiver should answer it. */
export function describeBroken(kind: BrokenKind | HmacBrokenKind): BrokenKindFacts {
  return isHmacBroken(kind) ? hmacFacts[kind] : facts[kind];
}
