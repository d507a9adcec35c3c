/**
 * Loan files in a SQLite file: durable on one machine.
 * @module sqlite
 */
export type { SqliteDatabase, SqliteRunResult, SqliteStatement, SqliteValue } from './sqlite-database.ts';
export { sqliteStore } from './sqlite-store.ts';
export type { SqliteStoreOptions } from './store-options.ts';
