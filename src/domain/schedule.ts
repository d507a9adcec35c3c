/** The due dates of a loan and their amounts. Spec §1 (calendar rule) and §2.2. */

import type { Problem } from '../validation/checks.ts';
import { addPeriods, type Period, type PlainDate, parsePlainDate } from './calendar.ts';
import { formatKobo, type Kobo, koboFromNaira, NO_MONEY, splitKobo, subtractKobo, sumKobo } from './money.ts';
import { amount as amountCheck, day as dayCheck } from './values.ts';

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
export interface GivenBreakdown {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  readonly total: Kobo;
  readonly breakdown: readonly { readonly dueDate: string; readonly amount: number }[];
}

/** A schedule, or everything that is wrong with it. Paths are relative to the breakdown. */
export type ScheduleDecision =
  | { readonly ok: true; readonly instalments: readonly ScheduledInstalment[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Real days, ascending, within the tenure, with amounts above zero that add up to the exact total. */
export function checkBreakdown({ startDate, endDate, total, breakdown }: GivenBreakdown): ScheduleDecision {
  const problems: Problem[] = [];
  const instalments: ScheduledInstalment[] = [];
  let before: PlainDate | undefined;
  for (const [index, line] of breakdown.entries()) {
    const dueDate = parsePlainDate(line?.dueDate);
    const amount = koboFromNaira(line?.amount);
    if (!dueDate) problems.push(...dayCheck.problems(line?.dueDate, `${index}.dueDate`));
    else if (dueDate < startDate || dueDate > endDate)
      problems.push({ path: `${index}.dueDate`, message: `must lie within ${startDate} and ${endDate}` });
    else if (before && dueDate <= before)
      problems.push({ path: `${index}.dueDate`, message: `must come after ${before}` });
    if (!amount) problems.push(...amountCheck.problems(line?.amount, `${index}.amount`));
    if (dueDate && amount) instalments.push({ dueDate, amount });
    before = dueDate ?? before;
  }
  if (problems.length > 0) return { ok: false, problems };
  const difference = subtractKobo(sumKobo(instalments.map((instalment) => instalment.amount)), total);
  if (difference === 0) return { ok: true, instalments };
  const message = `must add up to the total; it differs by ${formatKobo(difference)}`;
  return { ok: false, problems: [{ path: '', message }] };
}
