/** The terms of a loan: what the payer consented to repay, when, and how it is collected. Spec §2.2, §8. */

import type { Problem } from '../validation/checks.ts';
import { list, oneOf, optional, pathOf } from '../validation/checks.ts';
import { type RecordCheck, record } from '../validation/record.ts';
import { type Period, type PlainDate, parsePlainDate } from './calendar.ts';
import { allowed, type Decision, refused } from './decision.ts';
import { type Kobo, koboFromNaira } from './money.ts';
import {
  checkBreakdown,
  dueDates,
  evenSchedule,
  frequencyNames,
  MAX_INSTALMENTS,
  periodOf,
  type ScheduledInstalment,
} from './schedule.ts';
import { amount, day } from './values.ts';

/** The terms as the lender passes them. Amounts are in naira with at most two decimals, dates are `YYYY-MM-DD`. */
export interface LoanTermsInput {
  /** The amount that the credit decision approved. */
  readonly approvedAmount: number;
  /** Everything that the payer consented to repay, including interest and fees. */
  readonly totalAmountDue: number;
  /** The first due date. */
  readonly startDate: string;
  /** The last day of the tenure. */
  readonly endDate: string;
  /** How often an instalment is due. The letters are the interface's notation. */
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'D' | 'W' | 'M' | 'Y';
  /** `auto`: the platform debits on each due date. `manual`: you request each debit. */
  readonly collectionMode: 'auto' | 'manual';
  /** A schedule of your own. Default: the total split evenly over the due dates. */
  readonly breakdown?: readonly { readonly dueDate: string; readonly amount: number }[];
}

/** The terms as they are on file. */
export interface LoanTerms {
  /** What the loan pays out, in kobo. */
  readonly approvedAmount: Kobo;
  /** What is to be repaid in total, in kobo. */
  readonly totalAmountDue: Kobo;
  /** The first day of the tenure. Spec §8. */
  readonly startDate: PlainDate;
  /** The last day of the tenure. Nothing is collected after it. */
  readonly endDate: PlainDate;
  /** The time between due dates. */
  readonly period: Period;
  /** Whether the platform debits by itself or only on request. Spec §2.2. */
  readonly collectionMode: 'auto' | 'manual';
  /** The instalments, if the lender passed a schedule. */
  readonly breakdown?: readonly ScheduledInstalment[];
}

export type TermsDecision =
  | { readonly ok: true; readonly terms: LoanTerms }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const termsRecord = record<LoanTermsInput>(
  {
    approvedAmount: amount,
    totalAmountDue: amount,
    startDate: day,
    endDate: day,
    frequency: oneOf(frequencyNames),
    collectionMode: oneOf(['auto', 'manual']),
    breakdown: optional(list(record<object>({}, { takes: '{ dueDate, amount }', others: 'ignored' }))),
  },
  {
    rules: ({ startDate, endDate }) =>
      startDate !== undefined && endDate !== undefined && endDate < startDate
        ? [{ path: 'endDate', message: 'must not be before startDate' }]
        : [],
  },
);

export const termsCheck: RecordCheck<LoanTermsInput, false> = {
  ...termsRecord,
  problems: (value, path) => {
    const read = readTerms(value);
    return read.ok ? [] : read.problems.map((problem) => ({ ...problem, path: pathOf(path, problem.path) }));
  },
};

export function readTerms(given: unknown): TermsDecision {
  const problems = termsRecord.problems(given, '');
  if (problems.length > 0) return { ok: false, problems };
  // The check above has passed, so this cast is safe.
  const input = given as LoanTermsInput;
  const [approvedAmount, totalAmountDue] = [koboFromNaira(input.approvedAmount), koboFromNaira(input.totalAmountDue)];
  const [startDate, endDate] = [parsePlainDate(input.startDate), parsePlainDate(input.endDate)];
  const period = periodOf(input.frequency);
  if (!approvedAmount || !totalAmountDue || !startDate || !endDate || !period) return { ok: false, problems };
  const { collectionMode, breakdown } = input;
  return withBreakdown({ approvedAmount, totalAmountDue, startDate, endDate, period, collectionMode }, breakdown);
}

function withBreakdown(terms: LoanTerms, breakdown: LoanTermsInput['breakdown']): TermsDecision {
  const { startDate, endDate, totalAmountDue: total } = terms;
  if (breakdown === undefined) {
    const count = dueDates(startDate, endDate, terms.period).length;
    if (count <= MAX_INSTALMENTS && total >= count) return { ok: true, terms };
    const message = `makes ${count} due dates, which is more than the total can be split over`;
    return { ok: false, problems: [{ path: 'endDate', message }] };
  }
  const decision = checkBreakdown({ startDate, endDate, total, breakdown });
  if (decision.ok) return { ok: true, terms: { ...terms, breakdown: decision.instalments } };
  const problems = decision.problems.map(({ path, message }) => ({ path: pathOf('breakdown', path), message }));
  return { ok: false, problems };
}

/** The schedule that was passed, else the total split evenly over the due dates. Spec §1, §2.2. */
export function scheduleOf(terms: LoanTerms): readonly ScheduledInstalment[] {
  return terms.breakdown ?? evenSchedule(terms.totalAmountDue, dueDates(terms.startDate, terms.endDate, terms.period));
}

/** The arrangement automates repayment from the start of a loan and recovers nothing. Spec §1. */
export function termsLieAhead(terms: LoanTerms, today: PlainDate): Decision {
  const first = scheduleOf(terms)[0]?.dueDate ?? terms.startDate;
  if (first >= today) return allowed;
  const why = `The first due date, ${first}, has passed (today is ${today}): the service automates repayment from the first day, it recovers nothing`;
  return refused('terms-lie-ahead', 'Spec §1', why);
}
