/**
 * Loan files and the inbox of webhooks in one SQLite file on one machine: a store for `RepayKit` and an inbox for `receive` over the SQLite of Node itself, `@photostructure/sqlite` or `better-sqlite3`.
 * @module repaykit/sqlite
 */
export type { SqliteDatabase, SqliteRunResult, SqliteStatement, SqliteValue } from './sqlite-connection.ts';
export { sqliteInbox } from './sqlite-inbox.ts';
export { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts';
