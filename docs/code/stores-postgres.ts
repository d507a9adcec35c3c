// Loan files and deliveries in PostgreSQL: in a new database at DATABASE_URL, or else in PGlite.
import assert from 'node:assert/strict';
import type { CollectingLoan } from 'repaykit';
import type { PGliteDatabase } from 'repaykit/postgres';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import type { Receiver } from 'repaykit/webhooks';

const { DATABASE_URL } = process.env;

// #region connect
import { Pool } from 'pg';

export function connect(connectionString: string) {
  const pool = new Pool({ connectionString, max: 10 });
  // An idle connection broke.
  pool.on('error', (error) => process.emitWarning(error));
  return pool;
}
// #endregion connect

const name = `docs_${process.pid}_${Date.now()}`;

import { pglitePool } from 'repaykit/postgres';

// Not a literal, because the types of PGlite need those of a browser.
const specifier: string = '@electric-sql/pglite';

export async function connectInProcess() {
  const { PGlite } = (await import(specifier)) as {
    PGlite: { create(): Promise<PGliteDatabase & { close(): Promise<void> }> };
  };
  const database = await PGlite.create();
  return Object.assign(pglitePool(database), { end: () => database.close() });
}

const server = DATABASE_URL ? connect(DATABASE_URL) : undefined;
await server?.query(`create database ${name}`);
const pool = DATABASE_URL
  ? connect(Object.assign(new URL(DATABASE_URL), { pathname: `/${name}` }).href)
  : await connectInProcess();
const log = { warn: (_text: string) => {} };

// #region store
import {
  checkPostgres,
  migratePostgres,
  postgresStore,
} from 'repaykit/postgres';

await migratePostgres({ pool }); // or `npx repaykit migrate` when you deploy
for (const { setting, message } of await checkPostgres(pool))
  log.warn(`${setting}: ${message}`);
const store = postgresStore({ pool });
// #endregion store

const platform = await createTestKit({ client: { store } });
const { kit, clock } = platform;
const secret = REFERENCE_DEFAULTS.webhookSecret;
await pool.query(
  'create table collected (instalment text primary key, mandate_id text not null, naira numeric not null)',
);

import { postgresInbox } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox: postgresInbox({ pool }),
  confirm: kit,
  on: {
    collection: ({ data }, _confirmed, delivery) =>
      delivery.commit(async (client) => {
        const insert =
          'insert into collected (instalment, mandate_id, naira) values ($1, $2, $3)';
        // The total so far. A late `partially paid` may come after `success`.
        const update =
          'on conflict (instalment) do update set naira = greatest(collected.naira, excluded.naira)';
        await client.query(`${insert} ${update}`, [
          data.instalmentReference,
          data.mandateId,
          data.amountCollected,
        ]);
      }),
  },
});

/** Passes the platform's webhooks to a receiver, as the platform's own requests. */
async function print(receiver: Receiver): Promise<void> {
  const { items } = await platform.controls.webhooks();
  for (const { headers, payload } of items) {
    const request = new Request('http://localhost/webhooks', {
      method: 'POST',
      headers,
      body: JSON.stringify(payload),
    });
    assert.equal((await receiver(request)).status, 200);
  }
  await receiver.settled();
}

const loan = await platform.loanAt('collecting');
await platform.bank.setBalance(0);
await platform.bank.setBalance(12_500, loan.primaryAccount);
await clock.advance({ months: 1, days: 1 });
await print(receiver);
await platform.bank.setBalance(50_000);
await clock.advance({ days: 1 });
await print(receiver);
const { rows } = await pool.query('select mandate_id, naira from collected');
assert.deepEqual(rows, [{ mandate_id: loan.mandateId, naira: '30000' }]);
const received = await platform.controls.webhooks();
assert.deepEqual(
  new Set(
    received.items.map(
      ({ payload }) =>
        (payload as { instalmentStatus?: string }).instalmentStatus,
    ),
  ),
  new Set([undefined, 'partially paid', 'success']),
);

// #region transaction
async function takeAtCounter(
  loan: CollectingLoan,
  { amount, reference }: { amount: number; reference: string },
) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'insert into receipts (loan_id, reference, naira) values ($1, $2, $3)',
      [loan.loanId, reference, amount],
    );
    const within = kit.within(postgresStore({ client }));
    await within.loans.recordRepayment(loan, {
      amount,
      date: clock.today(),
      reference,
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
// #endregion transaction

await pool.query(
  'create table receipts (loan_id text, reference text unique, naira numeric)',
);
await takeAtCounter(loan, { amount: 10_000, reference: 'COUNTER-1' });
await assert.rejects(
  takeAtCounter(loan, { amount: 10_000, reference: 'COUNTER-1' }),
);
const { rows: receipts } = await pool.query('select reference from receipts');
assert.deepEqual(receipts, [{ reference: 'COUNTER-1' }]);
const paid = await kit.loans.get(loan.loanId);
assert.equal(paid.stage === 'collecting' && paid.balances.outstanding, 50_000);

await platform.close();
await pool.end();
await server?.query(`drop database ${name}`);
await server?.end();
