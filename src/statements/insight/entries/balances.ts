import { dateFromDayNumber, dayNumber, daysInMonth, type PlainDate, partsOf } from '../../../domain/calendar.ts';
import { type Kobo, koboOf, NO_MONEY, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { addTo, type Entry, signedAmount } from './entry.ts';

/** Days with the same end-of-day balance, up to the day before the next entry. */
export interface BalanceSpan {
  /** Days since 1970-01-01. `to` is inclusive. */
  readonly from: number;
  readonly to: number;
  readonly balance: Kobo;
  /** The entry that left this balance; undefined before the first entry. */
  readonly entry: Entry | undefined;
}

export interface DailyBalances {
  /** Whether any balance is known. If not, there are no spans. */
  readonly isKnown: boolean;
  readonly spans: readonly BalanceSpan[];
  readonly days: number;
}

interface BalanceFacts {
  readonly openingBalance: Kobo | undefined;
  readonly closingBalance: Kobo | undefined;
  readonly period: { readonly from: PlainDate; readonly to: PlainDate } | undefined;
}

/** End-of-day balances over the period and all entries (oldest first). Computes missing balances. */
export function dailyBalances(entries: readonly Entry[], facts: BalanceFacts): DailyBalances {
  const covered = coveredDays(entries, facts.period);
  if (!covered) return { isKnown: false, spans: [], days: 0 };
  const days = covered.to - covered.from + 1;
  const opening = facts.openingBalance ?? countBack(entries, facts.closingBalance);
  if (opening === undefined) return { isKnown: false, spans: [], days };
  const spans: BalanceSpan[] = [];
  let [balance, from] = [opening, covered.from];
  let last: Entry | undefined;
  for (const entry of entries) {
    if (entry.when.day > from) {
      spans.push({ from, to: entry.when.day - 1, balance, entry: last });
      from = entry.when.day;
    }
    balance = entry.balance ?? koboOf(balance + signedAmount(entry));
    last = entry;
  }
  spans.push({ from, to: covered.to, balance, entry: last });
  return { isKnown: true, spans, days };
}

function coveredDays(entries: readonly Entry[], period: BalanceFacts['period']) {
  const [first, last] = [entries[0]?.when.day, entries.at(-1)?.when.day];
  const [from, to] = period ? [dayNumber(period.from), dayNumber(period.to)] : [first, last];
  if (from === undefined || to === undefined) return undefined;
  return { from: Math.min(from, first ?? from), to: Math.max(to, last ?? to) };
}

/** The balance before the first entry, computed backwards from the first known balance. */
function countBack(entries: readonly Entry[], closing: Kobo | undefined): Kobo | undefined {
  let change = NO_MONEY;
  for (const entry of entries) {
    change = koboOf(change + signedAmount(entry));
    if (entry.balance !== undefined) return subtractKobo(entry.balance, change);
  }
  return closing === undefined ? undefined : subtractKobo(closing, change);
}

/** A day of the month (1–31) or a week of it (1–5): days 1–7 are week 1. */
export type MonthPart = 'day' | 'week';

/** The part of the month with the extreme, and its entries. `part` is 0 if there is nothing to compare. */
export interface Extreme {
  readonly part: number;
  readonly from: Iterable<Entry>;
}

function monthPart(dayOfMonth: number, part: MonthPart): number {
  return part === 'day' ? dayOfMonth : Math.ceil(dayOfMonth / 7);
}

/** The part of the month with the highest or lowest average end-of-day balance; the earliest if several are equal. */
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
  const sign = which === 'highest' ? 1n : -1n;
  const [first, ...others] = [...sums].sort(([a], [b]) => a - b);
  if (!first) return { part: 0, from: [] };
  let best = first;
  // Compare by cross-multiplication, so that equal means stay equal.
  for (const next of others) if (sign * (next[1].sum * best[1].days - best[1].sum * next[1].days) > 0n) best = next;
  return { part: best[0], from: best[1].from };
}

/** Number of days of a span in each part of the month. No dates are made, because a span may cover centuries. */
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

/** The day or week of the month with the highest deposits over all months; the earliest if several are equal. */
export function depositExtreme(credits: readonly Entry[], part: MonthPart): Extreme {
  const groups = new Map<number, Entry[]>();
  for (const credit of credits) addTo(groups, monthPart(credit.when.dayOfMonth, part), credit);
  let best: Extreme & { readonly sum: number } = { part: 0, from: [], sum: -1 };
  for (const [key, from] of [...groups].sort(([a], [b]) => a - b)) {
    const sum = sumKobo(from.map((entry) => entry.amount));
    if (sum > best.sum) best = { part: key, from, sum };
  }
  return best;
}
