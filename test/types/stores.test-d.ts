import { DatabaseSync } from '@photostructure/sqlite';
import { type Client, Pool, type PoolClient } from 'pg';
import { describe, expectTypeOf, test } from 'vitest';
import type { LoanStore } from '../../src/loan-file/store.ts';
import {
  checkPostgres,
  migratePostgres,
  type PostgresClient,
  type PostgresPool,
  pglitePool,
  postgresStore,
} from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';

/** As PGlite 0.5 declares it; its own declarations want a browser's types. */
interface Results<T> {
  rows: T[];
  affectedRows?: number;
  fields: { name: string; dataTypeID: number }[];
}
interface Transaction {
  // biome-ignore lint/suspicious/noExplicitAny: so it stands there.
  query<T>(query: string, params?: any[], options?: { rowMode?: 'array' | 'object' }): Promise<Results<T>>;
}
interface PGlite extends Transaction {
  transaction<T>(callback: (client: Transaction) => Promise<T>): Promise<T>;
}

describe('a driver as it comes', () => {
  test('fits the PostgreSQL store: pools and clients of pg', () => {
    expectTypeOf<Pool>().toExtend<PostgresPool>();
    expectTypeOf<PoolClient>().toExtend<PostgresClient>();
    expectTypeOf<Client>().toExtend<PostgresClient>();
    expectTypeOf(postgresStore({ pool: new Pool() })).toExtend<LoanStore>();
    expectTypeOf(checkPostgres).toBeCallableWith(new Pool(), { schema: 'lending' });
    expectTypeOf(migratePostgres).toBeCallableWith({ pool: new Pool() });
  });

  test('fits the PostgreSQL store: PGlite and its transactions', () => {
    const database = {} as PGlite;
    expectTypeOf(pglitePool).toBeCallableWith(database);
    expectTypeOf(postgresStore({ pool: pglitePool(database) })).toExtend<LoanStore>();
    void database.transaction(async (client) => {
      expectTypeOf(postgresStore({ client })).toExtend<LoanStore>();
    });
    // @ts-expect-error PGlite has one connection and lends none: pglitePool does
    postgresStore({ pool: database });
  });

  test('fits the SQLite store', () => {
    expectTypeOf(sqliteStore({ database: new DatabaseSync(':memory:') })).toExtend<LoanStore>();
  });
});
