import type { PlainDate } from '../../domain/calendar.ts';
import type { EntryCategory, EntryTag } from './life/entry.ts';

/** An entry as a reader should find it, oldest first. Amounts in naira. */
export interface TruthRow {
  /** Place in the account's own order, from 0. */
  readonly i: number;
  /** The day of the entry. */
  readonly date: PlainDate;
  /** `HH:mm:ss` as far as the page prints it; absent where it prints no time. */
  readonly time?: string;
  /** Absent where there is no column for it. */
  readonly valueDate?: PlainDate;
  /** Out of the account, or into it. */
  readonly type: 'debit' | 'credit';
  /** Naira, above zero. */
  readonly amount: number;
  /** After the entry, also where it is not printed. */
  readonly balance: number;
  /** Does the row show its balance? */
  readonly balancePrinted: boolean;
  /** The printed lines of the narration, joined by one blank. */
  readonly narration: string;
  /** What it is for. */
  readonly category: EntryCategory;
  /** What else is true of it. */
  readonly tags: readonly EntryTag[];
  /** From 1; the page its date stands on. */
  readonly page: number;
}

/** Month name and year ("August 2022") to naira. */
export type ByMonth = Readonly<Record<string, number>>;

/** What the rows add up to, counted apart from them. */
export interface TruthOracle {
  /** `YYYY-MM`, oldest first. */
  readonly months: readonly string[];
  /** Naira that came in, month by month. */
  readonly monthlyCredit: ByMonth;
  /** Naira that went out, month by month. */
  readonly monthlyDebit: ByMonth;
  /** Balance after the last entry of each month. */
  readonly monthEndBalance: ByMonth;
  /** Days of the period, both ends included. */
  readonly calendarDays: number;
  /** Mean of the balances at the end of each of those days, in naira. */
  readonly averageDailyBalance: number;
  /** Days that end below nothing. */
  readonly negativeBalanceDays: number;
  /** Debits by category and month. */
  readonly categories: Readonly<Partial<Record<EntryCategory, ByMonth>>>;
  /** Places of the rows with each tag. */
  readonly tagged: Readonly<Record<EntryTag, readonly number[]>>;
}

/** A fact a statement may print about itself. */
export type PrintedFact =
  | 'period'
  | 'opening'
  | 'closing'
  | 'totalDebit'
  | 'totalCredit'
  | 'debitCount'
  | 'creditCount';

/** The truth about an account in a statement. Amounts in naira. */
export interface StatementTruth {
  /** Name of the layout that printed it. */
  readonly layout: string;
  /** What the layout and the file have that a reader may stumble over. */
  readonly features: readonly string[];
  /** The invented bank. */
  readonly bank: { readonly name: string; readonly code: string };
  /** Whose account it is; invented. */
  readonly account: { readonly name: string; readonly number: string; readonly type: string; readonly currency: 'NGN' };
  /** Opens the file; null where it opens by itself. */
  readonly password: string | null;
  readonly amountUnit: 'naira';
  /** Does the table show times of day? */
  readonly hasTime: boolean;
  /** The days that are covered, both included. */
  readonly period: { readonly from: PlainDate; readonly to: PlainDate };
  /** Before the first entry. */
  readonly openingBalance: number;
  /** After the last entry. */
  readonly closingBalance: number;
  /** Sum of what went out. */
  readonly totalDebit: number;
  /** Sum of what came in. */
  readonly totalCredit: number;
  /** Entries that went out. */
  readonly debitCount: number;
  /** Entries that came in. */
  readonly creditCount: number;
  /** Pages of the file. */
  readonly pages: number;
  /** Which of the facts above the page prints, in its head or its table; a reader can only work out the others. */
  readonly printed: readonly PrintedFact[];
  /** Every entry. */
  readonly rows: readonly TruthRow[];
  /** The sums, counted apart from the rows. */
  readonly oracle: TruthOracle;
}
