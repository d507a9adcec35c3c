import type { PlainDate } from '../domain/calendar.ts';
import type { StatementTransaction } from '../domain/income-insight.ts';

/** The account of a statement. Only printed facts are present. */
export interface StatementAccount {
  /** The account holder's name. */
  readonly name?: string;
  /** As printed, without blanks; usually a 10-digit NUBAN. */
  readonly number?: string;
  /** As printed, such as `SAVINGS ACCOUNT`. */
  readonly type?: string;
  /** ISO code if known (`NGN` for naira), else as printed. Absent if the page names no currency. */
  readonly currency?: string;
}

/** The days a statement covers, both included. */
export interface StatementPeriod {
  /** The first day. */
  readonly from: PlainDate;
  /** The last day. */
  readonly to: PlainDate;
}

/** An entry of a statement, with its place in the file. Spec §2.11. */
export interface ReadTransaction extends Omit<Required<StatementTransaction>, 'type' | 'balance'> {
  /** Money out or in. */
  readonly type: 'debit' | 'credit';
  /** Balance after the entry, in naira; null if it is neither printed nor computable. */
  readonly balance: number | null;
  /** Is the balance printed? If not, it is computed from the entries. */
  readonly balancePrinted: boolean;
  /** The value date, which counts for interest, if printed. */
  readonly valueDate?: PlainDate;
  /** The bank's reference, if the table has a column for it. */
  readonly reference?: string;
  /**
   * Figures of a scan that its two readings do not share. The balances and totals decided which one is right, or left
   * one value. Absent if there are none.
   */
  readonly repaired?: readonly ('amount' | 'balance')[];
  /** The page where the entry begins, from 1. */
  readonly page: number;
  /** The line on that page with the entry's figures, from 1. */
  readonly line: number;
}

/** A bank statement with the proof by its own arithmetic. Amounts are in naira. */
export interface Statement {
  /** How it was read: from the text in the file, or at least one page from a picture, by character recognition. */
  readonly source: 'text' | 'ocr';
  /** The account, with its printed facts. */
  readonly account: StatementAccount;
  /** As printed, else from the first to the last entry; null if there is neither. */
  readonly period: StatementPeriod | null;
  /** As printed, else computed from the first entry's balance; null if neither is possible. */
  readonly openingBalance: number | null;
  /** As printed, else the last entry's balance; null if there is neither. */
  readonly closingBalance: number | null;
  /** Oldest first. Dates are `YYYY-MM-DDTHH:mm:ss.000Z` with the printed time, or 00:00:00 without one. */
  readonly transactions: readonly ReadTransaction[];
  /** Whether the statement's own arithmetic proves the reading. */
  readonly proof: StatementProof;
  /** Signs that the file was edited after the bank made it. Independent of the proof. */
  readonly integrity: StatementIntegrity;
  /** Pages of the file. */
  readonly pages: number;
}

/** The signs of editing in a file: facts with their evidence, not a score. */
export interface StatementIntegrity {
  /** Those about the whole file first, then by page. An empty list does not prove that no one edited the file. */
  readonly findings: readonly IntegrityFinding[];
  /** Present if the option `integrity: false` skipped the check. */
  readonly skipped?: true;
}

/** A sign of editing. */
export interface IntegrityFinding {
  /** What was found. Later versions may add codes. */
  readonly code: IntegrityCode | (string & {});
  /**
   * `note`: worth knowing, and common in files that no one edited. `suspicious`: rare in files that a bank makes.
   * `contradiction`: the file contradicts itself, or shows other than it says.
   */
  readonly severity: 'note' | 'suspicious' | 'contradiction';
  /** The page, from 1, if the finding is on one page. */
  readonly page?: number;
  /** Indices in `transactions` of the entries that it touches, if any. */
  readonly rows?: readonly number[];
  /** One sentence for people that says what was found. Contains no personal data. */
  readonly message: string;
}

/** What a finding is about. `docs/statements.md` says what a lender should do about each. */
export type IntegrityCode =
  /** The page holds text that no one sees. */
  | 'hidden_text'
  /** A picture or a filled area covers text. */
  | 'covered_text'
  /** New text stands on a box over old text. */
  | 'replaced_text'
  /** Two figures are drawn over each other. */
  | 'overlapping_figures'
  /** A letter or digit looks different from the character that the file gives for it. */
  | 'glyph_mismatch'
  /** Whether letters look like their characters cannot be decided. */
  | 'glyph_undecided'
  /** A comment, a stamp or a form field lies over the printed text. */
  | 'annotation_over_text'
  /** A figure is set in another font than its column. */
  | 'mixed_fonts'
  /** A page was made in another way than its neighbours. */
  | 'page_differs'
  /** A later revision of the file changes what its pages show. */
  | 'incremental_update'
  /** A program for editing or writing made or changed the file, not a bank's system. */
  | 'editing_program'
  /** The file says that it was changed after it was made. */
  | 'modified_later'
  /** The file was made before its last entry. */
  | 'made_before_period_end'
  /** The file does not say when and with what it was made. */
  | 'metadata_missing'
  /** The file names two different programs or times for its making. */
  | 'metadata_differs'
  /** The file runs a program or opens something when it is opened. */
  | 'active_content'
  /** Other files are attached. */
  | 'attachments';

/** How far the statement's own figures confirm the reading. */
export interface StatementProof {
  /** Whether every balance follows, and the printed figures agree and confirm both ends. A missing row would show. */
  readonly proved: boolean;
  /** 0 to 1: the share of possible checks that succeeded. 1 only if `proved`. */
  readonly confidence: number;
  /** The balance chain: each balance is the previous one plus a credit or minus a debit. */
  readonly chain: BalanceChain;
  /** The figures that the statement prints about itself, compared with its rows. */
  readonly printed: readonly PrintedFigure[];
  /** Why the statement is not proved, for people; empty if it is. Contains no personal data. */
  readonly doubts: readonly string[];
}

/** The check of the balances. */
export interface BalanceChain {
  /** Number of links checked: a printed balance against the previous printed balance. */
  readonly checked: number;
  /** Links that do not hold. */
  readonly broken: readonly BrokenLink[];
}

/** A balance that does not follow from the entries. */
export interface BrokenLink {
  /** Index in `transactions` of the broken entry; `transactions.length` for the closing balance. */
  readonly index: number;
  /** The page of the entry. */
  readonly page: number;
  /** The balance computed from the entries, in naira. */
  readonly expected: number;
  /** The printed balance, in naira. */
  readonly printed: number;
}

/** A figure the statement prints about its rows. */
export interface PrintedFigure {
  /** Which figure. */
  readonly figure:
    | 'openingBalance'
    | 'closingBalance'
    | 'totalDebit'
    | 'totalCredit'
    | 'debitCount'
    | 'creditCount'
    | 'count';
  /** The printed value: naira, or a count. */
  readonly printed: number;
  /** The value computed from the rows; null if that is impossible. */
  readonly computed: number | null;
  /** Whether both values agree. */
  readonly agrees: boolean;
}
