import type {
  ColumnKind,
  HeadStyle,
  MoneyStyle,
  StatementColumn,
  StatementLayout,
  TableStyle,
} from '../statement-layout.ts';

/** Figures as most banks print them: 1,234.56. */
export const plainMoney: MoneyStyle = {
  symbol: '',
  grouping: ',',
  negative: 'minus',
  signGap: false,
  plus: false,
  filler: '',
  braces: false,
  trimmed: false,
};

/** Words of a usual head. */
export const usualHead: HeadStyle = {
  title: 'STATEMENT OF ACCOUNT',
  arrangement: 'pairs',
  labels: {
    name: 'Account Name',
    number: 'Account Number',
    type: 'Account Type',
    currency: 'Currency',
    period: 'Statement Period',
    opening: 'Opening Balance',
    totalDebit: 'Total Debit',
    totalCredit: 'Total Credit',
    closing: 'Closing Balance',
  },
  period: '{from} to {to}',
  dates: 'dd-MMM-yyyy',
  numberPrefix: '',
  isCover: false,
};

/** A usual table. */
export const usualTable: TableStyle = {
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
  words: {},
};

/** What a named layout differs in. */
export interface LayoutDifference {
  readonly bank: StatementLayout['bank'];
  readonly dialect: StatementLayout['dialect'];
  readonly columns: readonly StatementColumn[];
  readonly page?: Partial<StatementLayout['page']>;
  readonly type?: Partial<StatementLayout['type']>;
  readonly money?: Partial<MoneyStyle>;
  readonly head?: Partial<HeadStyle>;
  readonly table?: Partial<TableStyle>;
  readonly furniture?: Partial<StatementLayout['furniture']>;
  readonly ink?: Partial<StatementLayout['ink']>;
  readonly form?: Partial<StatementLayout['form']>;
  readonly accounts?: number;
}

/** A whole layout from what it differs in. */
export function layoutFrom(name: string, difference: LayoutDifference): StatementLayout {
  const { bank, dialect, columns, accounts = 1 } = difference;
  return {
    name,
    bank,
    dialect,
    columns,
    accounts,
    page: { size: 'A4', isLandscape: false, margin: 34, ...difference.page },
    type: { family: 'helvetica', size: 8, lineHeight: 1.2, ...difference.type },
    money: { ...plainMoney, ...difference.money },
    head: { ...usualHead, ...difference.head },
    table: { ...usualTable, ...difference.table },
    furniture: { footer: [], ending: [], ...difference.furniture },
    ink: { pieces: 'line', torn: 0, naira: 'own-font', order: 'rows', space: 'plain', ...difference.ink },
    form: { rotate: 0, compress: true, objectStreams: false, origin: [0, 0], ...difference.form },
  };
}

/** A column in one line. */
export function column(
  kind: ColumnKind,
  title: string,
  more: Omit<StatementColumn, 'kind' | 'title'> = {},
): StatementColumn {
  return { kind, title, ...more };
}
