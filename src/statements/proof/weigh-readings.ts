import { dayNumber, type PlainDate } from '../../domain/calendar.ts';
import type { Kobo } from '../../domain/money.ts';
import { balanceOf, type PrintedEntry } from '../table/printed-rows.ts';
import { type KnownDays, type PrintedDate, resolveDates } from '../text/dates.ts';
import {
  type AmountHabits,
  amountHabitsOf,
  type ChainEntry,
  movementsOf,
  type WalkedChain,
  walkChain,
} from './balance-chain.ts';

/** One way to read the rows: which are entries, in which order, and from which balance they start. */
export interface Reading {
  /** In the order of the account. */
  readonly entries: readonly PrintedEntry[];
  readonly days: readonly (PlainDate | undefined)[];
  readonly chain: WalkedChain;
  /** Entries dated before the one they follow. */
  readonly disorder: number;
  /** Neither the entries nor a period tell the year. */
  readonly guessesYears: boolean;
  /** Entries without a day, which took that of the entry above, in a statement that prints one for nearly every entry. */
  readonly guessedDays: number;
}

/** What the rest of the statement says. */
export interface StatedFacts {
  readonly known: KnownDays;
  /** Opening balances as stated; more than one where the file states several. */
  readonly openings: readonly Kobo[];
}

/** Reads the rows in every way they may be meant and takes the one whose arithmetic holds best. */
export function bestReading(rows: readonly PrintedEntry[], stated: StatedFacts): Reading {
  let best: Reading | undefined;
  for (const { entries, undated } of datedEntries(rows)) {
    for (const feesApart of entries.some((entry) => (entry.fee?.magnitude ?? 0) > 0) ? [false, true] : [false]) {
      const habits = { ...amountHabitsOf(entries), feesApart };
      for (const order of printedOrders) {
        for (const opening of stated.openings.length > 0 ? stated.openings : [undefined]) {
          const reading = readIn(entries, { order, habits, opening, undated, known: stated.known });
          if (faults(reading) < faults(best)) best = reading;
          if (faults(best) === 0) return best as Reading;
        }
      }
    }
  }
  return best as Reading;
}

function faults(reading: Reading | undefined): number {
  if (!reading) return Number.POSITIVE_INFINITY;
  // A balance that does not follow weighs more than a day out of order.
  return 10 * reading.chain.breaks.length + Math.min(reading.disorder, 9 * reading.entries.length);
}

// Where fewer entries are undated, the statement does not print each day once.
const OFTEN = 0.1;

interface Way {
  readonly order: PrintedOrder;
  readonly habits: AmountHabits;
  readonly opening: Kobo | undefined;
  readonly undated: number;
  readonly known: KnownDays;
}

function readIn(printed: readonly PrintedEntry[], { order, habits, opening, undated, known }: Way): Reading {
  const entries = inAccountOrder(printed, order, (entry) => dayKey(entry));
  const days = resolveDates(
    entries.map((entry) => entry.date),
    known,
  );
  const chain = walkChain(
    entries.map(
      (entry): ChainEntry => ({ movements: movementsOf(entry, habits) ?? [0 as Kobo], balance: balanceOf(entry) }),
    ),
    opening,
  );
  return {
    entries,
    days,
    chain,
    disorder: disorderOf(days),
    guessesYears:
      !known.from && !known.to && entries.length > 0 && entries.every((entry) => entry.date?.year === undefined),
    guessedDays: undated > 0 && undated < OFTEN * entries.length ? undated : 0,
  };
}

function dayKey({ date }: PrintedEntry): string {
  return date ? `${date.year}/${date.first}/${date.second}` : '';
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

// The day is that of the row above; the time is its own.
function dayOf(above: PrintedDate | undefined, time: string | undefined): PrintedDate | undefined {
  if (!above) return undefined;
  const { time: _, ...day } = above;
  return time ? { ...day, time } : day;
}

// A row without a date is an entry of the day above it, where a bank prints each day once; or it is none, such as a figure in a footer.
function datedEntries(
  rows: readonly PrintedEntry[],
): readonly { readonly entries: readonly PrintedEntry[]; readonly undated: number }[] {
  const dated = rows.filter((row) => row.date !== undefined);
  if (dated.length === rows.length) return [{ entries: rows, undated: 0 }];
  const filled: PrintedEntry[] = [];
  for (const row of rows) {
    const date = row.date ?? dayOf(filled.at(-1)?.date, row.time);
    if (date) filled.push({ ...row, date });
  }
  const [without, withThem] = [
    { entries: dated, undated: 0 },
    { entries: filled, undated: filled.length - dated.length },
  ];
  return dated.length > 0 && filled.length - dated.length > OFTEN * filled.length
    ? [withThem, without]
    : [without, withThem];
}

/** In which order a statement prints its entries. */
export type PrintedOrder = 'oldest-first' | 'newest-first' | 'oldest-day-first' | 'newest-day-first';

/** All orders, the commonest first. */
export const printedOrders: readonly PrintedOrder[] = [
  'oldest-first',
  'newest-first',
  'newest-day-first',
  'oldest-day-first',
];

/**
 * Puts entries into the order of the account. `oldest-day-first` has the newest entry of each day on top of the day, `newest-day-first` has the newest day on top and
 * within it the oldest entry.
 */
export function inAccountOrder<Entry>(
  entries: readonly Entry[],
  order: PrintedOrder,
  dayOf: (entry: Entry) => unknown,
): readonly Entry[] {
  switch (order) {
    case 'oldest-first':
      return entries;
    case 'newest-first':
      return entries.toReversed();
    case 'oldest-day-first':
      return daysOf(entries, dayOf).flatMap((day) => day.toReversed());
    case 'newest-day-first':
      return daysOf(entries, dayOf).toReversed().flat();
  }
}

function daysOf<Entry>(entries: readonly Entry[], dayOf: (entry: Entry) => unknown): readonly (readonly Entry[])[] {
  const days: Entry[][] = [];
  let day: unknown;
  for (const entry of entries) {
    if (days.length > 0 && dayOf(entry) === day) days.at(-1)?.push(entry);
    else days.push([entry]);
    day = dayOf(entry);
  }
  return days;
}
