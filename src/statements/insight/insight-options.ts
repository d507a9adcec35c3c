import type { PlainDate } from '../../domain/calendar.ts';
import type { CategoryRule } from './categories/category-rule.ts';

/** What a credit bureau knows of the borrower, in naira. Spec §6.4, `totalBorrowed` to `creditInsight`. */
export interface BureauFigures {
  /** All loans that were paid out. */
  readonly totalBorrowed: number;
  /** What is still owed on them. */
  readonly totalOutstanding: number;
  /** What of it should have been paid. */
  readonly totalOverdue: number;
  /** A short sentence. */
  readonly creditInsight: string;
}

/** What an insight is told besides the entries. A `Statement`'s own `period`, `openingBalance` and `closingBalance` fit as they are. */
export interface InsightOptions {
  /** Appears in the insight; `''` if left out. */
  readonly businessId?: string | undefined;
  /** Appears in the insight; `''` if left out. */
  readonly borrowerId?: string | undefined;
  /** The account's name: credits from an account of the same name are the holder's own money, no income. */
  readonly accountName?: string | undefined;
  /** The days that the statement covers; from the first entry to the last if left out. */
  readonly period?: { readonly from: PlainDate | string; readonly to: PlainDate | string } | null | undefined;
  /** In naira; worked out from the first balance if left out. */
  readonly openingBalance?: number | null | undefined;
  /** In naira; used only where neither an opening balance nor any entry's is given. */
  readonly closingBalance?: number | null | undefined;
  /** Months over which the recommended loan is repaid, 1 to 360. Default 3. */
  readonly tenureMonths?: number | undefined;
  /** The share of income that debt service may take, above 0 and up to 1. Default one third. */
  readonly capRatio?: number | undefined;
  /** Default: nothing is known, and the insight says `null`. */
  readonly bureau?: BureauFigures | undefined;
  /** The whole table of categories, in order. Default `categoryRules`; put your own before them to extend it. */
  readonly rules?: readonly CategoryRule[] | undefined;
  /** Names of employers: what they pay is salary, whatever the narration says. */
  readonly salaryPayers?: readonly string[] | undefined;
}
