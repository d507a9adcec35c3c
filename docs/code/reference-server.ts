// The reference server in a program's own process: worlds, snapshots, faults, and the test kit over it.
import assert from 'node:assert/strict';

// #region create
import { RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';

const server = createReferenceServer({ now: '2026-01-05T08:00:00Z', seed: 1 });
const { appId, businessId, publicKey, secretKey, segments } =
  REFERENCE_DEFAULTS;
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
const banks = await kit.discovery.banks();
// #endregion create

assert.equal(banks.length, 25);

// #region world
const world = server.world('orders-test'); // publicKey, secretKey, clock, bank, controls
const { id } = await world.controls.snapshot();
await world.clock.advance({ months: 1 });
await world.controls.restore(id); // as often as wanted
const { world: name } = await world.controls.fork(id); // goes on from there, beside it
// #endregion world

assert.equal(world.clock.today(), '2026-01-05');
assert.equal(server.world(name).clock.today(), '2026-01-05');
await kit.close();
await server.close();

// #region kit
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit(); // in a test: `await using platform = …` closes it, as the fixtures below do
const { loanAt, bank, payer, clock, webhooks, controls } = platform;

const loan = await loanAt('collecting', {
  terms: { totalAmountDue: 60_000, approvedAmount: 50_000 },
}); // any stage, typed as that stage
await bank.decline('51', loan.primaryAccount); // decline, setBalance, script, recover; without an account: every account of the loan made last
await clock.advance({ months: 1 }); // resolves once the receiver has worked on every webhook on the way
const { data } = await webhooks.waitFor('collection.success', {
  mandateId: loan.mandateId,
}); // each webhook once; also one that came already
assert.equal(data.accountNumber, loan.backupAccounts[0]?.accountNumber);

await payer.disputes(loan); // depositArrives, depositFrom, rejectsDeposit, disputesDeposit, disputes, disputeResolved
await clock.advance({ months: 1 });
const { summary } = await controls.explain(loan.mandateId); // why it was, was not, or will be collected
// #endregion kit

assert.match(summary, /dispute/);

// #region fault
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
});
const manual = await loanAt('collecting', { mode: 'manual' });
const { debit } = await platform.kit.collections.collect(manual, {
  amount: 5_000,
  debitDate: clock.today(),
});
assert.equal(debit.outcome, 'unknown'); // the debit was scheduled, its answer was lost: the worker finds out
// #endregion fault

await platform.close();
