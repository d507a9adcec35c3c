// What a test may ask of the kit; each piece stands for a test of yours.
import assert from 'node:assert/strict';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { createTestDelivery } from 'repaykit/webhooks';
import { reconcile } from 'repaykit/worker';

// #region kit
const platform = await createTestKit(); // 2026-01-05, 9 in the morning in Lagos; no port
const { kit, loanAt, payer, bank, clock, webhooks, controls } = platform;
// #endregion kit

// #region stage
const loan = await loanAt('collecting', {
  mode: 'auto',
  terms: { totalAmountDue: 60_000, approvedAmount: 50_000 }, // three monthly instalments, the first in a month
  accounts: [{ balance: 5_000 }, { balance: 100_000 }], // the primary, then the backups
});
assert.deepEqual(
  [loan.stage, loan.balances.outstanding, loan.backupAccounts.length],
  ['collecting', 60_000, 1],
);
// #endregion stage

// #region due
await clock.advance({ months: 1 }); // resolves when your receiver is done with every webhook on the way
const { data } = await webhooks.waitFor('collection.success', {
  mandateId: loan.mandateId,
});
assert.equal(data.accountNumber, loan.backupAccounts[0]?.accountNumber); // the primary had too little
assert.equal((await kit.mandates.refresh(loan)).balances.outstanding, 40_000);
// #endregion due

// #region payer
const proving = await loanAt('verifying', { accounts: 1 });
await payer.depositFrom({ accountNumber: '0123456789', bankCode: '011' }); // from elsewhere: it proves nothing
assert.equal((await kit.mandates.refresh(proving)).stage, 'verifying');
await payer.depositArrives();
const verified = await kit.mandates.refresh(proving);
assert.equal(verified.stage, 'verified');
// #endregion payer

// #region bank
const shaky = await loanAt('collecting', { accounts: 1 });
await bank.script(['91', '51', null], shaky.primaryAccount); // the next three debits: bank down, no money, as ever
await clock.advance({ months: 1, hours: 12 }); // three attempts a day, four hours apart
await webhooks.waitFor('collection.success', { mandateId: shaky.mandateId });
const { findings } = await controls.explain(shaky.mandateId); // why it was, was not, or will be collected
assert.ok(findings.length > 0);
// #endregion bank

// #region faults
await controls.addFault({
  kind: 'status',
  status: 503,
  operation: 'getMandate',
  times: 2,
}); // the client asks again
await kit.mandates.refresh(loan);

await controls.addFault({
  kind: 'webhook-drop',
  operation: 'collection.success',
  mandateId: loan.mandateId,
  times: 1,
});
await clock.advance({ months: 1 });
const { differed } = await reconcile(kit, { all: true }); // as the worker does: finds what no webhook reported
assert.deepEqual(differed, [
  { loanId: loan.loanId, what: 'collected', onFile: 40_000, atService: 60_000 },
]);
await controls.clearFaults();
// #endregion faults

// #region scenario
const { loan: repaid, next } = await platform.scenario('happy-loan'); // led by the client, so there is a loan on file
assert.equal(repaid.stage, 'closed');
assert.match(next, /nothing is outstanding/); // what to try from here
// #endregion scenario

// #region audit
const { publicKey, segments } = REFERENCE_DEFAULTS;
const request = new Request(
  `${platform.server.url}/v1/${segments.mandate}/consent/business/get-mandate`,
  {
    method: 'POST',
    headers: { token: publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ mandateID: loan.mandateId }), // a slip of the pen in code of yours
  },
);
assert.equal((await platform.server.fetch(request)).status, 400);
const [slip] = (await controls.nearMisses()).items;
assert.equal(slip?.suggestion, 'mandateID was sent: did you mean mandateId?');
const rules = (await controls.violations()).items.map(({ rule }) => rule);
assert.deepEqual([...new Set(rules)], ['mandate-ends-with-repayment']); // two repaid loans of this test were never closed
// #endregion audit

// #region deliver
const forged = createTestDelivery(
  'collection',
  { mandateId: loan.mandateId },
  { secret: 'whsec_guessed' },
);
assert.equal((await webhooks.deliver(forged)).status, 401);
// #endregion deliver

// #region snapshot
const before = clock.now();
const { id } = await controls.snapshot(); // the platform: records, clock, chance, queues; not your own store
await clock.advance({ months: 3 });
await controls.restore(id);
assert.equal(clock.now(), before);
// #endregion snapshot
await platform.close();

// #region worlds
const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' }); // one for a whole file, or for a whole run on a port
const [left, right] = [
  await createTestKit({ server, world: 'left' }),
  await createTestKit({ server, world: 'right' }),
];
await left.clock.advance({ days: 40 });
assert.deepEqual(
  [left.clock.today(), right.clock.today()],
  ['2026-02-14', '2026-01-05'],
);
// #endregion worlds
await left.close();
await right.close();
await server.close();
