import type { PlainDate } from '../../../domain/calendar.ts';
import type { Kobo } from '../../../domain/money.ts';
import type { StatementTransaction } from '../../../domain/statement-transaction.ts';

/** An entry of a statement as the insight takes it; the balance may be missing. Amounts in naira, dates as the statement prints them. Spec §2.11. */
export type InsightTransaction = Pick<StatementTransaction, 'type' | 'narration' | 'amount' | 'date'> & { readonly balance?: number | null | undefined };

/** The side of an entry. */
export type EntrySide = 'debit' | 'credit';

/** An entry that was read and checked. */
export interface Entry {
  /** Its place in the list as it was given, from 0: what explanations name it by. */
  readonly row: number;
  readonly side: EntrySide;
  /** The date as it was given, with the time. */
  readonly stamp: string;
  readonly date: PlainDate;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly year: number;
  /** 1 = January. */
  readonly month: number;
  readonly dayOfMonth: number;
  readonly amount: Kobo;
  /** The balance after it, where one was given. */
  readonly balance: Kobo | undefined;
  readonly narration: string;
}

/** Months counted through, so that neighbours differ by one. */
export function monthCount(entry: Pick<Entry, 'year' | 'month'>): number {
  return entry.year * 12 + entry.month - 1;
}
