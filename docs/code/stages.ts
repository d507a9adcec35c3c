// A loan that is picked up wherever it stands, by any process, after anything.
import assert from 'node:assert/strict';
import {
  type ApprovedLoan,
  type Loan,
  type RepayKit,
  StaleLoanError,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region resume
/** Takes a loan as far as it goes without anybody: called after a crash, from a queue, or every few minutes. */
async function goOn(kit: RepayKit, loanId: string): Promise<Loan> {
  const loan = await kit.loans.get(loanId);
  switch (loan.stage) {
    case 'consented':
      return kit.discovery.discover(loan);
    case 'selected':
      return kit.mandates.attachByMicroDeposit(await kit.mandates.place(loan)); // places what is not placed yet
    case 'placed':
      return kit.mandates.attachByMicroDeposit(loan);
    case 'verifying':
      return kit.mandates.refresh(loan); // verified once the primary account is active
    case 'disbursed':
      return kit.bureau.awaitReported(loan); // the worker does it too
    default:
      return loan; // 'discovered' waits for the payer, 'verified' and 'approved' for your decision; the others are under way or over
  }
}
// #endregion resume

const { kit, loanAt, payer, controls, close } = await createTestKit();

// Nothing is sent for what is known to stand, whatever became of the answer.
// #region died
const selected = await loanAt('selected'); // a primary and two backups
await controls.addFault({
  kind: 'reset',
  operation: 'createConsent',
  when: 'after',
  times: 1,
}); // done, and the answer is lost
await assert.rejects(kit.mandates.place(selected), {
  code: 'connection_failed',
  outcome: 'unknown',
});

const placed = await kit.mandates.place(selected); // the same step again, with the same value
assert.equal(placed.stage, 'placed');
const { items } = await controls.requests();
assert.equal(
  items.filter(({ operation }) => operation === 'createConsent').length,
  3,
); // one for each account
// #endregion died

// #region stale
async function approve(
  loanId: string,
  value: Parameters<typeof kit.bureau.reportApproved>[0],
): Promise<ApprovedLoan> {
  try {
    return await kit.bureau.reportApproved(value);
  } catch (error) {
    if (!(error instanceof StaleLoanError)) throw error;
    const current = error.current as Loan; // the loan as its file says now
    if (current.stage === 'approved') return current;
    throw new Error(`${loanId} is ${current.stage} by now`, { cause: error });
  }
}
// #endregion stale
const verified = await loanAt('verified');
assert.equal((await approve(verified.loanId, verified)).stage, 'approved');
assert.equal((await approve(verified.loanId, verified)).stage, 'approved'); // done already: answered as it is
const other = await loanAt('verified');
await kit.loans.abandon(other, { reason: 'no longer wanted' });
await assert.rejects(approve(other.loanId, other), /abandoned by now/);

// #region race
const waiting = await loanAt('verified');
const [one, two] = await Promise.all([
  kit.bureau.reportApproved(waiting),
  kit.bureau.reportApproved(waiting),
]);
assert.deepEqual([one.reports.length, two.reports.length], [1, 1]); // both get the loan, one report is filed

const owing = await loanAt('collecting', { mode: 'manual' });
const debit = { amount: 10_000, debitDate: '2026-01-06' };
const debits = await Promise.allSettled([
  kit.collections.collect(owing, debit),
  kit.collections.collect(owing, debit),
]);
assert.deepEqual(debits.map(({ status }) => status).sort(), [
  'fulfilled',
  'rejected',
]); // one by debit-is-single
// #endregion race

// #region duties
const verifying = await loanAt('verifying');
await payer.rejectsDeposit();
const failed = await kit.mandates.refresh(verifying);
const duties = await kit.loans.duties(failed);
assert.deepEqual(
  [...new Set(duties.map(({ duty }) => duty))],
  ['notify-payer', 'offer-reselection'],
);
// #endregion duties

const resumed = await loanAt('selected');
assert.equal((await goOn(kit, resumed.loanId)).stage, 'verifying');
await payer.depositArrives();
assert.equal((await goOn(kit, resumed.loanId)).stage, 'verified');
assert.equal(
  (await goOn(kit, (await loanAt('disbursed')).loanId)).stage,
  'collecting',
);
assert.equal(
  (await goOn(kit, (await loanAt('consented')).loanId)).stage,
  'discovered',
);
assert.equal(
  (await goOn(kit, (await loanAt('closed')).loanId)).stage,
  'closed',
);
await close();
