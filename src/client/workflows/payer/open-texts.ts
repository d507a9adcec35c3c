import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { isAccountState } from '../../../domain/mandate.ts';
import { personMask } from '../../../redact/redact.ts';
import { isStorableReference } from '../../../wire/storable-answer.ts';
import { knownPayer } from './known-payer.ts';

/** What a status becomes that cannot stand in the open part of a loan's file. */
const UNRECOGNISED = 'unrecognised';

// How services name things: 24 hexadecimal digits or more, or a UUID. Letters of it can be part of a name by chance.
const generated = /^(?:[\da-f]{24,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

type Known = Pick<LoanState, 'payer' | 'accounts'> & { readonly isErased?: boolean };

/** Short texts of the service, fit for the open part of a loan's file, which no erasure reaches. */
export interface OpenTexts {
  /** A status or a code: a short word that says nothing of the payer, or `unrecognised`. */
  status(text: string): string;
  /** A real day; undefined for any other text. */
  day(text: string | undefined): PlainDate | undefined;
  /** May this stand there as an id or a reference? */
  isReference(text: string): boolean;
}

/** Holds what the service says against what the file knows of the payer; after an erasure that is not known, and only what the service is known to say is kept. */
export function openTexts(state: Known): OpenTexts {
  const known = knownPayer(state);
  const mask = personMask(known);
  const maskNumbers = personMask(known.filter(({ value }) => /^[\d\s().+-]+$/.test(value)));
  return {
    status(text) {
      if (isAccountState(text) || rankInstalmentStatus(text) >= 0 || /^(?:expired|inactive|\d{1,3})$/.test(text))
        return text;
      return !state.isErased && /^[A-Za-z0-9_ -]{1,40}$/.test(text) && !/\d{6}/.test(text) && mask(text) === text
        ? text
        : UNRECOGNISED;
    },
    day: parsePlainDate,
    isReference(text) {
      if (generated.test(text)) return maskNumbers(text) === text;
      return !state.isErased && isStorableReference(text) && mask(text) === text;
    },
  };
}
