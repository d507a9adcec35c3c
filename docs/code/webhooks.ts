// A receiver, a test delivery, a booking, and an uploaded statement.
import assert from 'node:assert/strict';
import { RepayKit } from 'repaykit';
import {
  migratePostgres,
  type PGliteDatabase,
  pglitePool,
} from 'repaykit/postgres';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createStatement, createTestKit } from 'repaykit/testing';

const server = createReferenceServer({
  now: '2026-01-05T08:00:00Z',
  webhook: { handler: (request) => receiver(request) },
});
const {
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
  webhookSecret: secret,
} = REFERENCE_DEFAULTS;
const kit = new RepayKit({
  baseUrl: server.url,
  appId,
  businessId,
  publicKey,
  secretKey,
  segments,
  transport: server.dispatcher,
  clock: server.clock,
});
const {
  pdf: statement,
  password,
  truth,
} = createStatement({
  profile: 'salary',
  months: 3,
  seed: 11,
  password: 'moth-lantern',
});
const person = {
  bvn: '22200000001',
  accountName: truth.account.name,
  accountNumber: truth.account.number,
  accountType: 'savings',
  bankName: truth.bank.name,
  bankCode: truth.bank.code,
};
const received: string[] = [];
const ledger = {
  setCollected: async (instalment: string, naira: number) =>
    void received.push(`${instalment} ${naira}`),
};
const notifyPayer = async (loanId: string | undefined) =>
  void received.push(`active ${loanId}`);

// Not a literal, because the types of PGlite need those of a browser.
const specifier: string = '@electric-sql/pglite';
const { PGlite } = (await import(specifier)) as {
  PGlite: { create(): Promise<PGliteDatabase & { close(): Promise<void> }> };
};
const database = await PGlite.create();
const pool = pglitePool(database);
await migratePostgres({ pool });

// #region receiver
import { postgresInbox } from 'repaykit/postgres';
import { receive, sharedSecret } from 'repaykit/webhooks';

const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox: postgresInbox({ pool }),
  confirm: kit,
  on: {
    'mandate.activated': (_event, { loan }) => notifyPayer(loan?.loanId),
    // The total that was collected on this instalment so far.
    collection: ({ data }) =>
      ledger.setCollected(data.instalmentReference, data.amountCollected),
  },
});
// #endregion receiver

assert.equal(
  (await receiver(new Request('http://localhost/webhooks'))).status,
  405,
);

// #region test-delivery
import { createTestDelivery } from 'repaykit/webhooks';

const url = 'http://localhost/webhooks';
const post = (delivery: RequestInit) =>
  receiver(new Request(url, { method: 'POST', ...delivery }));

const good = createTestDelivery('collection', {}, { secret });
assert.equal((await post(good)).status, 200);
// The answer comes first, the work after it.
await receiver.settled();

const forged = { secret, broken: 'wrong-secret' } as const;
const bad = createTestDelivery('collection', {}, forged);
assert.equal((await post(bad)).status, 401);
// #endregion test-delivery

// It names a mandate of no loan here.
assert.deepEqual(received, []);

// #region upload
import { uploadAndWait } from 'repaykit/worker';

const upload = { ...person, statement, password };
const answer = await uploadAndWait(kit, receiver, upload, {
  want: 'transactions',
  once: 'statement-17',
});
if (answer.outcome === 'unreadable') throw new Error(answer.reason);
const { trans, borrowerId } = answer.event.data;
if (!borrowerId) throw new Error('The event names no borrower.');

// An insight names only its borrower. The transactions name it too.
const analysed = await uploadAndWait(kit, receiver, upload, {
  want: 'insight',
  borrowerId,
  once: 'insight-17',
});
if (analysed.outcome === 'unreadable') throw new Error(analysed.reason);
const { eligibleAmount, DTI_reason } = analysed.event.data;
// #endregion upload

assert.equal(trans.length, truth.rows.length);
assert.ok(Number(eligibleAmount) > 0 && DTI_reason !== '');
await kit.close();
await server.close();

await pool.query(
  'create table collected (instalment text primary key, naira numeric)',
);

/** Passes the webhooks of a loan to a receiver that books them. */
async function book(): Promise<void> {
  const platform = await createTestKit();
  const { kit, bank, clock, controls } = platform;
  // #region commit
  const sql = `
    insert into collected (instalment, naira) values ($1, $2)
    on conflict (instalment) do update
    set naira = greatest(collected.naira, excluded.naira)`;

  const receiver = receive({
    verify: sharedSecret({ secrets: [secret] }),
    inbox: postgresInbox({ pool }),
    confirm: kit,
    on: {
      collection: ({ data }, _confirmed, delivery) =>
        delivery.commit(async (client) => {
          const { instalmentReference, amountCollected } = data;
          await client.query(sql, [instalmentReference, amountCollected]);
        }),
    },
  });
  // #endregion commit
  const deliver = async () => {
    const { items } = await controls.webhooks();
    for (const { headers, payload } of items) {
      const body = JSON.stringify(payload);
      const request = new Request(url, { method: 'POST', headers, body });
      assert.equal((await receiver(request)).status, 200);
    }
    await receiver.settled();
  };

  const loan = await platform.loanAt('collecting');
  await bank.setBalance(0);
  await bank.setBalance(12_500, loan.primaryAccount);
  await clock.advance({ months: 1, days: 1 });
  await deliver();
  await bank.setBalance(50_000);
  await clock.advance({ days: 1 });
  await deliver();
  await platform.close();
}

await book();
const { rows } = await pool.query('select naira from collected');
assert.deepEqual(rows, [{ naira: '30000' }]);
await database.close();
