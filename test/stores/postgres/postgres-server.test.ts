import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ConflictError, StoreError } from '../../../src/errors.ts';
import { checkPostgres } from '../../../src/stores/postgres/check-postgres.ts';
import type { PostgresPool } from '../../../src/stores/postgres/connection.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import { allMigrations } from '../../../src/stores/postgres/migrations/schema-version.ts';
import { type PostgresStore, postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { beginFiles, sampleEvent, sampleEvents } from '../sample-events.ts';
import { permissionsOfDocs } from './documented-permissions.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('a store on a PostgreSQL server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);
  let schema: string;
  let store: PostgresStore;

  beforeEach(async () => {
    schema = await schemas.migrated();
    store = postgresStore({ pool, schema });
  });
  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  });

  /** A pool of one connection that counts its statements. */
  function counting() {
    const sent: string[] = [];
    const counted: PostgresPool = {
      query: (text, values) => pool.query(text, values),
      async connect() {
        const client = await pool.connect();
        return {
          release: (error) => client.release(error),
          getTransactionStatus: () => client.getTransactionStatus(),
          query(text, values) {
            sent.push(text);
            return client.query(text, values);
          },
        };
      },
    };
    return { sent, store: postgresStore({ pool: counted, schema }) };
  }

  test('takes one statement for one append, and two for fifty that come at once with fifty ends of claims', async () => {
    const counted = counting();
    await beginFiles(counted.store, 'loan-0');
    expect(counted.sent).toHaveLength(1);
    const loanIds = Array.from({ length: 50 }, (_, index) => `loan-${index + 1}`);
    await Promise.all(
      loanIds.map((loanId) => counted.store.append(loanId, 0, sampleEvents(loanId, 0, 2), { work: { reports: 1 } })),
    );
    expect(counted.sent).toHaveLength(2);
    const claims = await counted.store.claim({ now: 5, leaseMs: 5, limit: 50, kinds: ['reports'] });
    await Promise.all(claims.map((claim) => counted.store.settle(claim, { kind: 'done' })));
    expect(counted.sent).toHaveLength(4);
  });

  test.each(['repeatable read', 'serializable'])(
    'is migrated by several processes at once also where transactions are %s by default',
    async (isolation) => {
      const strict = new Pool({
        connectionString: url,
        max: 6,
        options: `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`,
      });
      try {
        const fresh = schemas.name();
        const reports = await Promise.all(
          Array.from({ length: 6 }, () => migratePostgres({ pool: strict, schema: fresh })),
        );
        expect(reports.flatMap(({ steps }) => steps)).toHaveLength(allMigrations.length);
      } finally {
        await strict.end();
      }
    },
  );

  test('affects no other write by an append that the database cannot take', async () => {
    await pool.query(`alter table ${schema}.events add check (body not like '%poison%')`);
    const write = (index: number) =>
      store.append(`loan-${index}`, 0, [sampleEvent(`loan-${index}`, 1, { note: index === 17 ? 'poison' : 'good' })]);
    const written = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => write(index)));
    expect(written.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([17]);
    expect(written[17]).toMatchObject({ reason: { name: 'StoreError', outcome: 'none', retryable: false } });
    expect(await store.load('loan-17')).toBeUndefined();
    expect((await store.list({ limit: 100 })).heads).toHaveLength(39);
  });

  test('comes through when batches meet the same loans in opposite orders', async () => {
    const beside = postgresStore({ pool, schema });
    const loanIds = Array.from({ length: 30 }, (_, index) => `loan-${index}`);
    for (const version of [0, 1, 2, 3]) {
      const write = (writer: PostgresStore) => (loanId: string) =>
        writer.append(loanId, version, sampleEvents(loanId, version, 1), { work: { reports: 1 } });
      const written = await Promise.allSettled([
        ...loanIds.map(write(store)),
        ...loanIds.toReversed().map(write(beside)),
      ]);
      expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
      for (const result of written)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
    }
  });

  test('says that it does not know when its connection is cut in the middle of an append, and goes on with the next', async () => {
    await beginFiles(store, 'loan-1');
    const blocker = await pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query(`select 1 from ${schema}.loans where loan_id = 'loan-1' for update`);
      const append = store.append('loan-1', 1, sampleEvents('loan-1', 1, 1)).catch((error) => error);
      const waiting = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%${schema}%append_events%'`;
      // Not within the transaction: it sees the activity of the moment when it first looked.
      for (;;) if ((await pool.query(waiting)).rows.length > 0) break;
      expect(await append).toMatchObject({ name: 'StoreError', outcome: 'unknown', retryable: false });
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await store.load('loan-1')).toMatchObject({ version: 1 });
    await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1));
  });

  test('finds work by its indexes among 100,000 rows, whatever waits beside it', async () => {
    await pool.query(
      `insert into ${schema}.loans (loan_id, version, head) select 'loan-' || i, 1, '0' from generate_series(1, 50000) i`,
    );
    await pool.query(
      `insert into ${schema}.work (loan_no, kind, due_at) select no, 'debits', no % 1000 from ${schema}.loans`,
    );
    await pool.query(
      `insert into ${schema}.work (loan_no, kind, due_at) select no, 'reports', 1000000 + no from ${schema}.loans`,
    );
    const alone = new Pool({ connectionString: url, max: 1 });
    const read = async () => {
      await alone.query('select pg_stat_force_next_flush()');
      await alone.query('select 1');
      const { rows } = await alone.query(
        `select coalesce(sum(seq_tup_read), 0)::int as whole, sum(idx_tup_fetch)::int as fetched from pg_stat_user_tables where schemaname = $1 and relname in ('work', 'loans')`,
        [schema],
      );
      return rows[0] as { whole: number; fetched: number };
    };
    try {
      const lonely = postgresStore({ pool: alone, schema });
      const before = await read();
      const query = { now: 999_999, leaseMs: 1_000, limit: 50 };
      expect(await lonely.claim({ ...query, kinds: ['reports'] })).toEqual([]);
      const claims = await lonely.claim({ ...query, kinds: ['reports', 'debits'] });
      expect(claims).toHaveLength(50);
      expect(await lonely.claim({ ...query, kinds: ['reports'], loanId: 'loan-77' })).toHaveLength(1);
      expect(await Promise.all(claims.map((claim) => lonely.settle(claim, { kind: 'done' })))).not.toContain(false);
      await lonely.append('loan-99', 1, sampleEvents('loan-99', 1, 1), { work: { debits: null } });
      const after = await read();
      expect(after.whole - before.whole).toBe(0);
      expect(after.fetched - before.fetched).toBeLessThan(2_000);
    } finally {
      await alone.end();
    }
  });

  test('needs no more rights than the guide gives, and they do not suffice to change the past', async () => {
    const role = `${schema}_app`;
    await pool.query(`create role ${role}`);
    try {
      for (const statement of permissionsOfDocs({ schema, role })) await pool.query(statement);
      const client = await pool.connect();
      try {
        await client.query(`set role ${role}`);
        const app = postgresStore({ client, schema });
        await app.append('loan-1', 0, sampleEvents('loan-1', 0, 1, { personal: 'sealed' }), {
          addLabels: ['mandate:1', 'payer:1'],
          work: { reports: 1 },
        });
        await app.append('loan-1', 1, sampleEvents('loan-1', 1, 1), {
          removeLabels: ['payer:1'],
          work: { reports: 2 },
        });
        const [claim] = await app.claim({ now: 5, leaseMs: 5, limit: 5, kinds: ['reports'] });
        expect(await app.settle(claim as never, { kind: 'failed', dueAt: 9, reason: 'no answer' })).toBe(true);
        expect(await app.list({ limit: 5 })).toMatchObject({ heads: [{ version: 2 }] });
        for (const statement of [
          'update {s}.events set seq = 9',
          'delete from {s}.events',
          'truncate {s}.events',
          'delete from {s}.loans',
          'drop table {s}.events',
        ])
          await expect(client.query(statement.replace('{s}', schema))).rejects.toThrow(
            /permission denied|must be owner/,
          );
        const fresh = postgresStore({ pool: { ...asPool(client) }, schema });
        expect(await fresh.find('mandate:1', { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
      } finally {
        await client.query('reset role');
        client.release();
      }
    } finally {
      await pool.query(`drop owned by ${role}`);
      await pool.query(`drop role ${role}`);
    }
  });

  test('that keeps what it acknowledges passes the check', async () => {
    expect(await checkPostgres(pool, { schema })).toEqual([]);
  });

  test.each([
    ['synchronous_commit', 'off', 'a crash loses the last commits'],
    ['default_transaction_read_only', 'on', 'only read'],
    ['default_transaction_isolation', 'serializable', 'fail instead of taking turns'],
  ])('with %s = %s is found out by the check', async (setting, value, message) => {
    const careless = new Pool({ connectionString: url, max: 1, options: `-c ${setting}=${value}` });
    try {
      expect(await checkPostgres(careless, { schema })).toMatchObject([
        { value, message: expect.stringContaining(message) },
      ]);
    } finally {
      await careless.end();
    }
  });

  test('that is not there is named, and nothing was written', async () => {
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 });
    const away = postgresStore({ pool: nowhere, schema });
    for (const attempt of [away.load('loan-1'), beginFiles(away, 'loan-1'), checkPostgres(nowhere)]) {
      const error = await attempt.catch((failure) => failure);
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({
        outcome: 'none',
        retryable: true,
        message: expect.stringContaining('No connection to PostgreSQL'),
      });
    }
    await nowhere.end();
  });
});

function asPool(client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }): PostgresPool {
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  return { query, connect: async () => ({ query, release: () => undefined }) };
}
