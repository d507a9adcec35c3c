/** The terms of a loan: what the payer consented to repay, when, and how it is collected. Spec §2.2, §8. */
import { list, oneOf, optional, type Problem, pathOf } from '../validation/checks.ts';
import { type RecordCheck, record } from '../validation/record.ts';
import { addPeriods, type Period, type PlainDate, parsePlainDate } from './calendar.ts';
import { allowed, type Decision, refused } from './decision.ts';
import { formatKobo, type Kobo, koboFromNaira, NO_MONEY, splitKobo, subtractKobo, sumKobo } from './money.ts';
import { amount, day, shortText } from './values.ts';

/** A due date and its amount. */
export interface ScheduledInstalment {
  /** A day in Lagos. */
  readonly dueDate: PlainDate;
  /** In kobo. */
  readonly amount: Kobo;
}

/** More due dates than any loan has: daily for 27 years. A longer schedule is refused. */
export const MAX_INSTALMENTS = 10_000;

const periods: ReadonlyMap<string, Period> = new Map([
  ['daily', 'daily'],
  ['D', 'daily'],
  ['weekly', 'weekly'],
  ['W', 'weekly'],
  ['monthly', 'monthly'],
  ['M', 'monthly'],
  ['yearly', 'yearly'],
  ['Y', 'yearly'],
]);

/** All accepted spellings of a frequency. Spec §2.2 shows `monthly` and `Y`. */
export const frequencyNames: readonly string[] = [...periods.keys()];

export function periodOf(frequency: string): Period | undefined {
  return periods.get(frequency);
}

/** The days startDate + k periods up to endDate, each counted from startDate. At most {@link MAX_INSTALMENTS} + 1. */
export function dueDates(startDate: PlainDate, endDate: PlainDate, period: Period): readonly PlainDate[] {
  const dates: PlainDate[] = [];
  for (let count = 0; count <= MAX_INSTALMENTS; count += 1) {
    const date = addPeriods(startDate, period, count);
    if (date > endDate) break;
    dates.push(date);
  }
  return dates;
}

export function evenSchedule(total: Kobo, dates: readonly PlainDate[]): readonly ScheduledInstalment[] {
  const amounts = splitKobo(total, dates.length);
  return dates.map((dueDate, index) => ({ dueDate, amount: amounts[index] ?? NO_MONEY }));
}

/** A schedule as the lender passes it. Its amounts are in naira. The total is in kobo and above zero. */
interface GivenBreakdown {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  readonly total: Kobo;
  readonly breakdown: readonly { readonly dueDate: string; readonly amount: number }[];
}

