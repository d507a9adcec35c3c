import { bookNotBuilt, checkBookFilter, checkBookPage } from '../../loan-file/book-checks.ts';
import type { BookEntry, BookHistoryRow, BookTables } from '../../loan-file/book-tables.ts';
import { checkName } from '../../loan-file/store-checks.ts';
import {
  type BookDialect,
  cheapestStart,
  countingStatements,
  countStatement,
  type LoanSelection,
  loansOfPage,
  type PageSelection,
  pageStatement,
  type Sql,
} from '../book-query.ts';
import { accountOf, type DriverRow, historyOf, instalmentOf, wholeLoanOf } from '../book-rows.ts';
import { buildOf, upToOf } from '../book-state.ts';
import { CallerFailed, inTransaction, READING } from './access.ts';
import { BOOK_STATE, bookStateOf, PLAN_WITH_INDEXES, type StateRow } from './book-state.ts';
import { bookSteps } from './book-steps.ts';
import { type PostgresClient, type PostgresPool, rowsOf } from './connection.ts';

type TextList = readonly string[];

const dialect: BookDialect<TextList> = {
  isAmong: (column) => `${column} = any (?::text[])`,
  list: (texts) => [...texts],
  along: () => '',
  plain: (column) => column,
  unordered: (column) => `least(${column})`,
};

export interface BookPlace {
  readonly pool: PostgresPool;
  readonly ready: () => Promise<unknown>;
  /** Puts the schema into a statement. */
  readonly sql: (statement: string) => string;
}

/** The book in PostgreSQL. Each question is one transaction, which sees one state of the database. */
export function postgresBook(place: BookPlace): BookTables {
  const { pool, ready, sql } = place;

  async function reading<Result>(read: (reader: BookReader) => Promise<Result>): Promise<Result> {
    await ready();
    return inTransaction(pool, READING, async (client) => {
      await client.query(PLAN_WITH_INDEXES);
      return read(new BookReader(client, sql));
    });
  }

  return {
    advance: bookSteps(place),
    state: () =>
      reading(async (reader) => {
        const { state, behind } = await reader.state();
        return { ...(state.generation !== null && { upTo: upToOf(state, behind) }), ...buildOf(state) };
      }),
    async page(query) {
      const cursor = checkBookPage(query);
      return reading(async (reader) => {
        const { upTo, ...at } = await reader.present();
        return { ...loansOfPage(await reader.page({ ...query, ...at, cursor, dialect }), query), upTo };
      });
    },
    async count(filter) {
      checkBookFilter(filter);
      return reading(async (reader) => {
        const { upTo, ...at } = await reader.present();
        return { count: await reader.count({ ...at, filter, dialect }), upTo };
      });
    },
    async find(loanId) {
      checkName('loanId', loanId);
      return reading(async (reader) => {
        const { generation, upTo } = await reader.present();
        const entry = await reader.entry(generation, loanId);
        return { ...(entry && { entry }), upTo };
      });
    },
    scan: (visit, signal) =>
      reading(async (reader) => {
        const { generation, upTo } = await reader.present();
        for await (const page of reader.histories(generation)) for (const row of page) visitOne(row, visit, signal);
        return upTo;
      }),
  };
}

function visitOne(row: BookHistoryRow, visit: (row: BookHistoryRow) => void, signal: AbortSignal | undefined): void {
  try {
    signal?.throwIfAborted();
    visit(row);
  } catch (error) {
    throw new CallerFailed(error);
  }
}

// So many rows a scan holds in memory at a time.
const SCANNED = 500;

const LOAN = `select l.*, h.history from {schema}.book_loans l
  join {schema}.book_histories h on h.generation = l.generation and h.file = l.file
  where l.generation = ? and l.loan_id = ?`;
const HISTORIES = `select file, loan_id, history from {schema}.book_histories
  where generation = ? and file > ? order by file limit ?`;
const INSTALMENTS = 'select * from {schema}.book_instalments where generation = ? and file = ? order by number';
const ACCOUNTS = 'select * from {schema}.book_accounts where generation = ? and file = ? order by position';

/** Reads within one transaction. */
class BookReader {
  readonly #client: PostgresClient;
  readonly #sql: (statement: string) => string;

  constructor(client: PostgresClient, sql: (statement: string) => string) {
    this.#client = client;
    this.#sql = sql;
  }

  #rows({ text, values }: Sql<unknown>): Promise<readonly DriverRow[]> {
    const numbered = text.split('?').reduce((before, part, index) => `${before}$${index}${part}`);
    return rowsOf<DriverRow>(this.#client, this.#sql(numbered), [...values]);
  }

  async state() {
    const [row] = await rowsOf<StateRow & { readonly behind: string }>(this.#client, this.#sql(BOOK_STATE));
    return { state: bookStateOf(row), behind: Number(row?.behind) };
  }

  /** The state of a book that can answer. */
  async present() {
    const { state, behind } = await this.state();
    if (state.generation === null) throw bookNotBuilt(buildOf(state).build);
    return { generation: state.generation, upTo: upToOf(state, behind), loans: Math.max(1, state.total) };
  }

  async page(selection: PageSelection<TextList>): Promise<readonly DriverRow[]> {
    const start = await this.#start(selection, selection.limit);
    return this.#rows(pageStatement<TextList>({ ...selection, start }));
  }

  async count(selection: LoanSelection<TextList>): Promise<number> {
    const start = await this.#start(selection, selection.loans);
    const [row] = await this.#rows(countStatement<TextList>({ ...selection, start }));
    return Number(row?.count);
  }

  /** Counts the files of all conditions in one statement. */
  async #start(selection: LoanSelection<TextList>, wanted: number) {
    const counting = countingStatements(selection);
    if (counting.length === 0) return undefined;
    const [row] = await this.#rows({
      text: `select ${counting.map(({ text }, index) => `(${text}) as count${index}`).join(', ')}`,
      values: counting.flatMap(({ values }) => values),
    });
    const counted = counting.map(({ start }, index) => ({ start, count: Number(row?.[`count${index}`]) }));
    return cheapestStart(counted, { loans: selection.loans, wanted });
  }

  async entry(generation: number, loanId: string): Promise<BookEntry | undefined> {
    const [row] = await this.#rows({ text: LOAN, values: [generation, loanId] });
    if (!row) return undefined;
    const values = [generation, row.file];
    const instalments = await this.#rows({ text: INSTALMENTS, values });
    const accounts = await this.#rows({ text: ACCOUNTS, values });
    return { loan: wholeLoanOf(row), instalments: instalments.map(instalmentOf), accounts: accounts.map(accountOf) };
  }

  async *histories(generation: number): AsyncGenerator<readonly BookHistoryRow[]> {
    const after = (file: unknown) => this.#rows({ text: HISTORIES, values: [generation, file, SCANNED] });
    let next: Promise<readonly DriverRow[]> | undefined = after(0);
    try {
      while (next) {
        const page: readonly DriverRow[] = await next;
        // The server reads the next page while this one is visited.
        next = page.length === SCANNED ? after(page.at(-1)?.file) : undefined;
        yield page.map(historyOf);
      }
    } finally {
      // Nothing may follow a statement that still runs.
      await next?.catch(() => undefined);
    }
  }
}
