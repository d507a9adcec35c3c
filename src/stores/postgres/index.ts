/**
 * Loan files and the webhook inbox in PostgreSQL, shared by any number of processes: a store for `RepayKit`, an inbox
 * for `receive`, the migrations of their schema, and a check that the server keeps acknowledged writes. Works with a
 * connection string, with `pg` pools and clients, and with PGlite in tests.
 * @module repaykit/postgres
 */
export { checkPostgres, type PostgresWarning } from './check-postgres.ts';
export type { PostgresAnswer, PostgresClient, PostgresConnection, PostgresPool } from './connection.ts';
export { type PostgresInbox, type PostgresInboxOptions, postgresInbox } from './inbox/postgres-inbox.ts';
export { type MigrateOptions, type MigrationReport, type MigrationStep, migratePostgres } from './migrate-postgres.ts';
export type { Closable, PostgresOptions } from './options.ts';
export { type PGliteDatabase, pglitePool } from './own-pool.ts';
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from './postgres-store.ts';
