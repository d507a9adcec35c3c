import { beforeEach, describe, expect, test } from 'vitest';
import type { PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { postgresInbox } from '../../../src/stores/postgres/inbox/postgres-inbox.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { delivery, storeAndClaim } from '../../webhooks/inbox/deliveries.ts';
import { sampleEvents } from '../sample-events.ts';
import type { DatabaseUnderTest } from './schema-suite.ts';

/** A pool of a driver that does not say whether a connection is in a transaction. */
export function silentPool(pool: PostgresPool): PostgresPool {
  return {
    query: (text, values) => pool.query(text, values),
    async connect() {
      const connection = await pool.connect();
      return { query: (text, values) => connection.query(text, values), release: (error) => connection.release(error) };
    },
  };
}

const refusal = {
  name: 'StoreError',
  outcome: 'none',
  message: expect.stringMatching(
    /inside a transaction that other code had not ended.*nothing was written.*roll back there before release\(\)/,
  ),
};

/** What a store and an inbox do with a connection that other code put back inside a transaction. */
export function describeOpenTransactions(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`a connection that came back inside a transaction, in ${name}`, () => {
    let schema: string;
    beforeEach(async () => {
      schema = await schemas.migrated();
      await pool.query(`create table ${schema}.orders (id text)`);
    });

    /** Other code on the pool forgets to end its transaction. */
    async function leaveOpen(...statements: readonly string[]): Promise<void> {
      const connection = await pool.connect();
      await connection.query('begin');
      for (const statement of statements) await connection.query(statement).catch(() => undefined);
      connection.release();
    }

    const ways: readonly (readonly [string, readonly string[]])[] = [
      ['nothing was done', []],
      ['something was written', ["insert into {schema}.orders values ('order-1')"]],
      ['a statement failed', ['select nothing_of_this_name']],
      ['only its own snapshot is seen', ['set transaction isolation level repeatable read', 'select 1']],
    ];
    const drivers: readonly (readonly [string, PostgresPool])[] = [
      ['as it is', pool],
      ['whose driver does not say so', silentPool(pool)],
    ];

    describe.each(drivers)('%s', (_, shared) => {
      test.each(ways)('in which %s, is not written to, and is not used again', async (_way, statements) => {
        const store = postgresStore({ pool: shared, schema });
        await store.append('loan-0', 0, sampleEvents('loan-0', 0, 1));
        await leaveOpen(...statements.map((statement) => statement.replace('{schema}', schema)));
        await expect(store.append('loan-1', 0, sampleEvents('loan-1', 0, 1))).rejects.toMatchObject(refusal);
        expect(await store.load('loan-1')).toBeUndefined();
        expect((await pool.query(`select id from ${schema}.orders`)).rows).toEqual([]);
        await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1));
        expect(await store.load('loan-1')).toMatchObject({ version: 1 });
      });

      test('takes no delivery, no state change and no end of a claim', async () => {
        const inbox = postgresInbox({ pool: shared, schema });
        const claim = await storeAndClaim(inbox);
        const acts = [
          () => inbox.store(delivery('key-2')),
          () => inbox.recognise(claim, 'news'),
          () => inbox.settle(claim, { kind: 'done' }),
          () => inbox.decide(claim.key, { kind: 'quarantine', reason: 'by hand' }),
        ];
        for (const act of acts) {
          await leaveOpen();
          await expect(act()).rejects.toMatchObject(refusal);
        }
        expect((await inbox.list({ limit: 9 })).map(({ key, status }) => [key, status])).toEqual([
          [claim.key, 'unfinished'],
        ]);
        for (const act of acts) await act();
      });

      test('is committed neither with the effects of a delivery nor with a migration', async () => {
        const inbox = postgresInbox({ pool: shared, schema });
        const claim = await storeAndClaim(inbox);
        const statement = `insert into ${schema}.orders values ('of others')`;
        await leaveOpen(statement);
        const write = `insert into ${schema}.orders values ('ours')`;
        await expect(
          inbox.settle(claim, { kind: 'done' }, async (client) => void (await client.query(write))),
        ).rejects.toMatchObject(refusal);
        await leaveOpen(statement);
        await expect(migratePostgres({ pool: shared, schema: schemas.name() })).rejects.toMatchObject(refusal);
        expect(await inbox.settle(claim, { kind: 'done' }, async (client) => void (await client.query(write)))).toBe(
          true,
        );
        expect((await pool.query(`select id from ${schema}.orders`)).rows).toEqual([{ id: 'ours' }]);
      });
    });

    test('whose `begin` is still on its way is found out, too', async () => {
      const store = postgresStore({ pool, schema });
      await store.append('loan-0', 0, sampleEvents('loan-0', 0, 1));
      const connection = await pool.connect();
      void connection.query('begin');
      connection.release();
      await expect(store.append('loan-1', 0, sampleEvents('loan-1', 0, 1))).rejects.toMatchObject(refusal);
      expect(await store.load('loan-1')).toBeUndefined();
    });
  });
}
