import type { DialectName } from '../life/entries.ts';
import type { FileForm, Ink } from '../pdf/write-pdf.ts';

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
  /** The balance before the entry. */
  | 'before'
  | 'balance';

export type Align = 'left' | 'right' | 'centre';

export interface StatementColumn {
  readonly kind: ColumnKind;
  /** `\n` separates lines. `''` leaves the header cell blank. */
  readonly title: string;
  /** Default: right for money, left for others. */
  readonly align?: Align | undefined;
  /** Default: as `align`. */
  readonly titleAlign?: Align | undefined;
  /** In points, for text columns, which wrap. Dates and money take the width they need, the narration the rest. */
  readonly width?: number | undefined;
  /**
   * For dates: `dd/MM/yyyy`, `do MMM\nyyyy`, `yyyy-MM-ddT\nHH:mm:ss` … `\n` breaks the cell.
   * For a type column: the names of debit and credit, `DR|CR`. For a reference: its pattern, `S{d8}`.
   */
  readonly form?: string | undefined;
}

export interface MoneyStyle {
  /** The text before the digits, with a trailing blank if needed: `₦`, `NGN `. */
  readonly symbol: string;
  readonly grouping: ',' | ' ' | '';
  /** The form of negative figures, and of debits in a signed column. */
  readonly negative: 'minus' | 'minus-after' | 'parentheses';
  readonly signGap: boolean;
  readonly plus: boolean;
  readonly filler: '' | '0.00' | '-' | '--';
  readonly braces: boolean;
  readonly trimmed: boolean;
}

/** The facts of {@link PrintedFact}. */
export const printedFacts = [
  'period',
  'opening',
  'closing',
  'totalDebit',
  'totalCredit',
  'debitCount',
  'creditCount',
] as const;

/** A fact that a statement may print about itself. */
export type PrintedFact = (typeof printedFacts)[number];

export type HeadFact = 'name' | 'number' | 'type' | 'currency' | PrintedFact;

/** Labels of the facts in a head. A fact without a label is not printed. */
export type HeadLabels = { readonly [Fact in HeadFact]?: string | undefined };

export interface HeadStyle {
  readonly title: string;
  /** One fact per line, facts beside figures, several facts per line, or the figures in a small separate table. */
  readonly arrangement: 'list' | 'pairs' | 'sentence' | 'table';
  readonly labels: HeadLabels;
  /** `{from} to {to}`. */
  readonly period: string;
  readonly dates: string;
  /** Prefix of the account number, such as `SA `. */
  readonly numberPrefix: string;
  readonly isCover: boolean;
}

/** Style of the table. Lengths are in points. */
export interface TableStyle {
  /** Vertical position of a cell beside a cell with more lines. */
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly padding: number;
  readonly gap: number;
  readonly rules: 'none' | 'rows' | 'grid';
  readonly zebra: boolean;
  /** `mid-page` repeats the titles after a number of rows. */
  readonly titles: 'every-page' | 'first-page' | 'mid-page';
  readonly splitsRows: boolean;
  readonly order: 'oldest-first' | 'newest-first';
  /** The rows that print their balance, if the table has a balance column. */
  readonly balance: 'every-row' | 'day-end';
  /** How an amount column shows the side: by sign, by CR or DR after it (with or without a blank), or not at all. */
  readonly side: 'sign' | 'CR' | ' CR' | 'plain';
  readonly balanceSide: '' | 'CR' | ' CR';
  readonly signsSides: boolean;
  /** Names of the bank's own rows. A row without a name is not printed. */
  readonly rowNames: {
    readonly [Row in 'opening' | 'closing' | 'totals' | 'pageTotals' | 'carried' | 'brought']?: string | undefined;
  };
}

/** Texts repeated on every page. `{page}`, `{pages}` and `{date}` are replaced. */
export interface FurnitureStyle {
  readonly header?: string | undefined;
  readonly footer: readonly string[];
  readonly watermark?: string | undefined;
  readonly ending: readonly string[];
}

