import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPostgres } from '../../../src/stores/postgres/check-postgres.ts';
import { type PGliteDatabase, pglitePool } from '../../../src/stores/postgres/own-pool.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { sized } from '../../size.ts';
import { describeInbox } from '../../webhooks/inbox-suite.ts';
import { sampleEvents } from '../sample-events.ts';
import { describeLoanStore } from '../store-suite.ts';
import { describePostgresBook } from './book-suite.ts';
import { describeMigrations } from './migrations-suite.ts';
import { describeOpenTransactions } from './open-transaction-suite.ts';
import { startPGlite, type TestDatabase } from './pglite.ts';
import { describeSchema } from './schema-suite.ts';
import { TestSchemas } from './schemas.ts';
import { describeTransactions } from './transactions-suite.ts';

// One for all tests: it takes 670 MB and a second and a half.
let database: TestDatabase;
const pool = pglitePool({ query: (text, values) => database.query(text, values) });
const schemas = new TestSchemas(pool);

beforeAll(async () => {
  database = await startPGlite();
}, 600_000);
afterAll(() => database.close());

describeSchema('PGlite', { pool, schemas });
describeMigrations('PGlite', { pool, schemas });
describeTransactions('PGlite', { pool, schemas });
describeOpenTransactions('PGlite', { pool, schemas });
// CI runs these with the server alone.
if (sized(0, 1) === 1) {
  describeLoanStore('a store in PGlite', () => schemas.open());
  describeInbox('in PGlite', { lends: 'awaited' }, () => schemas.openInbox());
  describePostgresBook('PGlite', { pool, schemas });
}

describe('PGlite as a pool', () => {
  test('is taken by one at a time, and a query waits for a transaction to end', async () => {
    const log: string[] = [];
    const fake: PGliteDatabase = {
      query: async (text) => {
        log.push(text);
        return { rows: [] };
      },
    };
    const shared = pglitePool(fake);
    const connection = await shared.connect();
    const waiting = shared.query('other');
    await connection.query('begin');
    await connection.query('commit');
    expect(log).toEqual(['begin', 'commit']);
    connection.release();
    await waiting;
    expect(log).toEqual(['begin', 'commit', 'other']);
  });

  test('goes on after a statement that failed', async () => {
    await expect(pool.query('select nothing_of_this_name')).rejects.toThrow(/does not exist/);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('serves a store within a transaction of PGlite itself', async () => {
    const schema = await schemas.migrated();
    await database.transaction(async (client) => {
      await postgresStore({ client, schema }).append('loan-1', 0, sampleEvents('loan-1', 0, 1));
    });
    expect(await postgresStore({ pool, schema }).load('loan-1')).toMatchObject({ version: 1 });
  });

  test('says itself that it keeps nothing', async () => {
    const warnings = await checkPostgres(pool, { schema: await schemas.migrated() });
    expect(warnings.map(({ setting }) => setting)).toEqual(expect.arrayContaining(['fsync']));
  });
});
