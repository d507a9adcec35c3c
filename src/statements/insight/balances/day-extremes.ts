import { dateFromDayNumber, daysInMonth, partsOf } from '../../../domain/calendar.ts';
import type { Entry } from '../entries/entry.ts';
import type { BalanceSpan } from './daily-balances.ts';

/** A day of the month (1–31) or a week of it (1–5): days 1–7 are week 1. */
export type MonthPart = 'day' | 'week';

/** The part of the month that stands out, and the entries that made it; part 0 where there is nothing to compare. */
export interface Extreme {
  readonly part: number;
  readonly from: Iterable<Entry>;
}

/** Which part of the month a day belongs to. */
export function monthPart(dayOfMonth: number, part: MonthPart): number {
  return part === 'day' ? dayOfMonth : Math.ceil(dayOfMonth / 7);
}

/** The day or week of the month whose end-of-day balances are highest, or lowest, on average over the statement; the earliest where several are. */
export function balanceExtreme(spans: readonly BalanceSpan[], part: MonthPart, which: 'highest' | 'lowest'): Extreme {
  const sums = new Map<number, { sum: bigint; days: bigint; from: Set<Entry> }>();
  for (const span of spans) {
    for (const [key, days] of daysByPart(span, part)) {
      const known = sums.get(key) ?? { sum: 0n, days: 0n, from: new Set<Entry>() };
      if (known.days === 0n) sums.set(key, known);
      known.sum += BigInt(span.balance) * BigInt(days);
      known.days += BigInt(days);
      if (span.entry) known.from.add(span.entry);
    }
  }
  const means = [...sums].sort(([a], [b]) => a - b);
  const sign = which === 'highest' ? 1n : -1n;
  // Compared by cross-multiplication, so that equal means are equal.
  const best = means.reduce(
    (found, next) => (sign * (next[1].sum * found[1].days - found[1].sum * next[1].days) > 0n ? next : found),
    means[0] as (typeof means)[0],
  );
  return best ? { part: best[0], from: best[1].from } : { part: 0, from: [] };
}

/** How many days of a span fall on each part of the month. Counted on from its first day, because a span may be of centuries. */
function daysByPart({ from, to }: BalanceSpan, part: MonthPart): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let [year, month, dayOfMonth] = partsOf(dateFromDayNumber(from));
  let length = daysInMonth(year, month);
  for (let day = from; day <= to; day += 1) {
    const key = monthPart(dayOfMonth, part);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    dayOfMonth += 1;
    if (dayOfMonth <= length) continue;
    [year, month, dayOfMonth] = month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1];
    length = daysInMonth(year, month);
  }
  return counts;
}

/** The day or week of the month on which most money came in, all months together; the earliest where several are. */
export function depositExtreme(credits: readonly Entry[], part: MonthPart): Extreme {
  const sums = new Map<number, { sum: number; from: Entry[] }>();
  for (const credit of credits) {
    const key = monthPart(credit.when.dayOfMonth, part);
    const known = sums.get(key) ?? { sum: 0, from: [] };
    if (known.from.length === 0) sums.set(key, known);
    known.sum += credit.amount;
    known.from.push(credit);
  }
  let best: Extreme & { readonly sum: number } = { part: 0, from: [], sum: -1 };
  for (const [key, { sum, from }] of [...sums].sort(([a], [b]) => a - b))
    if (sum > best.sum) best = { part: key, from, sum };
  return best;
}
