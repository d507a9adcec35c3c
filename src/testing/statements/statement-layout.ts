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
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly type?: string | undefined;
  readonly currency?: string | undefined;
  readonly period?: string | undefined;
  readonly opening?: string | undefined;
  readonly closing?: string | undefined;
  readonly totalDebit?: string | undefined;
  readonly totalCredit?: string | undefined;
  readonly debitCount?: string | undefined;
  readonly creditCount?: string | undefined;
}

/** The head of a statement. */
export interface HeadStyle {
  readonly title: string;
  /** One fact a line, facts beside figures, several facts a line, or the figures in a small table of their own. */
  readonly arrangement: 'list' | 'pairs' | 'sentence' | 'table';
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
  readonly rules: 'none' | 'rows' | 'grid';
  readonly zebra: boolean;
  /** Where the titles are printed: on each page, once, or again every so many rows, wherever that is. */
  readonly titles: 'every-page' | 'first-page' | 'mid-page';
  /** May a row go on over the end of a page? */
  readonly splitsRows: boolean;
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
  readonly header?: string | undefined;
  readonly footer: readonly string[];
  readonly watermark?: string | undefined;
  /** After the last row. */
  readonly ending: readonly string[];
}

/** A layout of statements: everything about how a bank prints, as data. */
export interface StatementLayout {
  readonly name: string;
  readonly bank: { readonly name: string; readonly code: string };
  readonly dialect: DialectName;
  readonly page: { readonly size: 'A4' | 'Letter'; readonly isLandscape: boolean; readonly margin: number };
  readonly type: { readonly family: 'helvetica' | 'times' | 'courier'; readonly size: number; readonly lineHeight: number };
  readonly columns: readonly StatementColumn[];
  readonly money: MoneyStyle;
  readonly head: HeadStyle;
  readonly table: TableStyle;
  readonly furniture: FurnitureStyle;
  readonly ink: Ink;
  readonly form: FileForm;
  /** Accounts in one file, each with its own head and table. */
  readonly accounts: number;
}
