/**
 * Loan files and the inbox of webhooks in one SQLite file on one machine: a store for `RepayKit` and an inbox for `receive` over the SQLite of Node itself, `@photostructure/sqlite` or `better-sqlite3`.
 * @module repaykit/sqlite
 */
export { sqliteInbox } from './inbox/sqlite-inbox.ts';
export type { SqliteDatabase, SqliteRunResult, SqliteStatement, SqliteValue } from './sqlite-database.ts';
export { sqliteStore } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './store-options.ts';
