import type { PlainDate } from '../../domain/calendar.ts';
import type { EntryCategory, EntryTag } from './life/entry.ts';

/** An entry as a reader should find it, oldest first. Amounts in naira. */
export interface TruthRow {
  /** Place in the account's own order, from 0. */
  readonly i: number;
  readonly date: PlainDate;
  /** `HH:mm:ss` as far as the page prints it; absent where it prints no time. */
  readonly time?: string;
  /** Absent where there is no column for it. */
  readonly valueDate?: PlainDate;
  readonly type: 'debit' | 'credit';
  readonly amount: number;
  /** After the entry, also where it is not printed. */
  readonly balance: number;
  readonly balancePrinted: boolean;
  /** The printed lines of the narration, joined by one blank. */
  readonly narration: string;
  readonly category: EntryCategory;
  readonly tags: readonly EntryTag[];
  /** From 1; the page its date stands on. */
  readonly page: number;
}

/** Month name and year ("August 2022") to naira. */
export type ByMonth = Readonly<Record<string, number>>;

/** What the rows add up to, counted apart from them. */
export interface TruthOracle {
  readonly months: readonly string[];
  readonly monthlyCredit: ByMonth;
  readonly monthlyDebit: ByMonth;
  /** Balance after the last entry of each month. */
  readonly monthEndBalance: ByMonth;
  /** Debits by category and month. */
  readonly categories: Readonly<Partial<Record<EntryCategory, ByMonth>>>;
  /** Places of the rows with each tag. */
  readonly tagged: Readonly<Record<EntryTag, readonly number[]>>;
}

/** A fact a statement may print about itself. */
export type PrintedFact = 'period' | 'opening' | 'closing' | 'totalDebit' | 'totalCredit' | 'debitCount' | 'creditCount';

/** The truth about an account in a statement. Amounts in naira. */
export interface StatementTruth {
  readonly layout: string;
  /** What the layout and the file have that a reader may stumble over. */
  readonly features: readonly string[];
  readonly bank: { readonly name: string; readonly code: string };
  readonly account: { readonly name: string; readonly number: string; readonly type: string; readonly currency: 'NGN' };
  /** Opens the file; null where it opens by itself. */
  readonly password: string | null;
  readonly amountUnit: 'naira';
  readonly hasTime: boolean;
  readonly period: { readonly from: PlainDate; readonly to: PlainDate };
  readonly openingBalance: number;
  readonly closingBalance: number;
  readonly totalDebit: number;
  readonly totalCredit: number;
  readonly debitCount: number;
  readonly creditCount: number;
  /** Pages of the file. */
  readonly pages: number;
  /** Which of the facts above the page prints, in its head or its table; a reader can only work out the others. */
  readonly printed: readonly PrintedFact[];
  readonly rows: readonly TruthRow[];
  readonly oracle: TruthOracle;
}
