// A loan that is picked up wherever it stands, by any process, after anything.
import assert from 'node:assert/strict';
import {
  type Loan,
  type RepayKit,
  StaleLoanError,
  type VerifiedLoan,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region resume
/** Takes a loan as far as it goes without a person. */
async function goOn(kit: RepayKit, loanId: string): Promise<Loan> {
  const loan = await kit.loans.get(loanId);
  switch (loan.stage) {
    case 'consented':
      return kit.discovery.discover(loan);
    case 'selected': {
      const placed = await kit.mandates.place(loan);
      return kit.mandates.attachByMicroDeposit(placed);
    }
    case 'placed':
      return kit.mandates.attachByMicroDeposit(loan);
    case 'verifying':
      return kit.mandates.refresh(loan);
    case 'disbursed':
      return kit.bureau.awaitReported(loan); // the worker does this too
    default:
      // `discovered` waits for the payer, `verified` and `approved` for you.
      return loan;
  }
}
// #endregion resume

const { kit, loanAt, payer, controls, close } = await createTestKit();

// Nothing is sent for what is known to stand, whatever became of the answer.
// #region died
const selected = await loanAt('selected'); // a primary and two backups
const operation = 'createConsent';
// The service does the work, but its answer is lost.
await controls.addFault({ kind: 'reset', operation, when: 'after', times: 1 });
const lost = { code: 'connection_failed', outcome: 'unknown' };
await assert.rejects(kit.mandates.place(selected), lost);

const placed = await kit.mandates.place(selected); // the same step again
assert.equal(placed.stage, 'placed');
const { items } = await controls.requests();
const sent = items.filter((request) => request.operation === operation);
assert.equal(sent.length, 3); // one for each account
// #endregion died

// #region stale
async function approve(value: VerifiedLoan): Promise<Loan> {
  try {
    return await kit.bureau.reportApproved(value);
  } catch (error) {
    if (!(error instanceof StaleLoanError)) throw error;
    return error.current as Loan; // the current loan
  }
}
// #endregion stale
const verified = await loanAt('verified');
assert.equal((await approve(verified)).stage, 'approved');
assert.equal((await approve(verified)).stage, 'approved'); // done already: answered as it is
const other = await loanAt('verified');
await kit.loans.abandon(other, { reason: 'no longer wanted' });
assert.equal((await approve(other)).stage, 'abandoned');

// #region race
const loan = await loanAt('collecting', { mode: 'manual' });
const debit = { amount: 10_000, debitDate: '2026-01-06' };
const both = await Promise.allSettled([
  kit.collections.collect(loan, debit),
  kit.collections.collect(loan, debit),
]);
// One is sent. The other is refused by the rule debit-is-single.
const [first, second] = both.map(({ status }) => status).sort();
assert.deepEqual([first, second], ['fulfilled', 'rejected']);
// #endregion race
const waiting = await loanAt('verified');
const [one, two] = await Promise.all([
  kit.bureau.reportApproved(waiting),
  kit.bureau.reportApproved(waiting),
]);
assert.deepEqual([one.reports.length, two.reports.length], [1, 1]); // both get the loan, one report is filed

// #region duties
const verifying = await loanAt('verifying');
await payer.rejectsDeposit();
const failed = await kit.mandates.refresh(verifying);
const duties = await kit.loans.duties(failed);
const names = new Set(duties.map(({ duty }) => duty));
assert.deepEqual([...names], ['notify-payer', 'offer-reselection']);
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
