import type { PlainDate } from '../../../domain/calendar.ts';
import type { StatementTransaction } from '../../../domain/income-insight.ts';
import type { Kobo } from '../../../domain/money.ts';

/** An entry of a statement as the insight takes it; the balance may be missing. Amounts in naira, dates as the statement prints them. Spec §2.11. */
export type InsightTransaction = Required<Pick<StatementTransaction, 'type' | 'narration' | 'amount' | 'date'>> & {
  readonly balance?: number | null | undefined;
};

/** The side of an entry. */
export type EntrySide = 'debit' | 'credit';

/** A day, taken apart once for all its entries. */
export interface EntryDay {
  readonly date: PlainDate;
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
  /** Its place in the list as it was given, from 0: what explanations name it by. */
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

/** Entries by the month they belong to, in order of time. */
export type MonthlyEntries<Item extends Pick<Entry, 'row'> = Pick<Entry, 'row'>> = ReadonlyMap<string, readonly Item[]>;

/** Entries by month. Every one of the months listed is there, in that order, also without an entry. */
export function groupByMonth<Item extends Entry>(
  entries: readonly Item[],
  listed: Iterable<string> = [],
): MonthlyEntries<Item> {
  const months = new Map<string, Item[]>();
  for (const label of listed) months.set(label, []);
  for (const entry of entries) {
    const month = months.get(entry.when.label);
    if (month) month.push(entry);
    else months.set(entry.when.label, [entry]);
  }
  return months;
}
