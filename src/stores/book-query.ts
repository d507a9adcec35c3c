import { type BookCursor, bookCursorText, bookKeyOf, NEVER } from '../loan-file/book-checks.ts';
import type { BookFilter, BookOrder, BookPageQuery } from '../loan-file/book-tables.ts';
import { type DriverRow, loanOf, type ShownLoan } from './book-rows.ts';

/** A piece of SQL with `?` for each of its values. Tables are named `{schema}.…`. */
export interface Sql<Value> {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Where the two databases differ. */
export interface BookDialect<List> {
  /** Whether a column is among the texts of a list. */
  isAmong(column: string): string;
  list(texts: readonly string[]): List;
  /** What follows the name of a table that is to be read along this index. Empty if the database decides. */
  along(index: string): string;
  /** The column, in a form for which the database uses no index: in a condition, or in an order. */
  plain(column: string): string;
  unordered(column: string): string;
}

type Value<List> = List | string | number;

/** The loans to select: those of a generation that match. */
export interface LoanSelection<List> {
  readonly generation: number;
  readonly filter: BookFilter;
  readonly dialect: BookDialect<List>;
  /** Number of loans of the book, at least 1. An estimate is enough. */
  readonly loans: number;
  readonly start?: Start<List> | undefined;
}

export interface PageSelection<List> extends LoanSelection<List>, Pick<BookPageQuery, 'orderBy' | 'limit'> {
  readonly cursor: BookCursor | undefined;
}

/** How the loans of each order are sorted: by a column, then by the number of the file. */
const orders: Readonly<
  Record<BookOrder, { readonly column?: string; readonly index?: string; readonly isDown?: true }>
> = {
  opened: {},
  unpaidSince: { column: 'unpaid_since', index: 'book_loans_by_unpaid_since' },
  outstanding: { column: 'outstanding', index: 'book_loans_by_outstanding', isDown: true },
};

/** Conditions that have an index, so that a question can start from the files that meet them all. */
export interface Start<List> {
  readonly names: readonly (keyof BookFilter)[];
  readonly files: Sql<Value<List>>;
}

// Counting goes no further: so many files are never few.
const MOST_COUNTED = 10_000;

/**
 * Counts the files that meet each condition, as far as that helps to choose a start. Databases guess such numbers, and a
 * page that begins with the wrong condition takes a hundred times as long.
 */
export function countingStatements<List>({ filter, dialect, generation }: LoanSelection<List>) {
  return testsOf(filter).flatMap((test) => {
    if (test.index === undefined) return [];
    const condition = conditionOn(test, dialect, (column) => `r.${column}`);
    const rows = `{schema}.${test.table} r ${dialect.along(test.index)}`;
    const files: Sql<Value<List>> = {
      text: `select r.file from ${rows} where r.generation = ? and ${condition.text}`,
      values: [generation, ...condition.values],
    };
    const start: Start<List> = { names: [test.name], files };
    const text = `select count(*) as count from (${files.text} limit ?) as found`;
    return [{ start, text, values: [...files.values, MOST_COUNTED] }];
  });
}

// What looking up a loan costs, where the next one in an order or in a list of files costs 1, as measured in both
// databases.
const LOOK_UP = 10;

interface Counted<List> {
  readonly start: Start<List>;
  readonly count: number;
}

/**
 * Where a question starts: from the files that meet the rarest condition, or the rarest ones. Undefined to walk through
 * all loans in order until enough are found, if the conditions together let one expect them soon.
 */
export function cheapestStart<List>(
  counted: readonly Counted<List>[],
  { loans, wanted }: { readonly loans: number; readonly wanted: number },
): Start<List> | undefined {
  const shareOf = (conditions: readonly Counted<List>[]) =>
    conditions.reduce((share, { count }) => share * Math.min(1, count / loans), 1);
  const rare = counted.filter(({ count }) => count < MOST_COUNTED).sort((one, other) => one.count - other.count);
  let cheapest = { cost: Math.min(loans, wanted / shareOf(counted)), conditions: rare.slice(0, 0) };
  for (let most = 1; most <= rare.length; most += 1) {
    const conditions = rare.slice(0, most);
    const listed = most === 1 ? 0 : conditions.reduce((sum, { count }) => sum + count, 0);
    const cost = listed + LOOK_UP * loans * shareOf(conditions);
    if (cost < cheapest.cost) cheapest = { cost, conditions };
  }
  const starts = cheapest.conditions.map(({ start }) => start);
  if (starts.length === 0) return undefined;
  return {
    names: starts.flatMap(({ names }) => names),
    files: {
      text: starts.map(({ files }) => files.text).join(' intersect '),
      values: starts.flatMap(({ files }) => files.values),
    },
  };
}

/** One row more than the page, if there is more. */
export function pageStatement<List>(selection: PageSelection<List>): Sql<Value<List>> {
  const { orderBy, cursor, limit, generation, dialect, start } = selection;
  const { column, index, isDown } = orders[orderBy];
  const columns = [...(column ? [`l.${column}`] : []), 'l.file'];
  const keys = cursor ? (column ? [cursor.key, cursor.file] : [cursor.file]) : [];
  const after = `(${columns.join(', ')}) ${isDown ? '<' : '>'} (${keys.map(() => '?').join(', ')})`;
  const found = matching(selection, { index, more: cursor ? [{ text: after, values: keys }] : [] });
  const orderOf = (names: readonly string[]) => names.map((name) => `${name} ${isDown ? 'desc' : 'asc'}`).join(', ');
  const inner = orderOf(start ? columns.map((name) => dialect.unordered(name)) : columns);
  // The whole rows are read only of the loans that are found.
  return {
    text: `select l.* from (select l.file ${found.text} order by ${inner} limit ?) as k
      cross join {schema}.book_loans l where l.generation = ? and l.file = k.file order by ${orderOf(columns)}`,
    values: [...found.values, limit + 1, generation],
  };
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

export function countStatement<List>(selection: LoanSelection<List>): Sql<Value<List>> {
  const found = matching(selection, { more: [] });
  return { text: `select count(*) as count ${found.text}`, values: found.values };
}

function matching<List>(
  selection: LoanSelection<List>,
  { index, more }: { readonly index?: string | undefined; readonly more: readonly Sql<Value<List>>[] },
): Sql<Value<List>> {
  const { generation, filter, dialect, start } = selection;
  const others = testsOf(filter).filter(({ name }) => !start?.names.includes(name));
  const all: readonly Sql<Value<List>>[] = [
    { text: 'l.generation = ?', values: [generation] },
    ...(start ? [{ text: `l.file in (${start.files.text})`, values: start.files.values }] : []),
    ...more,
    ...others.map((test) => conditionOnLoan(test, dialect)),
  ];
  const loans = `{schema}.book_loans l ${index === undefined || start ? '' : dialect.along(index)}`;
  return {
    text: `from ${loans} where ${all.map(({ text }) => text).join(' and ')}`,
    values: all.flatMap(({ values }) => values),
  };
}

/** A condition of a filter: on the loan, or that it has such a row in another table. All given parts must hold. */
interface Test {
  readonly name: keyof BookFilter;
  readonly table: 'book_loans' | 'book_accounts' | 'book_instalments';
  /** The index that finds such rows, if there is one. */
  readonly index?: string;
  readonly column?: string;
  readonly among?: readonly string[];
  readonly from?: string | number | undefined;
  readonly to?: string | number | undefined;
  /** Conditions without values. */
  readonly fixed?: readonly string[];
}

/** Those of other tables come last, because they cost the most. */
function testsOf(filter: BookFilter): readonly Test[] {
  return [
    ...among(filter, 'loanIds', { ...inLoans, column: 'loan_id', index: 'book_loans_by_id' }),
    ...among(filter, 'payerId', { ...inLoans, column: 'payer_id', index: 'book_loans_by_payer' }),
    ...among(filter, 'stages', { ...inLoans, column: 'stage', index: 'book_loans_by_stage' }),
    ...among(filter, 'mandateStatuses', { ...inLoans, ...mandateStatus }),
    ...among(filter, 'collectionMode', { ...inLoans, column: 'collection_mode' }),
    ...between(filter, ['unpaidSinceFrom', 'unpaidSinceTo'], { ...inLoans, ...unpaidSince }),
    ...between(filter, ['outstandingFrom', 'outstandingTo'], { ...inLoans, ...outstanding }),
    ...between(filter, ['dutyUntil', 'dutyUntil'], { ...inLoans, column: 'duty_until', index: 'book_loans_by_duty' }),
    ...debitsTest(filter),
    ...dutiesTest(filter),
    ...among(filter, 'banks', { ...inAccounts, column: 'bank', index: 'book_accounts_by_bank' }),
    ...among(filter, 'accountStatuses', { ...inAccounts, column: 'status', index: 'book_accounts_by_status' }),
    ...between(filter, ['dueFrom', 'dueTo'], unpaidInstalment),
  ];
}

const inLoans = { table: 'book_loans' } as const;
const inAccounts = { table: 'book_accounts' } as const;
const mandateStatus = { column: 'mandate_status', index: 'book_loans_by_mandate_status' } as const;
const unpaidSince = {
  column: 'unpaid_since',
  index: 'book_loans_by_unpaid_since',
  fixed: [`unpaid_since < '${NEVER}'`],
} as const;
const outstanding = { column: 'outstanding', index: 'book_loans_by_outstanding' } as const;
const unpaidInstalment = {
  table: 'book_instalments',
  column: 'due_date',
  index: 'book_instalments_unpaid',
  fixed: ['unpaid > 0'],
} as const;

type Place = Pick<Test, 'table' | 'column' | 'index' | 'fixed'>;

function among(filter: BookFilter, name: keyof BookFilter, place: Place): readonly Test[] {
  const value = filter[name];
  if (value === undefined) return [];
  return [{ ...place, name, among: Array.isArray(value) ? value : [String(value)] }];
}

type Bounds = readonly [from: BoundName, to: BoundName];
type BoundName = Exclude<
  keyof BookFilter,
  'loanIds' | 'stages' | 'mandateStatuses' | 'accountStatuses' | 'banks' | 'hasDuties'
>;

/** A bound that ends only one side is named twice. */
function between(filter: BookFilter, [fromName, toName]: Bounds, place: Place): readonly Test[] {
  const from = fromName === toName ? undefined : filter[fromName];
  const to = filter[toName];
  return from === undefined && to === undefined ? [] : [{ ...place, name: toName, from, to }];
}

// Unknown and parked debits are among the open ones, which have the index.
function debitsTest({ debits }: BookFilter): readonly Test[] {
  if (debits === undefined) return [];
  const fixed = ['open_debits > 0', ...(debits === 'open' ? [] : [`${debits}_debits > 0`])];
  return [{ ...inLoans, name: 'debits', index: 'book_loans_with_debits', fixed }];
}

// Most loans owe no duty, so that only the others have an index.
function dutiesTest({ hasDuties }: BookFilter): readonly Test[] {
  if (hasDuties === undefined) return [];
  const test = { ...inLoans, name: 'hasDuties', fixed: [`duties ${hasDuties ? '>' : '='} 0`] } as const;
  return [hasDuties ? { ...test, index: 'book_loans_with_duties' } : test];
}

/** The test as conditions on columns, which are named in this way. */
function conditionOn<List>(
  { column = '', among, from, to, fixed = [] }: Test,
  { isAmong, list }: BookDialect<List>,
  name: (column: string) => string,
): Sql<Value<List>> {
  const all: readonly Sql<Value<List>>[] = [
    ...(among ? [{ text: isAmong(name(column)), values: [list(among)] }] : []),
    ...(from === undefined ? [] : [{ text: `${name(column)} >= ?`, values: [from] }]),
    ...(to === undefined ? [] : [{ text: `${name(column)} <= ?`, values: [to] }]),
    ...fixed.map((text) => ({ text: name(text), values: [] })),
  ];
  return { text: all.map(({ text }) => text).join(' and '), values: all.flatMap(({ values }) => values) };
}

/** The test as a condition on the loan `l`, which is at hand already, so that no index could help. */
function conditionOnLoan<List>(test: Test, dialect: BookDialect<List>): Sql<Value<List>> {
  if (test.table === 'book_loans') return conditionOn(test, dialect, (column) => dialect.plain(`l.${column}`));
  const { text, values } = conditionOn(test, dialect, (column) => dialect.plain(`r.${column}`));
  const row = `from {schema}.${test.table} r where r.generation = l.generation and r.file = l.file`;
  return { text: `exists (select 1 ${row} and ${text})`, values };
}
