import type { LoanStore } from '../../loan-file/store.ts';
import { connect } from './connect.ts';
import { fileReads } from './file-reads.ts';
import { fileWrites } from './file-writes.ts';
import { migrate } from './migrate.ts';
import { checkStoreOptions, type SqliteStoreOptions } from './store-options.ts';
import { workClaims } from './work-claims.ts';

/**
 * Keeps loan files in one SQLite file: for a lender on one machine. Several processes of that machine may share the file, each with a connection of its
 * own; for several machines there is PostgreSQL.
 *
 * It takes an open database (`new DatabaseSync(path)` of `node:sqlite` or `@photostructure/sqlite`, `new Database(path)` of `better-sqlite3`) and sets
 * `journal_mode=WAL`, `synchronous=FULL`, `foreign_keys=ON` and `busy_timeout`, so that an answered append is on the disk, and looks whether the database
 * took them. Tables are made and brought up to date here, not by a command: one machine has one file, so no other program waits for another schema. The
 * file is the store's own; the database in it refuses to change or delete events. In memory (`:memory:`) all works the same and nothing is durable.
 *
 * Calls work on the calling thread and are done when they return; while another process writes, they wait for up to `busyTimeoutMs` and then throw a
 * `StoreError` that is `retryable`.
 * @throws ConfigurationError when options are wrong, when the database cannot write ahead, and when its file belongs to another program or to a later
 *   version of this one
 * @throws StoreError when the database fails, is closed or is in a transaction
 */
export function sqliteStore(options: SqliteStoreOptions): LoanStore {
  const { database, busyTimeoutMs } = checkStoreOptions('sqliteStore', options);
  const connection = connect(database, busyTimeoutMs);
  migrate(connection);
  return { ...fileReads(connection), ...fileWrites(connection), ...workClaims(connection) };
}
