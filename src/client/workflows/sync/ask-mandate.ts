import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import { AnswerError, type FieldIssue, type Outcome } from '../../../errors.ts';
import { given } from '../../../validation/record.ts';
import type { CollectionAttempt } from '../../../wire/types/collection-types.ts';
import type { BreakdownItem, Consent, Mandate } from '../../../wire/types/mandate-types.ts';
import type { CallResult } from '../../call-promise.ts';
import type { LoanContext } from '../loan-context.ts';
import { aboutLoan, type OpenTexts, openTexts } from '../payer/known-payer.ts';
import { type ListedInstalment, type LoanReading, ownStatusOf } from './listed-instalments.ts';

/** Reads a loan's mandate. Refuses impossible amounts, which would stay on file. Spec §4.6. @throws AnswerError */
export async function askMandate(context: LoanContext, state: LoanState): Promise<Mandate> {
  const { mandateId } = state;
  const result = await context.engine.call('getMandate', { mandateId }, aboutLoan(context, state)).withResponse();
  const texts = openTexts(state);
  const ofMandate = idIssues('data._id', result.data._id, mandateId);
  const issues = [...ofMandate, ...amountIssues(result.data, state), ...namingIssues(result.data, texts)];
  refuseContradiction(result, { operation: 'getMandate', outcome: 'none', issues, hint: NOTHING_WRITTEN });
  return withOpenTexts(result.data, texts);
}

const NOTHING_WRITTEN = 'nothing was written down, ask again or ask the service';

function withOpenTexts(mandate: Mandate, texts: OpenTexts): Mandate {
  const { repaymentDetails: details } = mandate;
  return {
    ...mandate,
    status: texts.status(mandate.status),
    consents: mandate.consents.map((consent) => withOpenStatus(consent, texts)),
    ...(details && {
      repaymentDetails: { ...details, breakdown: details.breakdown.map((item) => openInstalment(item, texts)) },
    }),
  };
}

function withOpenStatus(consent: Consent, texts: OpenTexts): Consent {
  const status = ownStatusOf(consent);
  return status === undefined ? consent : ({ ...consent, status: texts.status(status) } as Consent);
}

function openInstalment({ dueDate, status, instalmentReference, ...item }: BreakdownItem, texts: OpenTexts) {
  const day = texts.day(dueDate);
  return {
    ...item,
    ...(instalmentReference && { instalmentReference: openInstalmentReference(instalmentReference, item._id, texts) }),
    ...(day && { dueDate: day }),
    ...(status && { status: texts.status(status) as BreakdownItem['status'] }),
  } as BreakdownItem;
}

/** The service's reference of an instalment, or one derived from its id, so that its money always counts. */
export function openInstalmentReference(reference: string, breakdownId: string, texts: OpenTexts): string {
  return texts.isReference(reference) ? reference : `instalment ${breakdownId}`;
}

// Ids are used in later requests, so no other text may replace them.
function namingIssues({ consents, repaymentDetails }: Mandate, texts: OpenTexts): readonly FieldIssue[] {
  const named = [
    ...consents.map(({ _id }, index) => [`data.consents.${index}._id`, _id] as const),
    ...(repaymentDetails?.breakdown ?? []).map(
      ({ _id }, index) => [`data.repaymentDetails.breakdown.${index}._id`, _id] as const,
    ),
  ];
  return named.flatMap(([path, id]) => (texts.isReference(id) ? [] : [{ path, message: 'is no id that can be kept' }]));
}

/** The most that can have been collected: what is due. Undefined if the service has another total. */
export function mostCollectable({ totalAmountDue }: Mandate, { terms }: LoanState): Kobo | undefined {
  return koboFromAnswer(totalAmountDue) === terms.totalAmountDue ? terms.totalAmountDue : undefined;
}

