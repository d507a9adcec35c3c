// The end of a loan: close it, release its mandate, refund a surplus, abandon a loan, and erase a payer.
import assert from 'node:assert/strict';
import { memoryKeys, verifyEvidence } from 'repaykit';
import { createTestKit } from 'repaykit/testing';

const { kit, loanAt, clock, close } = await createTestKit({
  client: { keys: memoryKeys() },
});

// #region elsewhere
const collecting = await loanAt('collecting');
const repaid = await kit.loans.recordRepayment(collecting, {
  amount: collecting.balances.outstanding,
  date: clock.today(),
  reference: 'CASH-17',
});
// #endregion elsewhere
assert.equal(repaid.balances.outstanding, 0);

// #region close
const closed = await kit.bureau.close(repaid, {
  finalStatus: 'repaid', // or 'written_off'
  closeDate: clock.today(),
});
await kit.bureau.awaitReported(closed); // the worker does this too
// #endregion close

// #region release
const duties = await kit.loans.duties(closed);
const release = duties.find(({ duty }) => duty === 'release-mandate');
assert(release?.isDischargeable);
// After support has confirmed that the mandate is released:
const left = await kit.loans.dischargeDuty(closed, {
  duty: release.key,
  note: 'support confirmed on 2026-01-05, ticket 4711; staff 7',
});
// #endregion release
assert.deepEqual(left, []);
const evidence = await kit.loans.evidence(closed.loanId);
assert.equal((await verifyEvidence(evidence)).ok, true);
assert.match(evidence, /ticket 4711/);

const manual = await loanAt('collecting', { mode: 'manual' });
const { loan: asked } = await kit.collections.collect(manual, {
  amount: 10_000,
  debitDate: '2026-01-06',
});
// The payer repays everything in cash, while the debit is open.
await kit.loans.recordRepayment(asked, {
  amount: 90_000,
  date: clock.today(),
  reference: 'CASH-18',
});
await clock.advance({ days: 1 });

// #region overpaid
const over = await kit.mandates.refresh(asked);
assert.equal(over.balances.overpaid, 10_000);

// after you sent the money back
const even = await kit.loans.recordReversal(over, {
  of: 'collection',
  amount: over.balances.overpaid,
  date: clock.today(),
  reference: 'REFUND-1',
  reason: 'debited after the cash payment',
});
// #endregion overpaid
assert.equal(even.balances.overpaid, 0);
const sorted = await kit.loans.duties(even);
assert(!sorted.some(({ duty }) => duty === 'refund-overpayment'));

// #region abandon
const verified = await loanAt('verified');
const abandoned = await kit.loans.abandon(verified, {
  reason: 'the payer took another offer',
});
const [owed] = await kit.loans.duties(abandoned);
assert.equal(owed?.duty, 'release-mandate');
// #endregion abandon

// #region erase
const { loanIds } = await kit.loans.erasePayer(closed.payerId, {
  reason: 'the payer asked; the retention period is over',
});
assert.deepEqual(loanIds, [closed.loanId]);

const after = await kit.loans.evidence(closed.loanId);
assert.equal((await verifyEvidence(after)).ok, true); // still valid
// #endregion erase
assert(!after.includes(closed.primaryAccount.accountNumber));
await assert.rejects(
  kit.loans.erasePayer(even.payerId, { reason: 'too early' }),
  { rule: 'erasure-after-end' },
);

await close();
