import { NEVER } from '../loan-file/book-checks.ts';
import type {
  BookAccountRow,
  BookEntry,
  BookHistoryRow,
  BookInstalmentRow,
  BookLoanRow,
} from '../loan-file/book-tables.ts';

/** How both databases keep a field: `day` and `text` as text, `whole` as a 64-bit integer, `flag` as a boolean or 0 and 1. */
export type ColumnKind = 'text' | 'whole' | 'flag';

type Columns<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

/** A row of a loan without its history, which is long and has a table of its own, so that filters read fewer pages. */
export type ShownLoan = Omit<BookLoanRow, 'history'>;

const loanColumns: Columns<ShownLoan> = {
  loanId: 'text',
  version: 'whole',
  payerId: 'text',
  mandateId: 'text',
  stage: 'text',
  mandateStatus: 'text',
  collectionMode: 'text',
  openedOn: 'text',
  disbursedOn: 'text',
  closedOn: 'text',
  isAdopted: 'flag',
  principal: 'whole',
  due: 'whole',
  collected: 'whole',
  repaidOutside: 'whole',
  outstanding: 'whole',
  overpaid: 'whole',
  unpaidSince: 'text',
  openDebits: 'whole',
  unknownDebits: 'whole',
  parkedDebits: 'whole',
  duties: 'whole',
  dutyUntil: 'text',
  refreshOn: 'text',
};
const historyColumns: Columns<BookHistoryRow> = { loanId: 'text', history: 'text' };
const instalmentColumns: Columns<BookInstalmentRow> = {
  number: 'whole',
  dueDate: 'text',
  amount: 'whole',
  unpaid: 'whole',
};
const accountColumns: Columns<BookAccountRow> = { position: 'whole', bank: 'text', status: 'text' };

/** A value of a row as it is written. */
export type BookValue = string | number | boolean | null;

/** A table of rows that belong to files. Its first columns are the generation and the number of the file. */
export interface BookTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  /** The values of an entry's rows, without generation and file. */
  rowsOf(entry: BookEntry): readonly (readonly BookValue[])[];
}

/** The tables of an entry. Every entry has one row in the first. */
export const bookTables: readonly BookTable[] = [
  tableOf<ShownLoan>('book_loans', loanColumns, ({ loan }) => [{ ...loan, unpaidSince: loan.unpaidSince ?? NEVER }]),
  tableOf<BookHistoryRow>('book_histories', historyColumns, ({ loan }) => [loan]),
  tableOf('book_instalments', instalmentColumns, ({ instalments }) => instalments),
  tableOf('book_accounts', accountColumns, ({ accounts }) => accounts),
];

function tableOf<Row>(
  name: string,
  columns: Columns<Row>,
  rowsOf: (entry: BookEntry) => readonly Readonly<Record<keyof Row, BookValue>>[],
): BookTable {
  const fields = Object.keys(columns) as (keyof Row & string)[];
  return {
    name,
    columns: fields.map((field) => ({ name: columnOf(field), kind: columns[field] })),
    rowsOf: (entry) => rowsOf(entry).map((row) => fields.map((field) => row[field])),
  };
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A row as a driver gives it. */
export type DriverRow = Readonly<Record<string, unknown>>;

function readerOf<Row>(columns: Columns<Row>): (row: DriverRow) => Row {
  const fields = Object.entries<ColumnKind>(columns).map(([field, kind]) => ({ field, kind, column: columnOf(field) }));
  // The columns are those of the row's type.
  return (row) =>
    Object.fromEntries(fields.map(({ field, kind, column }) => [field, fieldOf(row[column], kind)])) as Row;
}

// A driver gives a 64-bit integer as a number, a bigint or text.
function fieldOf(value: unknown, kind: ColumnKind): unknown {
  if (kind === 'whole') return Number(value);
  return kind === 'flag' ? Boolean(value) : value;
}

const loanWithoutNever = readerOf(loanColumns);

export function loanOf(row: DriverRow): ShownLoan {
  const loan = loanWithoutNever(row);
  return loan.unpaidSince === NEVER ? { ...loan, unpaidSince: null } : loan;
}

/** The history of a row. Figures read those of all loans, so it names each field. */
export function historyOf({ loan_id: loanId, history }: DriverRow): BookHistoryRow {
  return { loanId: String(loanId), history: String(history) };
}

/** The loan of a row that was joined with its history. */
export function wholeLoanOf(row: DriverRow): BookLoanRow {
  return { ...loanOf(row), history: String(row.history) };
}

export const instalmentOf = readerOf(instalmentColumns);
export const accountOf = readerOf(accountColumns);
