import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import { allowed, type Decision, refused } from '../../../domain/decision.ts';
import { closureIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { isAccountState } from '../../../domain/mandate.ts';
import { ConfigurationError, requireInput } from '../../../errors.ts';
import { BodySeal, bodyOwner, type ErasedPayer } from '../../../loan-file/body-seal.ts';
import { bvnLabel } from '../../../loan-file/loan-labels.ts';
import { personMask } from '../../../redact/known-person.ts';
import { redactText } from '../../../redact/text.ts';
import { text } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import { isStorableReference } from '../../../wire/storable-answer.ts';
import { valuesIn } from '../../call-mask.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey, requireNoProblems } from '../refusals.ts';
import { knownPayer } from './payer-of.ts';

/** Why a payer is erased. */
export interface ErasureInput {
  /** Such as the payer's request and the end of the time for which the law has the data kept. */
  readonly reason: string;
}

/** What was erased. */
export interface Erasure {
  /** Whose personal data can no longer be read. */
  readonly payerId: string;
  /** The loans whose personal parts cannot be opened any more. */
  readonly loanIds: readonly string[];
  /** Those of them that hold personal parts in clear, from before keys were kept: erase these by deleting them from the store. Absent where there are none. */
  readonly inClear?: readonly string[];
}

const erasure = record<ErasureInput>({ reason: text('the reason') });
const LOANS_PER_PAGE = 100;

/**
 * Erases what is personal in all loans of a payer, by destroying the payer's key. The facts and their chain stay, and verify as before. All files say so
 * first, so that a call that was cut off can be made again.
 * @throws ConfigurationError without keys; RuleError while a loan of the payer is under way; InputError
 */
export async function erasePayer(context: LoanContext, payerId: string, input: ErasureInput): Promise<Erasure> {
  const { keys } = context.files;
  if (!keys)
    throw new ConfigurationError('No payer can be erased', [
      { path: 'keys', message: 'is needed: personal data are erased by destroying the payer’s key' },
    ]);
  const { reason } = requireInput('The payer cannot be erased', erasure, input);
  const loanIds = await loansOf(context, payerId);
  if (loanIds.length === 0)
    requireNoProblems('Unknown payer', [
      { path: 'payerId', message: 'no loan in this store is of this payer: check the id' },
    ]);
  for (const loanId of loanIds) obey(payerMayBeErased(await context.files.read(loanId)));
  const payer = await forgetDeliveries(context, loanIds);
  for (const loanId of loanIds) await sayErased(context, loanId, reason);
  // A loan that was opened meanwhile is sealed with the same key.
  for (const loanId of await loansOf(context, payerId)) obey(payerMayBeErased(await context.files.read(loanId)));
  await keys.destroyPayerKey(payerId);
  for (const forget of context.keepers ?? []) await forget(payer);
  for (const loanId of loanIds) context.files.forget(loanId);
  const inClear: string[] = [];
  for (const loanId of loanIds) if (await context.files.holdsClearParts(loanId)) inClear.push(loanId);
  return { payerId, loanIds, ...(inClear.length > 0 && { inClear }) };
}

/**
 * Destroys the keys of webhook bodies about the payer. First of all, because the file does not know the payer's numbers afterwards, when a call that was cut off
 * is made again. What another payer with the same BVN is found by stays.
 */
async function forgetDeliveries({ files }: LoanContext, loanIds: readonly string[]): Promise<ErasedPayer> {
  const states = await Promise.all(loanIds.map((loanId) => files.read(loanId)));
  const known = states.flatMap(knownPayer);
  if (files.keys)
    await new BodySeal(files.keys).forget(
      (await Promise.all(states.map((state) => ownersOf(files, state, loanIds)))).flat(),
    );
  return { mandateIds: states.map(({ mandateId }) => mandateId), known };
}

async function ownersOf(
  files: LoanContext['files'],
  state: LoanState,
  loanIds: readonly string[],
): Promise<readonly string[]> {
  const { mandateId, payer, accounts, instalments, collections } = state;
  const references = [...instalments, ...collections].flatMap(({ instalmentReference }) => instalmentReference ?? []);
  const ofLoan = [bodyOwner.mandate(mandateId), ...references.map(bodyOwner.instalment)];
  const others = payer
    ? (await files.findByBvn(payer.bvn, { limit: LOANS_PER_PAGE })).loanIds.filter(
        (loanId) => !loanIds.includes(loanId),
      )
    : [];
  if (!payer || others.length > 0) return ofLoan;
  const numbers = accounts.flatMap(({ details }) => (details ? [bodyOwner.account(details.accountNumber)] : []));
  return [...ofLoan, bodyOwner.bvn(payer.bvn), bodyOwner.email(payer.email), ...numbers];
}

/** A payer is erased only when nothing is under way that needs to know who it is: no live loan, no report that waits, no debit that may still take something. */
export function payerMayBeErased(state: LoanState): Decision {
  const isOver = state.stage === 'closed' || state.stage === 'abandoned';
  const waits = state.reports.some(({ acknowledged }) => !acknowledged) || !closureIsTrue(state, 'written_off').allowed;
  if (isOver && !waits) return allowed;
  const what = isOver ? 'has reports or debits under way' : `is at stage '${state.stage}'`;
  return refused(
    'erasure-after-end',
    'Spec §1.1',
    `Loan '${state.loanId}' ${what}: close or abandon it and have it reported before its payer is erased`,
  );
}

async function sayErased(context: LoanContext, loanId: string, reason: string): Promise<void> {
  const { payer } = await context.files.read(loanId);
  const label = payer && (await bvnLabel(payer.bvn, context.files.keys));
  await context.files.decide(
    loanId,
    (now) => {
      obey(payerMayBeErased(now));
      return now.isErased
        ? []
        : [{ type: 'payer.erased', at: nowText(context), reason: noteWithoutPersonal(reason, now) }];
    },
    label === undefined ? undefined : { removeLabels: [label] },
  );
}

async function loansOf({ files }: LoanContext, payerId: string): Promise<readonly string[]> {
  const loanIds: string[] = [];
  let after: string | undefined;
  do {
    const page = await files.findByPayer(payerId, { limit: LOANS_PER_PAGE, ...(after === undefined ? {} : { after }) });
    loanIds.push(...page.loanIds);
    after = page.next;
  } while (after !== undefined);
  return loanIds;
}

const LONGEST_TEXT = 300;

type KnownState = Pick<LoanState, 'payer' | 'accounts'>;

/**
 * What a bank, a bureau or the service said, fit to stand in the open part of a loan's file, which no erasure reaches: whatever is known of the payer is taken out
 * of it, beside what looks like personal data anywhere.
 * @param more what else is known of the payer, such as the fields that the merchant added to a report
 */
export function withoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more).slice(0, LONGEST_TEXT));
}

/** What a person of the lender wrote, such as a reason or a note, for the same open part: masked in the same way, at its full length. */
export function noteWithoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more));
}

function masked(text: string, state: KnownState, more: unknown): string {
  const mask = personMask([...knownPayer(state), ...valuesIn(more)]);
  return redactText(mask(text));
}

// Stores keep neither halves of characters nor U+0000.
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
}

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
