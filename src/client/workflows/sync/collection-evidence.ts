import { lagosDay, type PlainDate, parseInstant } from '../../../domain/calendar.ts';
import { isSameContent } from '../../../domain/canonical-json.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import { newAttempts } from '../../../domain/loan/attempts.ts';
import { outstandingByInstalment } from '../../../domain/loan/balances.ts';
import type { CollectionFacts, EventOf, LoanEvent } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import {
  type Kobo,
  koboFromAnswer,
  maxKobo,
  NO_MONEY,
  nairaFromKobo,
  subtractKobo,
  sumKobo,
} from '../../../domain/money.ts';
import { given } from '../../../validation/record.ts';
import type { CollectionAttempt } from '../../../wire/types/collection-types.ts';
import type { CollectionPayload } from '../../../wire/webhooks/webhook-types.ts';
import { withoutPersonal } from '../payer/known-payer.ts';
import { fileReport } from '../reports/file-report.ts';
import { amountOf, attemptFacts, inOrder, type Payment, paymentsOf } from './attempt-facts.ts';
import { accountRefOf, type ListedInstalment, namesOf } from './listed-instalments.ts';

/** An instalment as the service shows it. Spec §2.2, §4.9. */
export interface InstalmentEvidence {
  readonly listed: ListedInstalment;
  readonly attempts: readonly CollectionAttempt[];
}

export interface InstalmentProof {
  readonly facts: CollectionFacts;
  /** Lagos day of the last payment on it, `YYYY-MM-DD`. */
  readonly paidOn: string | undefined;
  /** The amounts that were on it over time, from nothing to the current amount. */
  readonly amounts: readonly Kobo[];
  readonly hasFailed: boolean;
  /** Whether nothing had been paid by the end of its due date. */
  readonly wasOverdue: boolean;
}

/** What the evidence proves about an instalment. Nothing is taken from the webhook, which is only a notification. */
export function proofOf(
  { listed, attempts }: InstalmentEvidence,
  { state, today }: { readonly state: LoanState; readonly today: PlainDate },
  wanted?: string,
): InstalmentProof | undefined {
  const instalmentReference = referenceOf({ listed, attempts }, state, wanted);
  if (instalmentReference === undefined) return undefined;
  const { item } = listed;
  const taken = attempts.filter((attempt) => attempt.status === 'successful');
  const newest = taken[0] ?? attempts[0];
  const due = listed.due ?? attempts.map(amountOf).reduce(maxKobo, NO_MONEY);
  const collected = koboFromAnswer(item.amountCollected) ?? sumKobo(taken.map(amountOf));
  const { accountNumber = '', bankCode = '' } = newest ?? {};
  const account = newest && accountRefOf(state, { accountNumber, bankCode });
  const dueDate = listed.dueDate ?? dayOf(attempts.at(-1));
  const isAfterDueDate = dueDate !== undefined && today > dueDate;
  const status = item.status ?? deriveStatus({ due, collected, newest: attempts[0]?.status, isAfterDueDate });
  // Nothing is missing of what was paid in full. An earlier failure stays among the attempts.
  const failure = status === 'success' ? undefined : attempts.find((attempt) => attempt.status === 'failed');
  const facts = given({
    breakdownId: item._id,
    instalmentReference,
    status,
    due,
    collected,
    date: (collected > 0 ? dayOf(taken[0]) : undefined) ?? dayOf(attempts[0]) ?? today,
    account,
    reason: failure && reasonOf(failure, state),
    attempts: attemptFacts(attempts, state),
  });
  const amounts = [...sumsOf(taken), collected];
  return {
    facts,
    paidOn: dayOf(taken[0]),
    amounts,
    ...missesOf(attempts, { dueDate, today }),
  };
}

// The amounts on the instalment before the first successful attempt and after each of them.
function sumsOf(taken: readonly CollectionAttempt[]): readonly Kobo[] {
  const sums: Kobo[] = [NO_MONEY];
  for (const attempt of inOrder(taken)) sums.push(sumKobo([sums.at(-1) ?? NO_MONEY, amountOf(attempt)]));
  return sums;
}

// A bank may name the payer, and after an erasure it is unknown what to remove from its text.
function reasonOf({ responseMessage = '', responseCode = 'not shown' }: CollectionAttempt, state: LoanState): string {
  return (!state.isErased && withoutPersonal(responseMessage, state).trim()) || `response code ${responseCode}`;
}

// An instalment keeps the name that it has on file, so that no other name can count its money twice.
function referenceOf({ listed, attempts }: InstalmentEvidence, state: LoanState, wanted: string | undefined) {
  return (
    namesOf(listed, state)[0] ??
    attempts.find((attempt) => attempt.instalmentReference === wanted)?.instalmentReference ??
    attempts[0]?.instalmentReference
  );
}

function dayOf(attempt: CollectionAttempt | undefined): string | undefined {
  const instant = parseInstant(attempt?.createdAt);
  return instant === undefined ? undefined : lagosDay(instant);
}

interface InstalmentSums {
  readonly due: Kobo;
  readonly collected: Kobo;
  /** Status of the newest attempt. Undefined if there was none. */
  readonly newest: string | undefined;
  readonly isAfterDueDate: boolean;
}

function deriveStatus({ due, collected, newest, isAfterDueDate }: InstalmentSums): string {
  if (due > 0 && collected >= due) return 'success';
  if (newest === 'pending') return 'processing';
  if (collected > 0) return 'partially paid';
  // An instalment that was never tried was not missed, whatever a webhook says.
  if (newest === undefined) return 'scheduled';
  return isAfterDueDate ? 'overdue' : 'failed';
}

