// Incidents, made real by the faults of the reference server.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CollectingLoan, RepayKit } from 'repaykit';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { sqliteStore } from 'repaykit/sqlite';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';
import { reconcile, runDue } from 'repaykit/worker';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const database = new DatabaseSync(join(folder, 'loans.db'));
const platform = await createTestKit({
  client: { store: sqliteStore({ database }) },
});
const { kit, loanAt, clock, controls, server } = platform;
const handled: string[] = [];
const receiver = receive({
  verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
  inbox: memoryInbox(),
  confirm: kit,
  clock,
  on: { collection: ({ data }) => void handled.push(data.instalmentStatus) },
});

// Webhooks stopped: handlers run all the same.
const auto = await loanAt('collecting');
await controls.addFault({ kind: 'webhook-drop' });
await clock.advance({ months: 1, days: 1 });
const { silence } = await reconcile(kit, { inbox: receiver, all: true });
await receiver.settled();
assert.deepEqual(handled, ['success']);
assert.equal(silence?.missing, 1);
await controls.clearFaults();

// The service is down: loans fail, no run rejects, and the next visit works.
await controls.addFault({ kind: 'status', status: 503 });
const loanIds = [auto.loanId];
assert.equal((await reconcile(kit, { loanIds })).failed, 1);
await controls.clearFaults();
await clock.advance({ minutes: 1 });
assert.equal((await reconcile(kit, { loanIds })).failed, 0);

// The bureau is down: the report waits, and is delivered later.
const { loanId } = await loanAt('disbursed');
await controls.addFault({
  kind: 'status',
  status: 503,
  operation: 'submitBureauReport',
});
assert.ok((await runDue(kit, { kinds: ['reports'] })).reports.failed > 0);
await controls.clearFaults();

// #region bureau
const loan = await kit.loans.get(loanId);
if (loan.stage === 'disbursed') await kit.bureau.awaitReported(loan);
// #endregion bureau
assert.equal((await kit.loans.get(loan.loanId)).stage, 'collecting');

// A debit has no outcome.
const open = await loanAt('collecting', { mode: 'manual' });
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'before',
  times: 1,
});
const debitDate = clock.today();
await kit.collections.collect(open, { amount: 10_000, debitDate });
const settle = async () =>
  kit.collections.settle((await kit.loans.get(open.loanId)) as CollectingLoan);
await settle();
await clock.advance({ minutes: 15 });
await settle();
await clock.advance({ minutes: 1 });
await settle();
const lines: string[] = [];
const print = (line: string) => void lines.push(line);

// #region duties
/** Every loan of the store. */
async function* allLoans({ loans }: RepayKit) {
  let page = await loans.list();
  yield* page.loans;
  while (page.next) {
    page = await loans.list({ after: page.next });
    yield* page.loans;
  }
}

for await (const loan of allLoans(kit))
  for (const { duty, why } of await kit.loans.duties(loan))
    if (duty === 'settle-debit') print(`${loan.loanId}: ${why}`);
// #endregion duties
assert.equal(lines.length, 1);
assert.ok(lines[0]?.startsWith(`${open.loanId}: `));

// A payer complains, and was indeed debited twice.
const paying = await loanAt('collecting', { mode: 'manual' });
await kit.collections.collect(paying, { amount: 5_000, debitDate });
await clock.advance({ hours: 1 });
const openedAt = new Date(clock.now()).toISOString();
const today = clock.today();

// #region dispute
const refreshed = await kit.mandates.refresh(paying);
const disputed = await kit.mandates.openDispute(refreshed, {
  reference: 'DIS-17',
  reason: 'says that the amount was debited twice',
  openedAt, // ISO 8601
});
// What the banks did for each instalment:
for (const { breakdownId } of disputed.instalments) {
  if (!breakdownId) continue;
  const { mandateId } = disputed;
  for (const each of await kit.collections.attempts(mandateId, breakdownId))
    print(`${each.createdAt} ${each.amount} ${each.status}`);
}
// #endregion dispute
assert.match(lines[1] ?? '', /^2026-\d\d-\d\dT\S+ 5000 successful$/);

// #region refund
const refunded = await kit.loans.recordReversal(disputed, {
  of: 'collection',
  amount: 5_000,
  date: today,
  reference: 'REFUND-17',
  reason: 'debited twice, sent back to the payer',
});
// #endregion refund
assert.equal(refunded.balances.collected, 0);

// A debit that was sent after the backup.
const copy = join(folder, 'backup.db');
database.exec(`VACUUM INTO '${copy}'`);
const later = await loanAt('collecting', { mode: 'manual' });
await kit.collections.collect(later, { amount: 7_000, debitDate });
const backup = new DatabaseSync(copy);
const restored = await createTestKit({
  server,
  client: { store: sqliteStore({ database: backup }) },
});

// #region unaccounted
/** Debits on demand that are at the service and in no loan file. */
async function missingDebits(kit: RepayKit) {
  const known = new Set<string | undefined>();
  for await (const loan of allLoans(kit))
    if ('debits' in loan)
      for (const { reference } of loan.debits) known.add(reference);
  const listed = await kit.collections.list({ type: 'manual' });
  return listed.filter((each) => !known.has(each.transactionRefence));
}
// #endregion unaccounted

assert.deepEqual(await missingDebits(kit), []);
const [missing, ...more] = await missingDebits(restored.kit);
assert.deepEqual([missing?.mandateId, more], [later.mandateId, []]);

await restored.close();
await platform.close();
backup.close();
database.close();
rmSync(folder, { recursive: true });
