import { bookNotBuilt, checkBookFilter, checkBookPage } from '../../loan-file/book-checks.ts';
import type {
  BookAccountRow,
  BookEntry,
  BookHistoryRow,
  BookInstalmentRow,
  BookTables,
} from '../../loan-file/book-tables.ts';
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
} from '../book-query.ts';
import { accountOf, type DriverRow, historyOf, instalmentOf, wholeLoanOf } from '../book-rows.ts';
import { buildOf, upToOf } from '../book-state.ts';
import { bookStateReader, bookSteps } from './book-steps.ts';
import { PassedOn, type RowStatement, type SqliteConnection, type SqliteValue } from './sqlite-connection.ts';
import { bookStatements } from './statements.ts';

const dialect: BookDialect<SqliteValue> = {
  isAmong: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  list: (texts) => JSON.stringify(texts),
  // Without statistics SQLite often begins with the wrong index.
  along: (index) => `INDEXED BY ${index}`,
  plain: (column) => `+${column}`,
  unordered: (column) => `+${column}`,
};

// So many rows a scan holds in memory at a time.
const SCANNED = 100;

/** The book in SQLite. Each question is one read transaction, which blocks the thread as every call does. */
export function sqliteBook(connection: SqliteConnection): BookTables {
  const stateNow = bookStateReader(connection);
  return {
    ...bookAnswers(connection),
    advance: bookSteps(connection),
    async state() {
      return connection.readTogether(() => {
        const { state, behind } = stateNow();
        return { ...(state.generation !== null && { upTo: upToOf(state, behind) }), ...buildOf(state) };
      });
    },
  };
}

function bookAnswers(connection: SqliteConnection): Pick<BookTables, 'page' | 'count' | 'find' | 'scan'> {
  const stateNow = bookStateReader(connection);
  const reads = bookReads(connection);

  /** The state of a book that can answer. */
  const present = () => {
    const { state, behind } = stateNow();
    if (state.generation === null) throw bookNotBuilt(buildOf(state).build);
    return { generation: state.generation, upTo: upToOf(state, behind), loans: Math.max(1, state.total) };
  };

  return {
    async page(query) {
      const cursor = checkBookPage(query);
      return connection.readTogether(() => {
        const { upTo, ...at } = present();
        return { ...loansOfPage(reads.page({ ...query, ...at, cursor, dialect }), query), upTo };
      });
    },
    async count(filter) {
      checkBookFilter(filter);
      return connection.readTogether(() => {
        const { upTo, ...at } = present();
        return { count: reads.count({ ...at, filter, dialect }), upTo };
      });
    },
    async find(loanId) {
      checkName('loanId', loanId);
      return connection.readTogether(() => {
        const { generation, upTo } = present();
        const entry = reads.entry(generation, loanId);
        return { ...(entry && { entry }), upTo };
      });
    },
    async scan(visit, signal) {
      return connection.readTogether(() => {
        const { generation, upTo } = present();
        for (const row of reads.histories(generation)) visitOne(row, visit, signal);
        return upTo;
      });
    },
  };
}

function visitOne(row: BookHistoryRow, visit: (row: BookHistoryRow) => void, signal: AbortSignal | undefined): void {
  try {
    signal?.throwIfAborted();
    visit(row);
  } catch (error) {
    throw new PassedOn(error);
  }
}

/** Statements are prepared on first use, one for each form of a filter. */
function bookReads(connection: SqliteConnection) {
  const prepared = new Map<string, RowStatement<DriverRow>>();
  const rows = (sql: string, values: readonly SqliteValue[]): readonly DriverRow[] => {
    const statement = prepared.get(sql) ?? connection.prepare<DriverRow>(sql.replaceAll('{schema}.', ''));
    prepared.set(sql, statement);
    return statement.all(...values);
  };

  const start = (selection: LoanSelection<SqliteValue>, wanted: number) =>
    cheapestStart(
      countingStatements(selection).map((counting) => {
        return { start: counting.start, count: Number(rows(counting.text, counting.values)[0]?.count) };
      }),
      { loans: selection.loans, wanted },
    );

  return {
    page(selection: PageSelection<SqliteValue>): readonly DriverRow[] {
      const { text, values } = pageStatement<SqliteValue>({ ...selection, start: start(selection, selection.limit) });
      return rows(text, values);
    },
    count(selection: LoanSelection<SqliteValue>): number {
      const { text, values } = countStatement<SqliteValue>({ ...selection, start: start(selection, selection.loans) });
      return Number(rows(text, values)[0]?.count);
    },
    entry(generation: number, loanId: string): BookEntry | undefined {
      const [row] = rows(bookStatements.loanInBook, [generation, loanId]);
      if (!row) return undefined;
      const key = [generation, Number(row.file)];
      const instalments: readonly BookInstalmentRow[] = rows(bookStatements.instalmentsInBook, key).map(instalmentOf);
      const accounts: readonly BookAccountRow[] = rows(bookStatements.accountsInBook, key).map(accountOf);
      return { loan: wholeLoanOf(row), instalments, accounts };
    },
    *histories(generation: number): Generator<BookHistoryRow> {
      let page: readonly DriverRow[];
      let last = 0;
      do {
        page = rows(bookStatements.historiesInBook, [generation, last, SCANNED]);
        for (const row of page) yield historyOf(row);
        last = Number(page.at(-1)?.file);
      } while (page.length === SCANNED);
    },
  };
}
