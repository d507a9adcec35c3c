import type { BookFilter, BookOrder, BookPageQuery } from '../loan-file/book-tables.ts';
import { type BookCursor, bookCursorText, bookKeyOf, NEVER } from '../loan-file/store-checks.ts';
import { type DriverRow, loanOf, type ShownLoan } from './book-rows.ts';

/** A piece of SQL with `?` for each of its values. Tables are named `{schema}.…`. */
export interface Sql<Value> {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Where the two databases differ: whether a column is among the texts of a list, which is one value. */
export interface BookDialect<Value> {
  isAmong(column: string): string;
  list(texts: readonly string[]): Value;
}

/** How the loans of each order are sorted: the direction, and the column before the number of the file. */
const orders: Readonly<Record<BookOrder, { readonly column?: string; readonly direction: 'asc' | 'desc' }>> = {
  opened: { direction: 'asc' },
  unpaidSince: { column: 'unpaid_since', direction: 'asc' },
  outstanding: { column: 'outstanding', direction: 'desc' },
};

interface LoanSelection<Value> {
  readonly generation: number;
  readonly filter: BookFilter;
  readonly dialect: BookDialect<Value>;
}

interface PageSelection<Value> extends LoanSelection<Value> {
  readonly orderBy: BookOrder;
  readonly cursor: BookCursor | undefined;
  readonly limit: number;
}

export function pageStatement<Value>(selection: PageSelection<Value | string | number>): Sql<Value | string | number> {
  const { orderBy, cursor, limit } = selection;
  const { column, direction } = orders[orderBy];
  const columns = [...(column ? [`l.${column}`] : []), 'l.file'];
  const values = cursor ? (column ? [cursor.key, cursor.file] : [cursor.file]) : [];
  const after = `(${columns.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${values.map(() => '?').join(', ')})`;
  const loans = loansOf(selection, cursor ? [{ text: after, values }] : []);
  const order = columns.map((each) => `${each} ${direction}`).join(', ');
  return { text: `select l.* ${loans.text} order by ${order} limit ?`, values: [...loans.values, limit + 1] };
}

/** The loans of a page, and the start of the next one. `rows` holds one row more than the page if there is more. */
export function loansOfPage(
  rows: readonly DriverRow[],
  { orderBy, limit }: Pick<BookPageQuery, 'orderBy' | 'limit'>,
): { readonly loans: readonly ShownLoan[]; readonly next?: string } {
  const loans = rows.slice(0, limit).map(loanOf);
  const [row, loan] = [rows[limit - 1], loans[limit - 1]];
  if (rows.length <= limit || !row || !loan) return { loans };
  return { loans, next: bookCursorText(orderBy, { key: bookKeyOf(orderBy, loan), file: Number(row.file) }) };
}

export function countStatement<Value>(selection: LoanSelection<Value | string | number>): Sql<Value | string | number> {
  const loans = loansOf(selection, []);
  return { text: `select count(*) as count ${loans.text}`, values: loans.values };
}

function loansOf<Value>(
  { generation, filter, dialect }: LoanSelection<Value | string | number>,
  others: readonly Sql<Value | string | number>[],
): Sql<Value | string | number> {
  const all = [{ text: 'l.generation = ?', values: [generation] }, ...conditionsOf(filter, dialect), ...others];
  return {
    text: `from {schema}.book_loans l where ${all.map(({ text }) => text).join(' and ')}`,
    values: all.flatMap(({ values }) => values),
  };
}

/** The conditions of a filter on a loan `l`. */
function conditionsOf<Value>(filter: BookFilter, dialect: BookDialect<Value | string | number>) {
  const conditions: Sql<Value | string | number>[] = [];
  const add = (text: string, ...values: readonly (Value | string | number)[]) => conditions.push({ text, values });
  const addList = (column: string, list: readonly string[] | undefined) => {
    if (list) add(dialect.isAmong(column), dialect.list(list));
  };
  const addAccount = (column: string, list: readonly string[] | undefined) => {
    if (list) add(existing('book_accounts', dialect.isAmong(`r.${column}`)), dialect.list(list));
  };
  const bounds = (column: string, from?: string | number, to?: string | number) => {
    const values = [from, to].filter((value) => value !== undefined);
    const texts = [...(from === undefined ? [] : [`${column} >= ?`]), ...(to === undefined ? [] : [`${column} <= ?`])];
    return { text: texts.join(' and '), values };
  };

  addList('l.loan_id', filter.loanIds);
  addList('l.stage', filter.stages);
  addList('l.mandate_status', filter.mandateStatuses);
  addAccount('status', filter.accountStatuses);
  addAccount('bank', filter.banks);
  if (filter.payerId !== undefined) add('l.payer_id = ?', filter.payerId);
  if (filter.collectionMode !== undefined) add('l.collection_mode = ?', filter.collectionMode);
  const due = bounds('r.due_date', filter.dueFrom, filter.dueTo);
  if (due.text) add(existing('book_instalments', `r.unpaid > 0 and ${due.text}`), ...due.values);
  const unpaid = bounds('l.unpaid_since', filter.unpaidSinceFrom, filter.unpaidSinceTo);
  if (unpaid.text) add(`${unpaid.text} and l.unpaid_since < '${NEVER}'`, ...unpaid.values);
  const outstanding = bounds('l.outstanding', filter.outstandingFrom, filter.outstandingTo);
  if (outstanding.text) add(outstanding.text, ...outstanding.values);
  if (filter.debits) add(filter.debits === 'open' ? OPEN : `${OPEN} and l.${filter.debits}_debits > 0`);
  if (filter.dutyUntil !== undefined) add('l.duty_until <= ?', filter.dutyUntil);
  if (filter.hasDuties !== undefined) add(`l.duties ${filter.hasDuties ? '>' : '='} 0`);
  return conditions;
}

// Unknown and parked debits are among the open ones, which have an index.
const OPEN = 'l.open_debits > 0';

function existing(table: string, condition: string): string {
  return `exists (select 1 from {schema}.${table} r where r.generation = l.generation and r.file = l.file and ${condition})`;
}