export interface StatementLayout {
  readonly name: string;
  readonly bank: { readonly name: string; readonly code: string };
  readonly dialect: DialectName;
  readonly page: { readonly size: 'A4' | 'Letter'; readonly isLandscape: boolean; readonly margin: number };
  readonly type: {
    readonly family: 'helvetica' | 'times' | 'courier';
    readonly size: number;
    readonly lineHeight: number;
  };
  readonly columns: readonly StatementColumn[];
  readonly money: MoneyStyle;
  readonly head: HeadStyle;
  readonly table: TableStyle;
  readonly furniture: FurnitureStyle;
  readonly ink: Ink;
  readonly form: FileForm;
  /** Number of accounts in the file, each with its own head and table. */
  readonly accounts: number;
}

export type LayoutDifference = Pick<StatementLayout, 'bank' | 'dialect' | 'columns'> & {
  readonly [Part in 'page' | 'type' | 'money' | 'head' | 'table' | 'furniture' | 'ink' | 'form']?: Partial<
    StatementLayout[Part]
  >;
} & { readonly accounts?: number };

export const usualFigures: HeadLabels = {
  opening: 'Opening Balance',
  totalDebit: 'Total Debit',
  totalCredit: 'Total Credit',
  closing: 'Closing Balance',
};

export const usualLayout: Omit<StatementLayout, 'name' | 'bank' | 'dialect' | 'columns'> = {
  page: { size: 'A4', isLandscape: false, margin: 34 },
  type: { family: 'helvetica', size: 8, lineHeight: 1.2 },
  money: {
    symbol: '',
    grouping: ',',
    negative: 'minus',
    signGap: false,
    plus: false,
    filler: '',
    braces: false,
    trimmed: false,
  },
  head: {
    title: 'STATEMENT OF ACCOUNT',
    arrangement: 'pairs',
    labels: {
      ...labels(['Account Name', 'Account Number', 'Statement Period'], usualFigures),
      type: 'Account Type',
      currency: 'Currency',
    },
    period: '{from} to {to}',
    dates: 'dd-MMM-yyyy',
    numberPrefix: '',
    isCover: false,
  },
  table: {
    valign: 'top',
    padding: 2.5,
    gap: 8,
    rules: 'rows',
    zebra: false,
    titles: 'every-page',
    splitsRows: false,
    order: 'oldest-first',
    balance: 'every-row',
    side: 'sign',
    balanceSide: '',
    signsSides: false,
    rowNames: {},
  },
  furniture: { footer: [], ending: [] },
  ink: { pieces: 'line', torn: 0, naira: 'own-font', order: 'rows', space: 'plain' },
  form: { rotate: 0, compress: true, objectStreams: false, origin: [0, 0] },
  accounts: 1,
};

export function layoutFrom(name: string, difference: LayoutDifference): StatementLayout {
  return {
    ...usualLayout,
    ...difference,
    name,
    page: { ...usualLayout.page, ...difference.page },
    type: { ...usualLayout.type, ...difference.type },
    money: { ...usualLayout.money, ...difference.money },
    head: { ...usualLayout.head, ...difference.head },
    table: { ...usualLayout.table, ...difference.table },
    furniture: { ...usualLayout.furniture, ...difference.furniture },
    ink: { ...usualLayout.ink, ...difference.ink },
    form: { ...usualLayout.form, ...difference.form },
  };
}

export function column(
  kind: ColumnKind,
  title: string,
  more: Omit<StatementColumn, 'kind' | 'title'> = {},
): StatementColumn {
  return { kind, title, ...more };
}

export function sides(debit: string, credit: string, balance: string): readonly StatementColumn[] {
  return [column('debit', debit), column('credit', credit), column('balance', balance)];
}

/** Columns of the entry's day and its value date, in one form. */
export function days(form: string, date: string, valueDate: string): readonly StatementColumn[] {
  return [column('date', date, { form }), column('valueDate', valueDate, { form })];
}

export function labels([name, number, period]: readonly string[], figures: HeadLabels = {}): HeadLabels {
  return { name, number, period, ...figures };
}
