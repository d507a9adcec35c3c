import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import type { Payer } from '../../../domain/consent/payer.ts';
import type { AccountDetails } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { isAccountState } from '../../../domain/mandate.ts';
import { RuleError } from '../../../errors.ts';
import { type KnownValue, personMask } from '../../../redact/known-person.ts';
import { redactText } from '../../../redact/text.ts';
import { isStorableReference } from '../../../wire/storable-answer.ts';
import { together, valuesIn } from '../../call-mask.ts';
import { aboutPerson, type CallOptions } from '../../call-options.ts';
import type { LoanContext } from '../loan-context.ts';

export function payerOf(state: LoanState): Payer {
  if (state.payer) return state.payer;
  throw new RuleError({
    rule: 'payer-not-erased',
    spec: 'Spec §1.1',
    message: `The personal data of the payer of loan '${state.loanId}' were erased: nothing more can be asked of the service in this person's name`,
  });
}

type Known = readonly KnownValue[];

type Details = readonly AccountDetails[];

// The states of a loan share their parts, so what is known is listed once for many of them.
const listed = new WeakMap<Payer, { readonly details: Details; readonly known: Known }>();

export function knownPayer({ payer, accounts }: KnownState): Known {
  const details = accounts.flatMap((account) => account.details ?? []);
  const before = payer && listed.get(payer);
  if (before?.details.length === details.length && before.details.every((each, at) => each === details[at]))
    return before.known;
  const known = listKnown(payer, details);
  if (payer) listed.set(payer, { details, known });
  return known;
}

function listKnown(payer: Payer | undefined, details: Details): Known {
  const names = [payer?.name, ...details.map(({ accountName }) => accountName)];
  const numbers = details.map(({ accountNumber }) => accountNumber);
  const texts = [payer?.bvn, payer?.email, payer?.mobileNumber, payer?.address, ...numbers];
  return [...valuesOf('name', names), ...valuesOf('text', texts)];
}

/** The options of a call about a loan. What the file knows about the payer is masked in the service's texts. */
export function aboutLoan({ options }: LoanContext, state: KnownState): CallOptions {
  return aboutPerson(knownPayer(state), options);
}

function valuesOf(kind: KnownValue['kind'], values: readonly (string | undefined)[]): readonly KnownValue[] {
  return values.flatMap((value) => (value === undefined ? [] : [{ kind, value }]));
}

const LONGEST_TEXT = 300;

type KnownState = Pick<LoanState, 'payer' | 'accounts'>;

/** A text by others for the open part of a loan's file, which no erasure reaches: masked and shortened. */
export function withoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more).slice(0, LONGEST_TEXT));
}

/** A text by the lender's staff for the same open part: masked likewise, at full length. */
export function noteWithoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more));
}

function masked(text: string, state: KnownState, more: unknown): string {
  const mask = personMask(together(knownPayer(state), valuesIn(more)));
  return redactText(mask(text));
}

// Stores keep neither half characters nor U+0000.
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
}

/** Replaces a status that must not appear in the open part of a loan's file. */
const UNRECOGNISED = 'unrecognised';

// Ids as services generate them: 24 hexadecimal digits or more, or a UUID. Their letters may match a name by chance.
const generated = /^(?:[\da-f]{24,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Short texts of the service, made safe for the open part of a loan's file, which no erasure reaches. */
export interface OpenTexts {
  /** A status or a code: a short word that says nothing about the payer, or `unrecognised`. */
  status(text: string): string;
  day(text: string | undefined): PlainDate | undefined;
  isReference(text: string): boolean;
}

const compared = new WeakMap<Known, { readonly isErased: boolean; readonly texts: OpenTexts }>();

/** Compares the service's texts with what is known about the payer. After an erasure only known words are kept. */
export function openTexts(state: KnownState & { readonly isErased?: boolean }): OpenTexts {
  const { isErased = false } = state;
  const known = knownPayer(state);
  const before = compared.get(known);
  if (before && before.isErased === isErased) return before.texts;
  const texts = compareWith(known, isErased);
  compared.set(known, { isErased, texts });
  return texts;
}

function compareWith(known: Known, isErased: boolean): OpenTexts {
  const mask = personMask(known);
  const maskNumbers = personMask(known.filter(({ value }) => /^[\d\s().+-]+$/.test(value)));
  return {
    status(text) {
      if (isAccountState(text) || rankInstalmentStatus(text) >= 0 || /^(?:expired|inactive|\d{1,3})$/.test(text))
        return text;
      return !isErased && /^[A-Za-z0-9_ -]{1,40}$/.test(text) && !/\d{6}/.test(text) && mask(text) === text
        ? text
        : UNRECOGNISED;
    },
    day: parsePlainDate,
    isReference: remembered((text) => {
      if (generated.test(text)) return maskNumbers(text) === text;
      return !isErased && isStorableReference(text) && mask(text) === text;
    }),
  };
}

// Each reading of a mandate shows the same references.
const MOST_REMEMBERED = 500;

function remembered(decide: (text: string) => boolean): (text: string) => boolean {
  const decided = new Map<string, boolean>();
  return (text) => {
    const known = decided.get(text);
    if (known !== undefined) return known;
    const verdict = decide(text);
    if (decided.size < MOST_REMEMBERED) decided.set(text, verdict);
    return verdict;
  };
}