function amountIssues(mandate: Mandate, state: LoanState): readonly FieldIssue[] {
  const most = mostCollectable(mandate, state);
  const items = mandate.repaymentDetails?.breakdown ?? [];
  const total = sumKobo(items.map(({ amountCollected }) => koboFromAnswer(amountCollected) ?? NO_MONEY));
  const each = [
    ...collectedIssues('data.collectedAmount', koboFromAnswer(mandate.collectedAmount), most),
    ...items.flatMap(({ amount, amountCollected }, index) =>
      collectedIssues(
        `data.repaymentDetails.breakdown.${index}.amountCollected`,
        koboFromAnswer(amountCollected),
        lesser(koboFromAnswer(amount), most),
      ),
    ),
  ];
  return each.length > 0 ? each : collectedIssues('data.repaymentDetails.breakdown', total, most);
}

// An instalment takes what is due on it, if the service shows that, and never more than the total.
function lesser(due: Kobo | undefined, most: Kobo | undefined): Kobo | undefined {
  if (due === undefined || most === undefined) return due ?? most;
  return due < most ? due : most;
}

function collectedIssues(path: string, collected: Kobo | undefined, most: Kobo | undefined): readonly FieldIssue[] {
  if (collected === undefined) return [];
  if (collected < 0) return [{ path, message: 'is below zero' }];
  return most !== undefined && collected > most ? [{ path, message: 'is more than what is due' }] : [];
}

type AttemptsOf = Pick<LoanReading, 'state' | 'mandate'> & { readonly listed: ListedInstalment };

/** Reads the attempts on an instalment and checks that they can be this loan's: their sum goes on its file. */
export async function askAttempts(
  context: LoanContext,
  { state, mandate, listed }: AttemptsOf,
): Promise<readonly CollectionAttempt[]> {
  const { mandateId } = state;
  const result = await context.engine
    .call('collectionAttempts', { mandateId, breakdownId: listed.item._id }, aboutLoan(context, state))
    .withResponse();
  const most = mostCollectable(mandate, state);
  const successful = result.data.filter(({ status }) => status === 'successful');
  const taken = sumKobo(successful.map(({ amount }) => koboFromAnswer(amount) ?? NO_MONEY));
  const issues: FieldIssue[] = result.data.flatMap((attempt, index) => [
    ...idIssues(`data.${index}.mandateId`, attempt.mandateId ?? mandateId, mandateId),
    ...(attempt.amount < 0 ? [{ path: `data.${index}.amount`, message: 'is below zero' }] : []),
  ]);
  if (most !== undefined && taken > most)
    issues.push({ path: 'data', message: 'takes more than everything that is due' });
  refuseContradiction(result, { operation: 'collectionAttempts', outcome: 'none', issues, hint: NOTHING_WRITTEN });
  const texts = openTexts(state);
  return result.data.map(({ responseCode, instalmentReference = '', ...attempt }) => ({
    ...attempt,
    instalmentReference: openInstalmentReference(instalmentReference, listed.item._id, texts),
    ...(responseCode !== undefined && { responseCode: texts.status(responseCode) }),
  }));
}

/** A call whose answer has the right shape but cannot be about this loan. */
interface ContradictedCall {
  readonly operation: string;
  /** Whether the call may have taken effect nevertheless. */
  readonly outcome: Outcome;
  /** The contradictions. The answer is accepted if there are none. */
  readonly issues: readonly FieldIssue[];
  readonly hint: string;
}

/** Refuses an answer that contradicts the question, before any of it is recorded. @throws AnswerError */
export function refuseContradiction(
  { response }: CallResult<unknown>,
  { operation, outcome, issues, hint }: ContradictedCall,
): void {
  if (issues.length === 0) return;
  const { status, requestId, attempts, elapsedMs } = response;
  const what = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  const message = `The answer of ${operation} contradicts what was asked: ${what}; ${hint}`;
  throw new AnswerError(message, { status, issues }, given({ operation, outcome, attempts, elapsedMs, requestId }));
}

/** Whether both name the same mandate. Services differ in the case of their hexadecimal letters. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function idIssues(path: string, answered: string, asked: string): readonly FieldIssue[] {
  return isSameId(answered, asked) ? [] : [{ path, message: 'is not the mandate that was asked about' }];
}
