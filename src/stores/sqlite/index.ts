/**
 * Loan files and the webhook inbox in one SQLite file on one machine: a store for `RepayKit` and an inbox for
 * `receive`. Works with Node's own SQLite, `@photostructure/sqlite` and `better-sqlite3`.
 * @module repaykit/sqlite
 */
export type { SqliteDatabase, SqliteRunResult, SqliteStatement, SqliteValue } from './sqlite-connection.ts';
export { sqliteInbox } from './sqlite-inbox.ts';
export { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts';
