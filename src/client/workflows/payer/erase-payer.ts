import { allowed, type Decision, refused } from '../../../domain/decision.ts';
import { closureIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { ConfigurationError, requireInput } from '../../../errors.ts';
import { BodySeal, bodyOwner, type ErasedPayer } from '../../../loan-file/body-seal.ts';
import { bvnLabel } from '../../../loan-file/loan-files.ts';
import { pagesOf } from '../../../loan-file/store.ts';
import { text } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import { type LoanContext, nowText, obey, requireNoProblems } from '../loan-context.ts';
import { knownPayer, noteWithoutPersonal } from './known-payer.ts';

/** Why a payer is erased. */
export interface ErasureInput {
  /** For example the payer's request, and the end of the legal retention period. */
  readonly reason: string;
}

/** The result of an erasure. */
export interface Erasure {
  /** The payer. */
  readonly payerId: string;
  /** The loans whose personal data can no longer be decrypted. */
  readonly loanIds: readonly string[];
  /** Loans with personal data in clear, from before you set `keys`. Delete this data from the store. */
  readonly inClear?: readonly string[];
}

const erasure = record<ErasureInput>({ reason: text('the reason') });
const LOANS_PER_PAGE = 100;

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
  // A loan that was opened in the meantime is encrypted with the same key.
  for (const loanId of await loansOf(context, payerId)) obey(payerMayBeErased(await context.files.read(loanId)));
  await keys.destroyPayerKey(payerId);
  for (const forget of context.keepers ?? []) await forget(payer);
  for (const loanId of loanIds) context.files.forget(loanId);
  const inClear: string[] = [];
  for (const loanId of loanIds) if (await context.files.holdsClearParts(loanId)) inClear.push(loanId);
  return { payerId, loanIds, ...(inClear.length > 0 && { inClear }) };
}

/** Destroys the keys of webhook bodies about the payer. First, while the file still knows the payer's numbers. */
async function forgetDeliveries({ files }: LoanContext, loanIds: readonly string[]): Promise<ErasedPayer> {
  const states = await Promise.all(loanIds.map((loanId) => files.read(loanId)));
  const known = states.flatMap(knownPayer);
  if (files.keys)
    await new BodySeal(files.keys).forget(
      (await Promise.all(states.map((state) => ownersOf(files, state, loanIds)))).flat(),
    );
  return { mandateIds: states.map(({ mandateId }) => mandateId), known };
}

async function ownersOf(files: LoanContext['files'], state: LoanState, loanIds: readonly string[]) {
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

/** A payer may be erased only when no live loan, waiting report or open debit needs the payer's identity. */
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
  for await (const found of pagesOf(LOANS_PER_PAGE, (page) => files.findByPayer(payerId, page)))
    loanIds.push(...found.loanIds);
  return loanIds;
}