// Only failures before any money was paid. After a partial payment, the report is of a partial payment.
function missesOf(
  attempts: readonly CollectionAttempt[],
  { dueDate, today }: { readonly dueDate: string | undefined; readonly today: PlainDate },
): Pick<InstalmentProof, 'hasFailed' | 'wasOverdue'> {
  const firstMoney = attempts.findLast(({ status }) => status === 'successful');
  const failures = attempts.filter(({ status }) => status === 'failed').flatMap((attempt) => dayOf(attempt) ?? []);
  const paidFrom = dayOf(firstMoney);
  // Money on the day of the failure is reported as a partial or full payment.
  const hasFailed = failures.some((day) => paidFrom === undefined || day < paidFrom);
  return { hasFailed, wasOverdue: hasFailed && (dueDate === undefined || (paidFrom ?? today) > dueDate) };
}

/** Whether the service shows or once showed what the webhook claims. A forged state starts no handler. */
export function bearsOut(
  { facts, amounts, hasFailed, wasOverdue }: InstalmentProof,
  claim: CollectionPayload,
): boolean {
  const claimed = koboFromAnswer(claim.amountCollected);
  const status = claim.instalmentStatus.trim().toLowerCase();
  if (claimed === facts.collected && status === facts.status.trim().toLowerCase()) return true;
  if (claimed === undefined || !amounts.includes(claimed)) return false;
  if (rankInstalmentStatus(status) > rankInstalmentStatus(facts.status)) return false;
  switch (status) {
    case 'processing':
      return claimed < facts.due;
    case 'failed':
      return claimed === NO_MONEY && hasFailed;
    case 'overdue':
      return claimed === NO_MONEY && wasOverdue;
    case 'partially paid':
      return claimed > 0 && claimed < facts.due;
    case 'success':
      return claimed >= facts.due;
    default:
      return false;
  }
}

/** The events of a confirmed instalment: its state, and the reports that it requires. Spec §6.3. */
export function collectionEvents(
  state: LoanState,
  proof: InstalmentProof,
  how: { readonly at: string; readonly merchantReports: boolean; readonly isFound: boolean },
): readonly LoanEvent[] {
  const { attempts = [], ...facts } = proof.facts;
  // If nothing has happened yet, there is nothing to record, and certainly not what a webhook made up.
  if (facts.status === 'scheduled' && facts.collected === NO_MONEY) return [];
  const known = state.collections.find((each) => each.instalmentReference === facts.instalmentReference);
  const fresh = newAttempts(attempts, known?.attempts);
  const event: EventOf<'collection.confirmed'> = {
    type: 'collection.confirmed',
    at: how.at,
    ...facts,
    ...(fresh.length > 0 && { attempts: fresh }),
    ...(how.isFound && { isFound: true }),
  };
  const after = applyEvent(state, event);
  if (!after || isSameContent(after.collections, state.collections)) return [];
  return [event, ...(how.merchantReports ? repaymentReports({ before: state, event, after }, proof) : [])];
}

/** A confirmed instalment, with the state before and after it. */
interface Confirmation {
  readonly before: LoanState;
  readonly event: EventOf<'collection.confirmed'>;
  readonly after: LoanState;
}

function repaymentReports(confirmation: Confirmation, proof: InstalmentProof): readonly LoanEvent[] {
  const { before, event, after } = confirmation;
  const filed = new Set(before.reports.map(({ report }) => report.event));
  if (!filed.has('loan.disbursed') || filed.has('loan.closed')) return [];
  const { facts, paidOn } = proof;
  const { instalmentReference: reference, date } = facts;
  const knownBefore =
    before.collections.find((collection) => collection.instalmentReference === reference)?.collected ?? NO_MONEY;
  // Money that a person recorded as taken was reported already, before an instalment showed it.
  const reportedAhead = subtractKobo(before.decidedAhead, after.decidedAhead);
  const reported = sumKobo([knownBefore, reportedAhead]);
  if (facts.collected > reported) {
    const last = { total: facts.collected, date: paidOn ?? date };
    const days = paymentsOf(facts).filter(({ total }) => total > reported && total < facts.collected);
    return reportsByDay(confirmation, { reported, payments: [...days, last] });
  }
  if (reportedAhead > 0) return [];
  if (facts.status !== 'failed' && facts.status !== 'overdue') return [];
  // With debits on demand, a due date without a debit is no failure: the payer may have paid otherwise.
  if (facts.reason === undefined && before.terms.collectionMode === 'manual') return [];
  // Nothing was due on an empty instalment, so nothing was missed.
  if (facts.due <= 0) return [];
  const outstandingBalance = nairaFromKobo(outstandingByInstalment(after));
  // Nor on a loan that was repaid otherwise: the platform tried to collect what was not owed.
  if (outstandingBalance === 0) return [];
  const content = {
    dueAmount: nairaFromKobo(facts.due),
    failureReason: facts.reason?.trim() || 'all accounts failed',
    outstandingBalance,
  };
  return fileReport(before, { event: 'repayment.missed', content, distinction: reference }, event.at);
}

// Several days' money may become known at once. Each day has a report of its own, as if it had been known in time.
function reportsByDay(
  { before, event, after }: Confirmation,
  { reported, payments }: { readonly reported: Kobo; readonly payments: readonly Payment[] },
): readonly LoanEvent[] {
  let known = reported;
  return payments.flatMap(({ total, date }) => {
    const then = total === event.collected ? after : (applyEvent(before, { ...event, collected: total }) as LoanState);
    const outstandingBalance = nairaFromKobo(outstandingByInstalment(then));
    const content = { amount: nairaFromKobo(subtractKobo(total, known)), date, outstandingBalance };
    known = total;
    const distinction = `${event.instalmentReference}:${total}`;
    return fileReport(before, { event: 'repayment.successful', content, distinction }, event.at);
  });
}
