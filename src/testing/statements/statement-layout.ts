import type { DialectName } from './life/dialects.ts';
import type { FileForm } from './pdf/file-form.ts';
import type { Ink } from './pdf/ink.ts';

/** What a column of the table holds. */
export type ColumnKind =
  | 'serial'
  | 'date'
  | 'valueDate'
  | 'narration'
  | 'reference'
  | 'cheque'
  | 'channel'
  | 'branch'
  | 'category'
  | 'counterparty'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'type'
  | 'fee'
  | 'balance';

/** Where a text stands in its column. */
export type Align = 'left' | 'right' | 'centre';

/** A column, in the order of the page. */
export interface StatementColumn {
  /** What stands in it. */
  readonly kind: ColumnKind;
  /** Its lines are parted by `\n`; `''` leaves the header cell blank. */
  readonly title: string;
  /** Default: right for money, else left. */
  readonly align?: Align | undefined;
  /** Default: as `align`. */
  readonly titleAlign?: Align | undefined;
  /** In points, for columns of text, which wrap in it. Dates and money take what they need; the narration takes what is left. */
  readonly width?: number | undefined;
  /** For dates: `dd/MM/yyyy`, `do MMM\nyyyy`, `yyyy-MM-ddT\nHH:mm:ss` … with `\n` where the cell breaks. Also the words of debit and credit in a type column, `DR|CR`. */
  readonly form?: string | undefined;
}

/** How figures are printed. */
export interface MoneyStyle {
  /** Before the digits, with its blank where it has one: `₦`, `NGN `. */
  readonly symbol: string;
  /** What stands between thousands. */
  readonly grouping: ',' | ' ' | '';
  /** How less than nothing is printed, and the debits of a signed column. */
  readonly negative: 'minus' | 'minus-after' | 'parentheses';
  /** A blank between a sign and what follows. */
  readonly signGap: boolean;
  /** A plus before credits of a signed column. */
  readonly plus: boolean;
  /** What a cell holds that has no amount. */
  readonly filler: '' | '0.00' | '-' | '--';
  /** Braces around each figure. */
  readonly braces: boolean;
  /** Are two zeros after the point left out? */
  readonly trimmed: boolean;
}

/** What the head of a statement calls its facts; a fact without a word is not printed. */
export interface HeadLabels {
  /** Before the holder's name. */
  readonly name?: string | undefined;
  /** Before the account number. */
  readonly number?: string | undefined;
  /** Before the kind of account. */
  readonly type?: string | undefined;
  /** Before the currency. */
  readonly currency?: string | undefined;
  /** Before the days that are covered. */
  readonly period?: string | undefined;
  /** Before the opening balance. */
  readonly opening?: string | undefined;
  /** Before the closing balance. */
  readonly closing?: string | undefined;
  /** Before the sum of what went out. */
  readonly totalDebit?: string | undefined;
  /** Before the sum of what came in. */
  readonly totalCredit?: string | undefined;
  /** Before the number of debits. */
  readonly debitCount?: string | undefined;
  /** Before the number of credits. */
  readonly creditCount?: string | undefined;
}

/** The head of a statement. */
export interface HeadStyle {
  /** The first line. */
  readonly title: string;
  /** One fact a line, facts beside figures, several facts a line, or the figures in a small table of their own. */
  readonly arrangement: 'list' | 'pairs' | 'sentence' | 'table';
  /** What the facts are called. */
  readonly labels: HeadLabels;
  /** `{from} to {to}`. */
  readonly period: string;
  /** Form of the period's dates. */
  readonly dates: string;
  /** Before the account's number, such as `SA `. */
  readonly numberPrefix: string;
  /** Does it fill a page of its own? */
  readonly isCover: boolean;
}

/** The table of a statement. */
export interface TableStyle {
  /** Where the cells of a row stand next to a cell of more lines. */
  readonly valign: 'top' | 'middle' | 'bottom';
  /** Above and below each row, in points. */
  readonly padding: number;
  /** Between columns, in points. */
  readonly gap: number;
  /** Lines between cells. */
  readonly rules: 'none' | 'rows' | 'grid';
  /** Is every other row shaded? */
  readonly zebra: boolean;
  /** Where the titles are printed: on each page, once, or again every so many rows, wherever that is. */
  readonly titles: 'every-page' | 'first-page' | 'mid-page';
  /** May a row go on over the end of a page? */
  readonly splitsRows: boolean;
  /** Which entry stands first. */
  readonly order: 'oldest-first' | 'newest-first';
  /** Which rows have their balance, where there is a column for it. */
  readonly balance: 'every-row' | 'day-end';
  /** What tells the side of an amount column: its sign, CR or DR after it (with or without a blank), or nothing of its own. */
  readonly side: 'sign' | 'CR' | ' CR' | 'plain';
  /** CR or DR after each balance. */
  readonly balanceSide: '' | 'CR' | ' CR';
  /** A sign in debit and credit columns too. */
  readonly signsSides: boolean;
  /** Words of the rows that are no entries; a row without words is not printed. */
  readonly words: {
    readonly opening?: string | undefined;
    readonly closing?: string | undefined;
    readonly totals?: string | undefined;
    readonly pageTotals?: string | undefined;
    readonly carried?: string | undefined;
    readonly brought?: string | undefined;
  };
}

/** What stands around the table on every page; `{page}`, `{pages}`, `{date}` and `{amount}` are filled in. */
export interface FurnitureStyle {
  /** Above the table; default nothing. */
  readonly header?: string | undefined;
  /** Below it, line by line. */
  readonly footer: readonly string[];
  /** Across the page; default nothing. */
  readonly watermark?: string | undefined;
  /** After the last row. */
  readonly ending: readonly string[];
}

/** A layout of statements: everything about how a bank prints, as data. */
export interface StatementLayout {
  /** By which `layoutNamed` finds it. */
  readonly name: string;
  /** An invented bank. */
  readonly bank: { readonly name: string; readonly code: string };
  /** How entries are worded. */
  readonly dialect: DialectName;
  /** The paper. */
  readonly page: { readonly size: 'A4' | 'Letter'; readonly isLandscape: boolean; readonly margin: number };
  /** The letters, in points. */
  readonly type: {
    readonly family: 'helvetica' | 'times' | 'courier';
    readonly size: number;
    readonly lineHeight: number;
  };
  /** From left to right. */
  readonly columns: readonly StatementColumn[];
  /** How figures are printed. */
  readonly money: MoneyStyle;
  /** What stands above the table on the first page. */
  readonly head: HeadStyle;
  /** How the table looks. */
  readonly table: TableStyle;
  /** What every page repeats. */
  readonly furniture: FurnitureStyle;
  /** Colours and strokes. */
  readonly ink: Ink;
  /** How the file itself is built. */
  readonly form: FileForm;
  /** Accounts in one file, each with its own head and table. */
  readonly accounts: number;
}
