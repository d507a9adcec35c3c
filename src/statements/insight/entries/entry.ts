import type { StatementTransaction } from '../../../domain/income-insight.ts';
import { type Kobo, koboOf } from '../../../domain/money.ts';

/**
 * An entry of a statement as the insight takes it; the balance may be missing. Amounts in naira, dates as the statement
 * prints them. Spec §2.11.
 */
export type InsightTransaction = Required<Pick<StatementTransaction, 'type' | 'narration' | 'amount' | 'date'>> & {
  readonly balance?: number | null | undefined;
};

/** The side of an entry. */
export type EntrySide = 'debit' | 'credit';

/** A day, taken apart once for all its entries. */
export interface EntryDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly year: number;
  /** 1 = January. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** Months counted through, so that neighbours differ by one. */
  readonly monthCount: number;
  /** The month as insights name it, `August 2022`. */
  readonly label: string;
}

/** An entry that was read and checked. */
export interface Entry {
  /** Its place in the list as it was given, from 0: explanations name it by that. */
  readonly row: number;
  readonly side: EntrySide;
  /** The date as it was given, with the time. */
  readonly stamp: string;
  readonly when: EntryDay;
  readonly amount: Kobo;
  /** The balance after it, where one was given. */
  readonly balance: Kobo | undefined;
  readonly narration: string;
}

/** What the entry does to the balance. */
export function signedAmount({ side, amount }: Pick<Entry, 'side' | 'amount'>): Kobo {
  return side === 'credit' ? amount : koboOf(-amount);
}

/** Adds an item to the group of its key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Entries by the month they belong to, in order of time. */
export type MonthlyEntries<Item extends Pick<Entry, 'row'> = Pick<Entry, 'row'>> = ReadonlyMap<string, readonly Item[]>;

/** Entries by month. Every month of `listed` is there, in that order, also without an entry. */
export function groupByMonth<Item extends Entry>(
  entries: readonly Item[],
  listed: Iterable<string> = [],
): MonthlyEntries<Item> {
  const months = new Map<string, Item[]>();
  for (const label of listed) months.set(label, []);
  for (const entry of entries) addTo(months, entry.when.label, entry);
  return months;
}
