import { dayNumber, daysInMonth, type PlainDate, parsePlainDate } from '../../domain/calendar.ts';
import type { PrintedDate } from './date-text.ts';

/** Days that the statement names outside its table, such as its period. */
export interface KnownDays {
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

/** Gives printed dates, in the order of the account, their days: which number is the month is the same for all, and years that are not printed are walked through. */
export function resolveDates(
  dates: readonly (PrintedDate | undefined)[],
  known: KnownDays,
): readonly (PlainDate | undefined)[] {
  const order = dayFirst(dates, known) ? 'dm' : 'md';
  const days = dates.map((date) => date && monthAndDay(date, order));
  let year = firstYear(dates, days, known);
  let before: { month: number; day: number } | undefined;
  return dates.map((date, index) => {
    const day = days[index];
    if (!date || !day) return undefined;
    if (date.year !== undefined) year = date.year;
    else if (before && day.month < before.month - 6) year++;
    else if (before && day.month > before.month + 6) year--;
    before = day;
    return plainDay(year, day.month, day.day);
  });
}

/** Which of two numbers is the day. */
export type DayMonthOrder = 'dm' | 'md';

/** How a table writes days and months, as far as its dates show; the day first where they do not. */
export function orderShownBy(dates: readonly (PrintedDate | undefined)[]): DayMonthOrder {
  return dates.some((date) => date?.order === 'md') ? 'md' : 'dm';
}

/** One date by itself. */
export function plainDateOf(date: PrintedDate, order: DayMonthOrder): PlainDate | undefined {
  const { month, day } = monthAndDay(date, order);
  return date.year === undefined ? undefined : plainDay(date.year, month, day);
}

function monthAndDay(date: PrintedDate, habit: DayMonthOrder): { month: number; day: number } {
  const order = date.order === 'open' ? habit : date.order;
  return order === 'dm' ? { day: date.first, month: date.second } : { day: date.second, month: date.first };
}

function plainDay(year: number, month: number, day: number): PlainDate | undefined {
  return parsePlainDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}

// A date that can be read in one way only decides for all; else the reading that keeps to the period and to the order of days.
function dayFirst(dates: readonly (PrintedDate | undefined)[], known: KnownDays): boolean {
  const numeric = dates.filter((date): date is PrintedDate => date !== undefined);
  if (!numeric.some((date) => date.order === 'open')) return true;
  if (numeric.some((date) => date.order === 'md')) return false;
  return disorder(numeric, 'dm', known) <= disorder(numeric, 'md', known);
}

function disorder(dates: readonly PrintedDate[], habit: DayMonthOrder, known: KnownDays): number {
  let [up, down, outside, unreal] = [0, 0, 0, 0];
  let before: number | undefined;
  for (const date of dates) {
    const { month, day } = monthAndDay(date, habit);
    const plain = plainDay(date.year ?? 2024, month, day);
    if (!plain) unreal++;
    if (!plain) continue;
    const number = dayNumber(plain);
    if (date.year !== undefined && ((known.from && plain < known.from) || (known.to && plain > known.to))) outside++;
    if (before !== undefined && number > before) up++;
    if (before !== undefined && number < before) down++;
    before = number;
  }
  return Math.min(up, down) + outside + 10 * unreal;
}

function firstYear(
  dates: readonly (PrintedDate | undefined)[],
  days: readonly ({ month: number; day: number } | undefined)[],
  known: KnownDays,
): number {
  const printed = dates.find((date) => date?.year !== undefined)?.year;
  if (printed !== undefined) return printed;
  const first = days.find((day) => day !== undefined);
  if (known.from) {
    const [year, month] = [Number(known.from.slice(0, 4)), Number(known.from.slice(5, 7))];
    return first && first.month < month - 6 ? year + 1 : year;
  }
  if (!known.to) return 2000;
  return yearBefore(known.to, days);
}

// The last entry lies at or before the end of the period: its year is the end's, and the first one's as many years before as the months wrap.
function yearBefore(to: PlainDate, days: readonly ({ month: number; day: number } | undefined)[]): number {
  let wraps = 0;
  let before: number | undefined;
  let last: { month: number; day: number } | undefined;
  for (const day of days) {
    if (!day) continue;
    if (before !== undefined && day.month < before - 6) wraps++;
    before = day.month;
    last = day;
  }
  const year = Number(to.slice(0, 4));
  const end = last && plainDay(year, last.month, Math.min(last.day, daysInMonth(year, last.month)));
  return year - wraps - (end && end > to ? 1 : 0);
}
