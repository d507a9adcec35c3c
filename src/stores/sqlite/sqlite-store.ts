import { requireOptions } from '../../errors.ts';
import { bookOnDemand, type LoanStore, type PageQuery } from '../../loan-file/store.ts';
import { checkName, checkPage } from '../../loan-file/store-checks.ts';
import { optional, wholeNumber, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { inMemoryOnly } from '../../validation/self-check.ts';
import { connect } from './connect.ts';
import { fileWrites, workClaims } from './file-writes.ts';
import { migrate, requireLoanFiles } from './migrations.ts';
import { SqliteConnection, type SqliteDatabase, type SqliteInteger, TURN_MS } from './sqlite-connection.ts';
import { statements } from './statements.ts';

/** Options of {@link sqliteStore} and `sqliteInbox`. */
export interface SqliteStoreOptions {
  /** An open database, shared by store and inbox or one for each. Close it yourself, after the last call. */
  readonly database: SqliteDatabase;
  /**
   * How long a call waits for other processes that write the same file, in milliseconds from 0 to 60,000; default
   * 5,000. The wait blocks the thread.
   */
  readonly busyTimeoutMs?: number | undefined;
}

const storeOptions = record<SqliteStoreOptions>({
  database: withMethods(
    ['exec', 'prepare'],
    'an open database of node:sqlite, @photostructure/sqlite or better-sqlite3',
  ),
  busyTimeoutMs: optional(wholeNumber({ min: 0, max: 60_000, of: 'milliseconds' })),
});

export function openDatabase(subject: string, options: SqliteStoreOptions): SqliteConnection {
  const { database, busyTimeoutMs = 5_000 } = requireOptions(subject, storeOptions, options);
  const connection = connect(database, busyTimeoutMs);
  migrate(connection);
  return connection;
}

/**
 * Stores loan files in one SQLite file, for a lender with one machine. Several processes of that machine may share the
 * file, each with its own connection. For several machines use PostgreSQL.
 *
 * Pass an open database: `new DatabaseSync(path)` of `node:sqlite` or `@photostructure/sqlite`, or `new Database(path)`
 * of `better-sqlite3`. The store sets `journal_mode=WAL`, `synchronous=FULL`, `foreign_keys=ON` and `busy_timeout`, and
 * verifies them, so that an acknowledged append is on the disk. It creates and migrates its tables itself. The file
 * belongs to the store, and the database refuses to change or delete events. A database in memory (`:memory:`) works
 * the same, but is not durable.
 *
 * Calls block the calling thread and are done when they return. While another process writes, they wait for up to
 * `busyTimeoutMs` and then throw a `StoreError` that is `retryable`.
 * @throws ConfigurationError if an option is invalid, the database does not support WAL, or its file belongs to another
 * program or to a later version of this one
 * @throws StoreError if the database fails, is closed or is in a transaction
 */
export function sqliteStore(options: SqliteStoreOptions): LoanStore {
  const connection = openDatabase('sqliteStore', options);
  const store: LoanStore = {
    ...fileReads(connection),
    ...fileWrites(connection),
    ...workClaims(connection),
    book: bookOnDemand(async () => (await import('./book-tables.ts')).sqliteBook(connection)),
  };
  if (connection.pragma('journal_mode') !== 'memory') return store;
  return inMemoryOnly(store, 'the SQLite database of loan files is', 'open a file on a local disk');
}

const MOST_WAITING_MS = 5_000;

/**
 * Reads loan files and never writes, so a read-only database is enough. Use it to export evidence from a copy or a
 * backup, even of an earlier version.
 * @throws ConfigurationError if the file belongs to another program, or to a later version of this one
 */
export function sqliteReader(database: SqliteDatabase): Pick<LoanStore, 'load' | 'find' | 'list'> {
  database.exec(`PRAGMA busy_timeout = ${TURN_MS}`);
  const connection = new SqliteConnection(database, MOST_WAITING_MS);
  requireLoanFiles(connection);
  return fileReads(connection);
}

interface LoadedRow {
  readonly version: SqliteInteger;
  readonly seq: SqliteInteger | null;
  readonly body: string;
  readonly hash: string;
  readonly sealed: string | null;
}

interface PageRow {
  readonly place: SqliteInteger;
  readonly loan_id: string;
}

interface HeadRow extends PageRow {
  readonly version: SqliteInteger;
  readonly head: string;
}

/** One statement for each read, so that no writer blocks it. */
function fileReads(connection: SqliteConnection): Pick<LoanStore, 'load' | 'find' | 'list'> {
  const loadFile = connection.prepare<LoadedRow>(statements.loadFile);
  const findByLabel = connection.prepare<PageRow>(statements.findByLabel);
  const listFiles = connection.prepare<HeadRow>(statements.listFiles);

  return {
    async load(loanId, afterSeq = 0) {
      checkName('loanId', loanId);
      const rows = connection.read(() => loadFile.all(afterSeq, loanId));
      // A file without events after `afterSeq` yields one row without an event.
      const events = rows.flatMap(({ seq, body, hash, sealed }) =>
        seq === null ? [] : { seq: Number(seq), body, hash, ...(sealed !== null && { personal: sealed }) },
      );
      return rows[0] && { loanId, version: Number(rows[0].version), events };
    },
    async find(label, page) {
      checkName('label', label);
      const place = checkPage(page);
      const { rows, next } = pageOf(
        connection.read(() => findByLabel.all(label, place, page.limit + 1)),
        page,
      );
      return { loanIds: rows.map(({ loan_id }) => loan_id), ...next };
    },
    async list(page) {
      const place = checkPage(page);
      const { rows, next } = pageOf(
        connection.read(() => listFiles.all(place, page.limit + 1)),
        page,
      );
      return {
        heads: rows.map(({ loan_id: loanId, version, head }) => ({ loanId, version: Number(version), head })),
        ...next,
      };
    },
  };
}

/** The rows of the page and the start of the next one. `read` holds one row more than the page. */
function pageOf<Row extends PageRow>(read: readonly Row[], { limit }: PageQuery) {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last && read.length > limit ? { next: String(last.place) } : {} };
}
