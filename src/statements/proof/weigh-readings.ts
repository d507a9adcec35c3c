import { dayNumber, type PlainDate } from '../../domain/calendar.ts';
import { type Kobo, NO_MONEY } from '../../domain/money.ts';
import { balanceOf, type PrintedEntry, signedBalance } from '../table/printed-rows.ts';
import { type KnownDays, type PrintedDate, resolveDates } from '../text/dates.ts';
import {
  type AmountHabits,
  amountHabitsOf,
  type ChainEntry,
  movementsOf,
  type WalkedChain,
  walkChain,
} from './balance-chain.ts';

/** One way to read the rows: which are entries, their order, and the balance they start from. */
export interface Reading {
  /** In account order. */
  readonly entries: readonly PrintedEntry[];
  readonly days: readonly (PlainDate | undefined)[];
  readonly chain: WalkedChain;
  /** Entries dated before the one they follow. */
  readonly disorder: number;
  /** Neither the entries nor a period give the year. */
  readonly guessesYears: boolean;
  /** Entries that took the day of the entry above, in a statement that prints a day for nearly every entry. */
  readonly guessedDays: number;
}

export interface StatedFacts {
  readonly known: KnownDays;
  /** Stated opening balances; several where the file states several. */
  readonly openings: readonly Kobo[];
}

/** Tries every possible reading of the rows and takes the one whose arithmetic holds best. */
export function bestReading(rows: readonly PrintedEntry[], { known, openings }: StatedFacts): Reading {
  let best: Reading | undefined;
  for (const dated of datedEntries(rows)) {
    const hasFees = dated.entries.some((entry) => (entry.fee?.magnitude ?? 0) > 0);
    for (const feesApart of hasFees ? [false, true] : [false]) {
      const habits = { ...amountHabitsOf(dated.entries), feesApart };
      for (const order of printedOrders) {
        for (const opening of openings.length > 0 ? openings : [undefined]) {
          const reading = readIn(dated, { order, habits, opening, known });
          if (!best || faults(reading) < faults(best)) best = reading;
          if (faults(best) === 0) return best;
        }
      }
    }
  }
  // At least one reading exists, because every list above has an item.
  return best as Reading;
}

function faults({ chain, disorder, entries }: Reading): number {
  // A broken balance weighs more than a day out of order.
  return 10 * chain.breaks.length + Math.min(disorder, 9 * entries.length);
}

interface DatedEntries {
  readonly entries: readonly PrintedEntry[];
  /** The number of entries that took the day of the entry above. */
  readonly undated: number;
}

// With fewer undated entries, the statement does not print each day only once.
const OFTEN = 0.1;

// A row without a date is either an entry of the day above, or not an entry, such as a figure in a footer.
function datedEntries(rows: readonly PrintedEntry[]): readonly DatedEntries[] {
  const dated = rows.filter((row) => row.date !== undefined);
  if (dated.length === rows.length) return [{ entries: rows, undated: 0 }];
  const filled: PrintedEntry[] = [];
  for (const row of rows) {
    const date = row.date ?? dayOf(filled.at(-1)?.date, row.time);
    if (date) filled.push({ ...row, date });
  }
  const undated = filled.length - dated.length;
  const without = { entries: dated, undated: 0 };
  const withThem = { entries: filled, undated };
  return dated.length > 0 && undated > OFTEN * filled.length ? [withThem, without] : [without, withThem];
}

// Takes the day of the row above, but keeps the row's own time.
function dayOf(above: PrintedDate | undefined, time: string | undefined): PrintedDate | undefined {
  if (!above) return undefined;
  const { time: _, ...day } = above;
  return time ? { ...day, time } : day;
}

interface Way {
  readonly order: PrintedOrder;
  readonly habits: AmountHabits;
  readonly opening: Kobo | undefined;
  readonly known: KnownDays;
}

function readIn({ entries: printed, undated }: DatedEntries, { order, habits, opening, known }: Way): Reading {
  const dayKey = ({ date }: PrintedEntry) => (date ? `${date.year}/${date.first}/${date.second}` : '');
  const entries = inAccountOrder(printed, order, dayKey);
  const dates = entries.map((entry) => entry.date);
  const days = resolveDates(dates, known);
  const chained = entries.map((entry) => ({
    movements: movementsOf(entry, habits) ?? [NO_MONEY],
    balance: balanceOf(entry),
    before: entry.before && signedBalance(entry.before),
  }));
  return {
    entries,
    days,
    chain: chainOf(chained, opening),
    disorder: disorderOf(days),
    guessesYears: !known.from && !known.to && dates.length > 0 && dates.every((date) => date?.year === undefined),
    guessedDays: undated < OFTEN * entries.length ? undated : entries.filter((entry) => entry.isDateOpen).length,
  };
}

// A second column of balances that mostly differs from the balance before is another one, such as the available balance.
function chainOf(chained: readonly ChainEntry[], opening: Kobo | undefined): WalkedChain {
  const chain = walkChain(chained, opening);
  const printed = chained.filter(({ before }) => before !== undefined).length;
  if (printed === 0 || chain.breaks.length < 0.5 * printed) return chain;
  const without = walkChain(
    chained.map(({ movements, balance }) => ({ movements, balance })),
    opening,
  );
  return chain.breaks.length - without.breaks.length > 0.5 * printed ? without : chain;
}

function disorderOf(days: readonly (PlainDate | undefined)[]): number {
  let [count, before] = [0, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (!day) continue;
    const number = dayNumber(day);
    if (number < before) count++;
    before = number;
  }
  return count;
}

/**
 * The orders in which statements print entries, the most common first. `newest-day-first` lists the newest day first,
 * but each day from its oldest entry. `oldest-day-first` lists the oldest day first, each day from its newest entry.
 */
export const printedOrders = ['oldest-first', 'newest-first', 'newest-day-first', 'oldest-day-first'] as const;

export type PrintedOrder = (typeof printedOrders)[number];

export function inAccountOrder<Entry>(
  entries: readonly Entry[],
  order: PrintedOrder,
  dayOf: (entry: Entry) => unknown,
) {
  if (order === 'oldest-first') return entries;
  if (order === 'newest-first') return entries.toReversed();
  const days: Entry[][] = [];
  let day: unknown;
  for (const entry of entries) {
    if (days.length > 0 && dayOf(entry) === day) days.at(-1)?.push(entry);
    else days.push([entry]);
    day = dayOf(entry);
  }
  return order === 'oldest-day-first' ? days.flatMap((entries) => entries.toReversed()) : days.toReversed().flat();
}
