import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CollectingLoan, type LoanStore, memoryStore } from '../../src/index.ts';
import { migratePostgres, postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { BACKUP, booksHold, collecting, lender, opening, refusal, today } from './judge-loan-file.ts';

const schema = 'judge_loan_file';
const url = process.env.DATABASE_URL;
const pool = url ? new pg.Pool({ connectionString: url, max: 4 }) : undefined;

beforeAll(async () => {
  if (!pool) return;
  await pool.query(`drop schema if exists ${schema} cascade`);
  await Promise.all([migratePostgres({ pool, schema }), migratePostgres({ pool, schema })]);
});
afterAll(async () => {
  await pool?.query(`drop schema if exists ${schema} cascade`);
  await pool?.end();
});

/** Opens a store again and again: each call is another process over the same data. */
function sqliteFile(): () => LoanStore {
  const directory = mkdtempSync(join(tmpdir(), 'judge-loans-'));
  const open: InstanceType<typeof DatabaseSync>[] = [];
  onTestFinished(() => {
    for (const database of open) database.close();
    rmSync(directory, { recursive: true });
  });
  return () => {
    const database = new DatabaseSync(join(directory, 'loans.db'));
    open.push(database);
    return sqliteStore({ database });
  };
}

const STORES: readonly (readonly [string, boolean, () => () => LoanStore])[] = [
  [
    'memory',
    true,
    () => {
      const store = memoryStore();
      return () => store;
    },
  ],
  ['SQLite', true, sqliteFile],
  ['PostgreSQL', pool !== undefined, () => () => postgresStore({ pool: pool as pg.Pool, schema })],
];

/** One loan with all that befalls loans; the process ends after every step. */
async function journey(reopen: () => LoanStore, loanId: string) {
  const of = await lender({ store: reopen(), balances: [7_000, 100_000, 0], timeouts: { readMs: 1_000 } });
  const kit = () => of.another({ store: reopen() });
  const now = async () => (await kit().loans.get(loanId)) as CollectingLoan;
  await collecting({ ...of, kit: kit() }, { loanId, backups: [BACKUP] });
  await of.fault({ operation: 'collectManually', kind: 'reset', when: 'after', times: 1 });
  await kit().collections.collect(await now(), today(9_999.99));
  await of.server.clock.advance('PT2H');
  await Promise.all([runDue(kit()), runDue(kit()), kit().collections.settle(await now())]);
  await kit().mandates.refresh(await now());
  await kit().loans.recordRepayment(await now(), { amount: 0.02, date: '2026-01-05', reference: 'ọ̀wọ́-₦' });
  const day = '2026-01-06';
  const race = await Promise.all(
    [1, 2, 3].map(async () => refusal(kit().collections.collect(await now(), today(100, day)))),
  );
  await of.fault({ operation: 'submitBureauReport', kind: 'status', status: 503, times: 1 });
  await runDue(kit());
  await of.server.clock.advance('P2D');
  await runDue(kit());
  const mid = await kit().mandates.refresh(await now());
  await runDue(kit());
  await kit().mandates.openDispute(mid, { reference: 'D-1', reason: 'ẹjọ́ 👩🏽‍⚖️', openedAt: '2026-01-07T08:00:00Z' });
  const blocked = await refusal(kit().collections.collect(await now(), today(1, '2026-01-08')));
  await kit().mandates.resolveDispute(await now(), {
    reference: 'D-1',
    outcome: 'dismissed',
    reason: 'none',
    resolvedAt: '2026-01-07T09:00:00Z',
  });
  const { loan: last } = await kit().collections.collect(
    await now(),
    today((await now()).balances.collectable, '2026-01-07'),
  );
  const paid = await kit().mandates.refresh(last);
  await kit().bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-07' });
  await runDue(kit());
  const end = await kit().loans.get(loanId);
  return {
    of,
    end,
    race,
    blocked,
    puts: await of.puts(),
    atBureau: await of.atBureau(),
    duties: await kit().loans.duties(end),
  };
}

/** A loan without what chance named: ids of mandate and debits. */
function comparable(loan: object): unknown {
  const text = JSON.stringify(loan);
  const { mandateId } = loan as { mandateId: string };
  return JSON.parse(
    text
      .replaceAll(mandateId, 'MANDATE')
      .replace(/"(debitId|reference|instalmentReference|breakdownId)":"[0-9a-f-]{20,}"/g, '"$1":"ID"')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID'),
  );
}

describe('one journey on every store', () => {
  const ends = new Map<string, unknown>();
  it.each(STORES.filter(([, isThere]) => isThere))('%s', { timeout: 600_000 }, async (name, _, make) => {
    const { end, race, blocked, puts, atBureau, duties } = await journey(make(), 'the-one-loan');
    expect(end.stage).toBe('closed');
    expect(booksHold(end as unknown as CollectingLoan)).toBe(true);
    expect(blocked).toBe('debit-is-undisputed');
    expect(race.filter((answer) => answer === 'allowed')).toHaveLength(1);
    expect(puts).toBe(3);
    expect(new Set(atBureau.map(({ reportId }) => reportId)).size).toBe(atBureau.length);
    expect(atBureau.at(-1)?.event).toBe('loan.closed');
    expect(duties.map(({ duty }) => duty)).toEqual(['release-mandate']);
    const { version: _version, ...state } = end; // how often a look found nothing new is chance
    ends.set(name, comparable(state));
    expect(ends.get(name)).toEqual(ends.get('memory'));
  });
});

describe('a transaction of the merchant’s own', () => {
  it.skipIf(!pool)('rolled back leaves nothing; committed it is there; nothing is sent out of it', async () => {
    const store = postgresStore({ pool: pool as pg.Pool, schema });
    const of = await lender({ store });
    const loan = await collecting(of, { loanId: 'tx-loan' });
    const client = await (pool as pg.Pool).connect();
    try {
      await client.query('begin');
      const inside = of.kit.within(postgresStore({ client, schema }));
      const paid = await inside.loans.recordRepayment(loan, { amount: 100, date: '2026-01-05', reference: 'tx' });
      await inside.loans.open(opening({ loanId: 'tx-new' }));
      expect(paid.balances.repaidOutside).toBe(100);
      expect(await refusal(inside.collections.collect(paid, today(1)))).toBe('intent-before-request');
      expect(await refusal(inside.mandates.refresh(paid))).toMatch(/allowed|intent-before-request/);
      await client.query('rollback');
      const after = (await of.kit.loans.get(loan.loanId)) as CollectingLoan;
      expect(after.version).toBe(loan.version);
      expect(after.balances.repaidOutside).toBe(0);
      await expect(of.another().loans.get('tx-new')).rejects.toMatchObject({ name: 'InputError' });
      expect((await of.kit.collections.collect(after, today(30_000))).debit.outcome).toBe('scheduled');
      expect(await of.puts()).toBe(1);

      await client.query('begin');
      await of.kit.within(postgresStore({ client, schema })).loans.open(opening({ loanId: 'tx-new' }));
      await expect(of.another().loans.get('tx-new')).rejects.toMatchObject({ name: 'InputError' });
      await client.query('commit');
      expect((await of.another().loans.get('tx-new')).stage).toBe('consented');
    } finally {
      client.release();
    }
  });

  it.skipIf(!pool)('the database itself refuses to change or delete what is on file', async () => {
    const of = await lender({ store: postgresStore({ pool: pool as pg.Pool, schema }) });
    await of.kit.loans.open(opening({ loanId: 'frozen' }));
    for (const sql of [
      `update ${schema}.events set body = '{}'`,
      `delete from ${schema}.events`,
      `truncate ${schema}.events cascade`,
    ])
      await expect((pool as pg.Pool).query(sql), sql).rejects.toThrow();
  });
});

describe('names and rivals', () => {
  it.each(STORES.filter(([, isThere]) => isThere))(
    'on %s a file is one loan’s, by its exact name, and the later of two writers is told',
    async (name, _, make) => {
      const reopen = make();
      const of = await lender({ store: reopen() });
      const ids = ['é', 'e\u0301', 'E', 'e', ' e', "o'x; drop table loans", '../../x', '👩🏽‍⚖️', 'x'.repeat(200)].map(
        (id) => (id.length === 200 ? id : `${id}#${name}`),
      );
      for (const loanId of ids)
        await of
          .another({ store: reopen() })
          .loans.open(opening({ loanId, payer: { payerId: `p-${loanId}`.slice(0, 200) } }));
      const { loans } = await of.another({ store: reopen() }).loans.list({ limit: 1_000 });
      expect(loans.map(({ loanId }) => loanId).filter((id) => ids.includes(id))).toEqual(ids);
      for (const loanId of ids) expect((await of.another({ store: reopen() }).loans.get(loanId)).loanId).toBe(loanId);
      for (const wrong of ['', 'a\u0000b', '\ud800', 'x'.repeat(201)])
        await expect(of.kit.loans.open(opening({ loanId: wrong }))).rejects.toMatchObject({ name: 'InputError' });
      const [file] = [await reopen().load(ids[0] ?? '')];
      const event = { seq: 2, body: '{}', hash: '0'.repeat(64) };
      await expect(reopen().append(ids[0] ?? '', 0, [{ ...event, seq: 1 }])).rejects.toMatchObject({
        name: 'ConflictError',
      });
      await expect(reopen().append(ids[0] ?? '', 7, [{ ...event, seq: 8 }])).rejects.toMatchObject({
        name: 'ConflictError',
      });
      expect((await reopen().load(ids[0] ?? ''))?.version).toBe(file?.version);
    },
  );
});
