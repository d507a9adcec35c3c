/** The terms of a loan: what the payer consented to repay, when, and how it is collected. Spec §2.2, §8. */

import { fieldsOf, unknownFields } from '../validation/record.ts';
import { type Period, type PlainDate, parsePlainDate } from './calendar.ts';
import type { Problem } from './decision.ts';
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
import { tellAmount, tellDay } from './wrong-values.ts';

/** The terms as the merchant gives them; naira with at most two decimals, dates `YYYY-MM-DD`. */
export interface LoanTermsInput {
  /** What the credit decision approved. */
  readonly approvedAmount: number;
  /** Everything the payer consented to repay, interest and fees included. */
  readonly totalAmountDue: number;
  /** The first due date. */
  readonly startDate: string;
  /** Last day of the tenure. */
  readonly endDate: string;
  /** How often an instalment falls due; the letters are the wire's. */
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'D' | 'W' | 'M' | 'Y';
  /** `auto`: the platform debits on each due date. `manual`: you ask for each debit. */
  readonly collectionMode: 'auto' | 'manual';
  /** A schedule of your own; default: the total split evenly over the due dates. */
  readonly breakdown?: readonly { readonly dueDate: string; readonly amount: number }[];
}

/** The fields of terms. */
export const termsFields = fieldsOf<LoanTermsInput>({
  approvedAmount: true,
  totalAmountDue: true,
  startDate: true,
  endDate: true,
  frequency: true,
  collectionMode: true,
  breakdown: true,
});

/** The terms as they are on file. */
export interface LoanTerms {
  /** What the loan pays out, in kobo. */
  readonly approvedAmount: Kobo;
  /** What is paid back in all, in kobo. */
  readonly totalAmountDue: Kobo;
  /** First day of the tenure. Spec §8. */
  readonly startDate: PlainDate;
  /** Last day of the tenure; nothing is collected after it. */
  readonly endDate: PlainDate;
  /** From one due date to the next. */
  readonly period: Period;
  /** Does the platform debit by itself, or only when asked? Spec §2.2. */
  readonly collectionMode: 'auto' | 'manual';
  /** The instalments, where the merchant wrote them out. */
  readonly breakdown?: readonly ScheduledInstalment[];
}

/** Readable terms, or everything that is wrong with them. */
export type TermsDecision =
  | { readonly ok: true; readonly terms: LoanTerms }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads terms and checks that they hang together. */
export function readTerms(input: LoanTermsInput): TermsDecision {
  const problems: Problem[] = unknownFields(input, termsFields);
  const approvedAmount = readAmount(input?.approvedAmount, 'approvedAmount', problems);
  const totalAmountDue = readAmount(input?.totalAmountDue, 'totalAmountDue', problems);
  const startDate = readDate(input?.startDate, 'startDate', problems);
  const endDate = readDate(input?.endDate, 'endDate', problems);
  const period = typeof input?.frequency === 'string' ? periodOf(input.frequency) : undefined;
  if (!period) problems.push({ path: 'frequency', message: `must be one of ${frequencyNames.join(', ')}` });
  const collectionMode = input?.collectionMode;
  if (collectionMode !== 'auto' && collectionMode !== 'manual')
    problems.push({ path: 'collectionMode', message: "must be 'auto' or 'manual'" });
  if (startDate && endDate && endDate < startDate)
    problems.push({ path: 'endDate', message: 'must not be before startDate' });
  if (problems.length > 0 || !approvedAmount || !totalAmountDue || !startDate || !endDate || !period)
    return { ok: false, problems };
  return withBreakdown({ approvedAmount, totalAmountDue, startDate, endDate, period, collectionMode }, input.breakdown);
}

function withBreakdown(terms: LoanTerms, breakdown: LoanTermsInput['breakdown']): TermsDecision {
  if (breakdown === undefined) {
    const count = dueDates(terms.startDate, terms.endDate, terms.period).length;
    if (count <= MAX_INSTALMENTS && terms.totalAmountDue >= count) return { ok: true, terms };
    return {
      ok: false,
      problems: [
        { path: 'endDate', message: `makes ${count} due dates, which is more than the total can be split over` },
      ],
    };
  }
  if (!Array.isArray(breakdown) || !breakdown.every(isLine))
    return { ok: false, problems: [{ path: 'breakdown', message: 'must be a list of { dueDate, amount }' }] };
  const { startDate, endDate, totalAmountDue: total } = terms;
  const decision = checkBreakdown({ startDate, endDate, total, breakdown });
  if (decision.ok) return { ok: true, terms: { ...terms, breakdown: decision.instalments } };
  return {
    ok: false,
    problems: decision.problems.map(({ path, message }) => ({
      path: path ? `breakdown.${path}` : 'breakdown',
      message,
    })),
  };
}

function isLine(line: unknown): boolean {
  return typeof line === 'object' && line !== null;
}

function readAmount(value: unknown, path: string, problems: Problem[]): Kobo | undefined {
  const amount = koboFromNaira(value);
  if (!amount) problems.push({ path, message: tellAmount(value) });
  return amount;
}

function readDate(value: unknown, path: string, problems: Problem[]): PlainDate | undefined {
  const date = parsePlainDate(value);
  if (!date) problems.push({ path, message: tellDay(value) });
  return date;
}

/** The instalments that the terms make: the given schedule, else the total split evenly over the due dates. Spec §1, §2.2. */
export function scheduleOf(terms: LoanTerms): readonly ScheduledInstalment[] {
  return terms.breakdown ?? evenSchedule(terms.totalAmountDue, dueDates(terms.startDate, terms.endDate, terms.period));
}

/** The first due date lies ahead: the arrangement automates repayment from the first day of a loan, it recovers nothing. Spec §1. */
export function termsLieAhead(terms: LoanTerms, today: PlainDate): Decision {
  const first = scheduleOf(terms)[0]?.dueDate ?? terms.startDate;
  if (first >= today) return allowed;
  return refused(
    'terms-lie-ahead',
    'Spec §1',
    `The first due date, ${first}, has passed (today is ${today}): the service automates repayment from the first day, it recovers nothing`,
  );
}
