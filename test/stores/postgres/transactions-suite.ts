import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, ConflictError, StoreError } from '../../../src/errors.ts';
import type { PostgresConnection } from '../../../src/stores/postgres/connection.ts';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { beginFiles, sampleEvents } from '../sample-events.ts';
import type { DatabaseUnderTest } from './schema-suite.ts';

/** What a store does within a transaction of the lender's own. */
export function describeTransactions(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`a transaction of the lender in ${name}`, () => {
    let schema: string;
    beforeEach(async () => {
      schema = await schemas.migrated();
      await pool.query(`create table ${schema}.orders (id text)`);
    });

    /** Runs work in a transaction and ends it so. */
    async function transaction(
      end: 'commit' | 'rollback',
      act: (client: PostgresConnection) => Promise<void>,
    ): Promise<void> {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await act(client);
        await client.query(end);
      } finally {
        client.release();
      }
    }

    const outside = () => postgresStore({ pool, schema });

    test('takes the loan file along with its own rows, or neither', async () => {
      for (const end of ['rollback', 'commit'] as const) {
        await transaction(end, async (client) => {
          const store = postgresStore({ client, schema });
          await client.query(`insert into ${schema}.orders values ('order-1')`);
          await store.append('loan-1', 0, sampleEvents('loan-1', 0, 2), {
            addLabels: ['payer:1'],
            work: { reports: 1 },
          });
          expect(await store.load('loan-1')).toMatchObject({ version: 2 });
        });
        expect((await pool.query(`select id from ${schema}.orders`)).rows).toHaveLength(end === 'commit' ? 1 : 0);
        expect((await outside().load('loan-1'))?.version).toBe(end === 'commit' ? 2 : undefined);
        expect((await outside().find('payer:1', { limit: 1 })).loanIds).toHaveLength(end === 'commit' ? 1 : 0);
      }
    });

    test('stays usable after a conflict of versions or of mandates', async () => {
      await outside().append('loan-1', 0, sampleEvents('loan-1', 0, 1), { addLabels: ['mandate:1'] });
      await transaction('commit', async (client) => {
        const store = postgresStore({ client, schema });
        await client.query(`insert into ${schema}.orders values ('order-1')`);
        await expect(store.append('loan-1', 0, sampleEvents('loan-1', 0, 1))).rejects.toThrow(ConflictError);
        await expect(
          store.append('loan-2', 0, sampleEvents('loan-2', 0, 1), { addLabels: ['mandate:1'] }),
        ).rejects.toThrow(ConflictError);
        await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1));
      });
      expect((await pool.query(`select id from ${schema}.orders`)).rows).toEqual([{ id: 'order-1' }]);
      expect(await outside().load('loan-1')).toMatchObject({ version: 2 });
      expect(await outside().load('loan-2')).toBeUndefined();
    });

    test('claims and ends work that is held only if it commits', async () => {
      await outside().append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 1 } });
      const query = { now: 5, leaseMs: 5, limit: 5, kinds: ['reports'] };
      await transaction('rollback', async (client) => {
        const store = postgresStore({ client, schema });
        const [claim] = await store.claim(query);
        expect(claim).toMatchObject({ fence: 1 });
        expect(await store.settle(claim as never, { kind: 'done' })).toBe(true);
      });
      expect(await outside().claim(query)).toMatchObject([{ fence: 1, attempts: 1 }]);
    });

    test('that failed already is named as such', async () => {
      await transaction('rollback', async (client) => {
        await client.query('select nothing_of_this_name').catch(() => undefined);
        const failure = await postgresStore({ client, schema })
          .load('loan-1')
          .catch((error) => error);
        expect(failure).toBeInstanceOf(StoreError);
        expect(failure.message).toMatch(/25P02.*roll it back and begin again/);
      });
    });

    test('is what the store says it works in, so that no caller takes for durable what is not', async () => {
      await transaction('rollback', async (client) =>
        expect(postgresStore({ client, schema }).isTransaction).toBe(true),
      );
      expect(outside().isTransaction).toBe(false);
      await beginFiles(outside(), 'loan-1');
    });

    test('or a pool is named, not both and not none', () => {
      expect(() => postgresStore({})).toThrow(ConfigurationError);
      expect(() => postgresStore({ pool, client: pool })).toThrow(ConfigurationError);
    });
  });
}
