/** The ways in which a test delivery can be wrong, and what a receiver should make of each. */

/** How a receiver should answer: a status of 4xx; 2xx; or either of them, because what is wrong can only be found by asking the service. Never 5xx. */
export type WantedAnswer = 'refused' | 'taken' | 'either';

/** What is to be known of a way to be wrong. */
export interface BrokenKindFacts {
  /** What is wrong, for people. */
  readonly meaning: string;
  readonly wanted: WantedAnswer;
}

/** A way in which a test delivery can be wrong. */
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

const facts: Readonly<Record<BrokenKind, BrokenKindFacts>> = {
  'wrong-secret': { meaning: 'the secret differs in its last character', wanted: 'refused' },
  'missing-secret': { meaning: 'without the header of the secret', wanted: 'refused' },
  truncated: { meaning: 'the second half of the body is missing', wanted: 'refused' },
  'not-json': { meaning: 'a form where JSON is announced', wanted: 'refused' },
  'wrong-content-type': { meaning: 'good JSON, announced as text/plain', wanted: 'refused' },
  'empty-body': { meaning: 'no body at all', wanted: 'refused' },
  oversized: { meaning: 'padded with blanks to more than a megabyte', wanted: 'refused' },
  utf16: { meaning: 'written in UTF-16 instead of UTF-8', wanted: 'refused' },
  'gzip-encoded': { meaning: 'compressed, which no sender of webhooks was asked to do', wanted: 'refused' },
  duplicate: { meaning: 'sent twice: both are answered alike, one is worked on', wanted: 'taken' },
  'unknown-event': { meaning: 'an event that nobody has heard of, as a later version of the service may send', wanted: 'taken' },
  bom: { meaning: 'a byte order mark before the JSON', wanted: 'either' },
  'missing-fields': { meaning: 'the event without the fields that it needs', wanted: 'either' },
  'wrong-types': { meaning: 'every field is a list', wanted: 'either' },
  'proto-pollution': { meaning: 'members named __proto__ and constructor, which must change no object', wanted: 'either' },
  'tampered-amount': { meaning: 'ten times the amount', wanted: 'either' },
  'other-business': { meaning: 'addressed to another merchant', wanted: 'either' },
  'replayed-old': { meaning: 'captured a year ago and sent again', wanted: 'either' },
};

/** Every way in which a test delivery can be wrong: those first that a receiver refuses. */
export const brokenKinds = Object.keys(facts) as readonly BrokenKind[];

/** What is wrong with a delivery of this kind, in words, and how a receiver should answer it. */
export function describeBroken(kind: BrokenKind): BrokenKindFacts {
  return facts[kind];
}
