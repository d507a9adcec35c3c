// The reference server in a program's own process: clock, worlds, faults.
import assert from 'node:assert/strict';

// #region create
import { RepayKit } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS } from 'repaykit/server';

const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
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

// #region clock
const { mandateId } = await server.controls.scenario('first-account-fails');
await server.clock.advance({ months: 1 });
const { summary } = await server.controls.explain(mandateId);
// #endregion clock

assert.match(summary, /fall due on 2026-04-05/);

// #region world
const world = server.world('orders-test');
await world.clock.advance({ months: 1 });
assert.notEqual(world.clock.today(), server.clock.today());
// #endregion world

// #region snapshot
const { id } = await world.controls.snapshot();
await world.clock.advance({ months: 1 });
await world.controls.restore(id);
// A fork is another world that continues from the snapshot.
const fork = await world.controls.fork(id, { world: 'what-if' });
// #endregion snapshot

assert.equal(world.clock.today(), '2026-02-05');
assert.equal(server.world(fork.world).clock.today(), '2026-02-05');

// #region policy
await server.controls.patchPolicy({ attemptsPerDueDate: 1, dueHour: 6 });
// #endregion policy

await kit.close();
await server.close();

const { createTestKit } = await import('repaykit/testing');
const platform = await createTestKit();
const { loanAt, clock, controls } = platform;
const { collections } = platform.kit;

// #region fault
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
});
const loan = await loanAt('collecting', { mode: 'manual' });
const { debit } = await collections.collect(loan, {
  amount: 5_000,
  debitDate: clock.today(),
});
// The service scheduled the debit. Its answer was lost.
assert.equal(debit.outcome, 'unknown');
// #endregion fault

await platform.close();
