import pg from 'pg';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { migratePostgres, postgresStore } from '../../src/stores/postgres/index.ts';
import type { PostgresPlace } from './postgres.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, perSecond } from './rows.ts';
import { newFile, nextEvents, rateOf, type WrittenFile } from './stores-events.ts';

const SCHEMA = 'repaykit_bench';
const WRITERS = 8;
const ROUNDS = 5;

/** Ledger and outbox, where there is a server. Everything is written to a schema of its own, which is dropped. */
export async function benchPostgres({ url: connectionString, ...place }: PostgresPlace): Promise<BenchRow[]> {
  if (connectionString === undefined)
    return [
      { what: 'loan file: PostgreSQL', against: 'plain INSERT', skipped: 'missing' in place ? place.missing : '' },
    ];
  const pool = new pg.Pool({ connectionString, max: WRITERS });
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  try {
    await migratePostgres({ pool, schema: SCHEMA });
    await pool.query(
      `CREATE TABLE ${SCHEMA}.plain (file text, seq int, body text, hash text, PRIMARY KEY (file, seq))`,
    );
    await pool.query(`CREATE TABLE ${SCHEMA}.plain_outbox (id int PRIMARY KEY, due bigint, lease bigint)`);
    const store = postgresStore({ pool, schema: SCHEMA });
    return [await single(store, pool), await batched(store, pool), await outbox(store, pool)];
  } finally {
    await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
    await pool.end();
  }
}

async function single(store: LoanStore, pool: pg.Pool): Promise<BenchRow> {
  const { ratio, ours, floor } = await ledgerRates(store, pool, { rounds: 150, size: 1 });
  const shared = { better: 'more', against: 'plain INSERT', target: 'at least 3,000/s' } as const;
  return {
    what: `loan file: PostgreSQL, one event an append, ${WRITERS} writers`,
    result: ratio,
    ...shared,
    figures: perSecond(ours, floor),
  };
}

async function batched(store: LoanStore, pool: pg.Pool): Promise<BenchRow> {
  const { ratio, ours, floor } = await ledgerRates(store, pool, { rounds: 12, size: 100 });
  const shared = { better: 'more', against: 'plain INSERT', target: 'at least 30,000/s' } as const;
  return {
    what: `loan file: PostgreSQL, 100 events an append, ${WRITERS} writers`,
    result: ratio,
    ...shared,
    figures: perSecond(ours, floor),
  };
}

let runs = 0;

async function ledgerRates(
  store: LoanStore,
  pool: pg.Pool,
  { rounds, size }: { readonly rounds: number; readonly size: number },
) {
  const insert = `INSERT INTO ${SCHEMA}.plain SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[])`;
  const files = () => Array.from({ length: WRITERS }, () => newFile(`bench-${++runs}`));
  const batchesOf = (each: WrittenFile) => Array.from({ length: rounds }, () => nextEvents(each, size));
  return compareRates(
    ROUNDS,
    async () => {
      const written = files();
      const batches = written.map(batchesOf);
      return rateOf(WRITERS, rounds, size, (writer, round) =>
        store.append(written[writer]?.fileId ?? '', round * size, batches[writer]?.[round] ?? []),
      );
    },
    async () => {
      const written = files();
      const batches = written.map(batchesOf);
      return rateOf(WRITERS, rounds, size, async (writer, round) => {
        const events = batches[writer]?.[round] ?? [];
        const columns = [
          events.map(() => written[writer]?.fileId),
          events.map(({ seq }) => seq),
          events.map(({ body }) => body),
          events.map(({ hash }) => hash),
        ];
        await pool.query(insert, columns);
      });
    },
  );
}

const LOANS = 2_000;
const CLAIMED = 50;

// Claims 50 loans at a time and writes down that their report was acknowledged, which ends the work, as the worker does it.
async function outbox(store: LoanStore, pool: pg.Pool): Promise<BenchRow> {
  const { ratio, ours, floor } = await compareRates(
    3,
    async () => {
      const written = new Map(
        Array.from({ length: LOANS }, () => newFile(`outbox-${++runs}`)).map((file) => [file.fileId, file]),
      );
      await Promise.all(
        [...written.values()].map((file) =>
          store.append(file.fileId, 0, nextEvents(file, 1), { work: { reports: 1 } }),
        ),
      );
      const acknowledgements = new Map([...written.values()].map((file) => [file.fileId, nextEvents(file, 1)]));
      return drainRate(async () => {
        const claims = await store.claim({ now: 10, leaseMs: 60_000, limit: CLAIMED, kinds: ['reports'] });
        await Promise.all(
          claims.map(async (claim) => {
            await store.append(claim.loanId, 1, acknowledgements.get(claim.loanId) ?? [], { work: { reports: null } });
            await store.settle(claim, { kind: 'done' });
          }),
        );
        return claims.length;
      });
    },
    async () => {
      await pool.query(`TRUNCATE ${SCHEMA}.plain_outbox`);
      await pool.query(`INSERT INTO ${SCHEMA}.plain_outbox SELECT i, 1, 0 FROM generate_series(1, ${LOANS}) i`);
      return drainRate(async () => {
        const claimed = await pool.query(
          `UPDATE ${SCHEMA}.plain_outbox o SET lease = 60010 FROM (SELECT id FROM ${SCHEMA}.plain_outbox WHERE due <= 10 AND lease <= 10 ORDER BY due LIMIT ${CLAIMED} FOR UPDATE SKIP LOCKED) c WHERE o.id = c.id RETURNING o.id`,
        );
        await pool.query(`UPDATE ${SCHEMA}.plain_outbox SET due = NULL WHERE id = ANY($1)`, [
          claimed.rows.map(({ id }: { id: number }) => id),
        ]);
        return claimed.rows.length;
      });
    },
  );
  const shared = { better: 'more', against: 'a bare table', target: 'at least 10,000/s' } as const;
  return {
    what: `outbox: PostgreSQL, claimed by ${CLAIMED} and acknowledged`,
    result: ratio,
    ...shared,
    figures: perSecond(ours, floor),
  };
}

// Several workers at once, as many as a process has connections for.
async function drainRate(drain: () => Promise<number>): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while ((await drain()) > 0);
    }),
  );
  return (LOANS * 1_000) / (performance.now() - start);
}