/** A schedule, or everything that is wrong with it. Paths are relative to the breakdown. */
type ScheduleDecision =
  | { readonly ok: true; readonly instalments: readonly ScheduledInstalment[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Real days, ascending, within the tenure, with amounts above zero that add up to the exact total. */
export function checkBreakdown({ startDate, endDate, total, breakdown }: GivenBreakdown): ScheduleDecision {
  const problems: Problem[] = [];
  const instalments: ScheduledInstalment[] = [];
  let before: PlainDate | undefined;
  for (const [index, line] of breakdown.entries()) {
    const dueDate = parsePlainDate(line?.dueDate);
    const kobo = koboFromNaira(line?.amount);
    if (!dueDate) problems.push(...day.problems(line?.dueDate, `${index}.dueDate`));
    else if (dueDate < startDate || dueDate > endDate)
      problems.push({ path: `${index}.dueDate`, message: `must lie within ${startDate} and ${endDate}` });
    else if (before && dueDate <= before)
      problems.push({ path: `${index}.dueDate`, message: `must come after ${before}` });
    if (!kobo) problems.push(...amount.problems(line?.amount, `${index}.amount`));
    if (dueDate && kobo) instalments.push({ dueDate, amount: kobo });
    before = dueDate ?? before;
  }
  if (problems.length > 0) return { ok: false, problems };
  const difference = subtractKobo(sumKobo(instalments.map((instalment) => instalment.amount)), total);
  if (difference === 0) return { ok: true, instalments };
  const message = `must add up to the total; it differs by ${formatKobo(difference)}`;
  return { ok: false, problems: [{ path: '', message }] };
}

/** The terms of a loan. Amounts are in naira with at most two decimals, dates are `YYYY-MM-DD`. */
export interface LoanTermsInput {
  /** The amount that the credit decision approved. */
  readonly approvedAmount: number;
  /** The total that the payer consented to repay, with interest and fees. */
  readonly totalAmountDue: number;
  /** The first due date. */
  readonly startDate: string;
  /** The last day of the tenure. */
  readonly endDate: string;
  /** The period between instalments. The letters are the service's notation. */
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'D' | 'W' | 'M' | 'Y';
  /** `auto`: the platform debits on each due date. `manual`: you request each debit. */
  readonly collectionMode: 'auto' | 'manual';
  /** Your own schedule. Default: the total, split evenly over the due dates. */
  readonly breakdown?: readonly { readonly dueDate: string; readonly amount: number }[];
  /** The part of the total that is lent money. Not sent to the service. */
  readonly principal?: number;
  /** The rest of the total, such as interest and fees. Principal and charges add up to the total. */
  readonly charges?: readonly LoanCharge[];
}

/** A charge of a loan. */
export interface LoanCharge {
  /** Such as `interest`, `fee` or `insurance`. */
  readonly kind: string;
  /** In naira. */
  readonly amount: number;
}

/** The terms as they are on file. */
export interface LoanTerms {
  /** The loan amount, in kobo. */
  readonly approvedAmount: Kobo;
  /** The total to repay, in kobo. */
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
  /** The lent part of the total, if the lender gave it. */
  readonly principal?: Kobo;
  /** The rest of the total, in kobo. */
  readonly charges?: readonly { readonly kind: string; readonly amount: Kobo }[];
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
    principal: optional(amount),
    charges: optional(
      list(record<LoanCharge>({ kind: shortText('what the charge is for', 100), amount }), {
        takes: 'a list of { kind, amount }',
      }),
    ),
  },
  {
    rules: (terms) => [
      ...(terms.startDate !== undefined && terms.endDate !== undefined && terms.endDate < terms.startDate
        ? [{ path: 'endDate', message: 'must not be before startDate' }]
        : []),
      ...chargesProblems(terms),
    ],
  },
);

function chargesProblems({ totalAmountDue, principal, charges }: Partial<LoanTermsInput>): readonly Problem[] {
  if (charges === undefined && principal === undefined) return [];
  if (principal === undefined)
    return [{ path: 'principal', message: 'is missing: give the lent amount beside the charges' }];
  const parts = [principal, ...(charges ?? []).map((charge) => charge.amount)];
  const sum = sumKobo(parts.map((part) => koboFromNaira(part) ?? NO_MONEY));
  const difference = subtractKobo(koboFromNaira(totalAmountDue) ?? NO_MONEY, sum);
  if (difference === 0 || totalAmountDue === undefined) return [];
  return [
    {
      path: 'charges',
      message: `and principal must add up to totalAmountDue; they differ by ${formatKobo(difference)}`,
    },
  ];
}

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
  const terms = { approvedAmount, totalAmountDue, startDate, endDate, period, collectionMode, ...partsOf(input) };
  return withBreakdown(terms, breakdown);
}

function partsOf({ principal: naira, charges = [] }: LoanTermsInput): Pick<LoanTerms, 'principal' | 'charges'> {
  const principal = naira === undefined ? undefined : koboFromNaira(naira);
  if (principal === undefined) return {};
  const parts = charges.map(({ kind, amount: charge }) => ({ kind, amount: koboFromNaira(charge) ?? NO_MONEY }));
  return { principal, charges: parts };
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
