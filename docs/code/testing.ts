// What a test can do with the kit. Each region is a test of yours.
import assert from 'node:assert/strict';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { createTestDelivery } from 'repaykit/webhooks';
import { reconcile } from 'repaykit/worker';

// #region kit
const platform = await createTestKit();
const { kit, loanAt, payer, bank, clock, webhooks, controls } = platform;
// #endregion kit

// #region stage
const loan = await loanAt('collecting', {
  mode: 'auto',
  terms: { totalAmountDue: 60_000, approvedAmount: 50_000 },
  // The primary account, then the backups.
  accounts: [{ balance: 5_000 }, { balance: 100_000 }],
});
assert.equal(loan.stage, 'collecting');
assert.equal(loan.balances.outstanding, 60_000);
// #endregion stage

// #region due
await clock.advance({ months: 1 });
const { data } = await webhooks.waitFor('collection.success', {
  mandateId: loan.mandateId,
});
// The primary account had too little, so the backup paid.
assert.equal(data.accountNumber, loan.backupAccounts[0]?.accountNumber);
const paid = await kit.mandates.refresh(loan);
assert.equal(paid.balances.outstanding, 40_000);
// #endregion due

// #region payer
const proving = await loanAt('verifying', { accounts: 1 });
// A deposit from another account proves nothing.
await payer.depositFrom({ accountNumber: '0123456789', bankCode: '011' });
assert.equal((await kit.mandates.refresh(proving)).stage, 'verifying');

await payer.depositArrives();
assert.equal((await kit.mandates.refresh(proving)).stage, 'verified');
// #endregion payer

// #region bank
const retried = await loanAt('collecting', { accounts: 1 });
// The next three debits: bank down, no money, normal.
await bank.script(['91', '51', null], retried.primaryAccount);
// Three attempts a day, four hours apart.
await clock.advance({ months: 1, hours: 12 });
await webhooks.waitFor('collection.success', {
  mandateId: retried.mandateId,
});
// #endregion bank

// #region explain
const { verdict, summary } = await controls.explain(retried.mandateId);
assert.equal(verdict, 'scheduled');
assert.match(summary, /the first attempt is at/);
// #endregion explain

// #region status
await controls.addFault({
  kind: 'status',
  status: 503,
  operation: 'getMandate',
  times: 2,
});
// The client repeats the call.
await kit.mandates.refresh(loan);
// #endregion status

// #region drop
await controls.addFault({
  kind: 'webhook-drop',
  operation: 'collection.success',
  mandateId: loan.mandateId,
  times: 1,
});
await clock.advance({ months: 1 });
// Your worker does this on a schedule.
const { differed } = await reconcile(kit, { all: true });
assert.deepEqual(differed, [
  { loanId: loan.loanId, what: 'collected', onFile: 40_000, atService: 60_000 },
]);
// #endregion drop
await controls.clearFaults();

// #region scenario
const { loan: repaid, next } = await platform.scenario('happy-loan');
assert.equal(repaid.stage, 'closed');
assert.match(next, /nothing is outstanding/);
// #endregion scenario

const { publicKey, segments } = REFERENCE_DEFAULTS;
const path = `/v1/${segments.mandate}/consent/business/get-mandate`;
const response = await platform.server.fetch(
  new Request(`${platform.server.url}${path}`, {
    method: 'POST',
    headers: { token: publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ mandateID: loan.mandateId }),
  }),
);
assert.equal(response.status, 400);
const [nearMiss] = (await controls.nearMisses()).items;
assert.equal(
  nearMiss?.suggestion,
  'mandateID was sent: did you mean mandateId?',
);

// #region violations
const { items } = await controls.violations();
// This loan is repaid, but it was never closed.
assert.equal(items[0]?.rule, 'mandate-ends-with-repayment');
// #endregion violations

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
const { id } = await controls.snapshot();
await clock.advance({ months: 3 });
await controls.restore(id);
assert.equal(clock.now(), before);
// #endregion snapshot
await platform.close();

// #region worlds
const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const left = await createTestKit({ server, world: 'left' });
const right = await createTestKit({ server, world: 'right' });
await left.clock.advance({ days: 40 });
assert.equal(left.clock.today(), '2026-02-14');
assert.equal(right.clock.today(), '2026-01-05');
// #endregion worlds
await left.close();
await right.close();
await server.close();
