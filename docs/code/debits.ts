// Debits on demand against the reference server: the three answers, and how the client settles a lost one.
import assert from 'node:assert/strict';
import {
  adviseOnDecline,
  type CollectingLoan,
  type DebitRequest,
  type LoanTermsInput,
  type RepayKit,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region ask
/** A job of yours. It may run twice. */
async function askForDebit(
  kit: RepayKit,
  loanId: string,
  request: DebitRequest,
): Promise<string> {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') return loan.stage;
  const earlier = loan.debits.find(
    ({ debitDate, status }) =>
      debitDate === request.debitDate && status !== 'refused',
  );
  if (earlier) return earlier.status; // an earlier run sent it
  const { debit } = await kit.collections.collect(loan, request);
  return debit.outcome; // 'scheduled', 'refused' or 'unknown'
}
// #endregion ask

const { kit, loanAt, bank, clock, controls, close } = await createTestKit(); // 2026-01-05
const tomorrow = { amount: 10_000, debitDate: '2026-01-06' };
const sentDebits = async () =>
  (await controls.requests()).items.filter(
    ({ operation }) => operation === 'collectManually',
  ).length;

const manual = await loanAt('collecting', { mode: 'manual' });
assert.equal(await askForDebit(kit, manual.loanId, tomorrow), 'scheduled');
assert.equal(await askForDebit(kit, manual.loanId, tomorrow), 'scheduled');
assert.equal(await sentDebits(), 1);

const auto = await loanAt('collecting', { mode: 'auto' });
await assert.rejects(kit.collections.collect(auto, tomorrow), {
  code: 'rule_refused',
  rule: 'debit-is-manual',
});

await controls.clearRequests();
const loan = await loanAt('collecting', { mode: 'manual' });
// #region unknown
// The service takes the request, and the answer is lost.
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
});
const asked = await kit.collections.collect(loan, tomorrow);
assert.equal(asked.debit.outcome, 'unknown');

// The worker does this for you.
const found = await kit.collections.settle(asked.loan);
assert.equal(found.debits[0]?.status, 'scheduled'); // the service has it
// #endregion unknown
// of 90,000: it counts as if it were taken
assert.equal(asked.loan.balances.collectable, 80_000);
await assert.rejects(kit.collections.collect(asked.loan, tomorrow), {
  rule: 'debit-is-single',
});

await clock.advance({ days: 1 });
const ended = await kit.mandates.refresh(found.loan);
assert.equal(ended.debits[0]?.status, 'successful');
assert.equal(await sentDebits(), 1); // one request, whatever happened

const doubt = await loanAt('collecting', { mode: 'manual' });
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
});
const { loan: open, debit: lostAnswer } = await kit.collections.collect(
  doubt,
  tomorrow,
);
const next = { amount: 10_000, debitDate: '2026-02-01' };
await assert.rejects(kit.collections.collect(open, next), {
  rule: 'debit-after-unknown',
});
// #region despite
const { loan: both } = await kit.collections.collect(open, {
  amount: 10_000,
  debitDate: '2026-02-01',
  despiteUnknown: [lostAnswer.debitId],
});
// #endregion despite
assert.deepEqual(both.debits[1]?.despiteUnknown, [lostAnswer.debitId]);

const lost = await loanAt('collecting', { mode: 'manual' });
// It never arrived. The client cannot know that.
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'before',
  times: 1,
});
const day = clock.today();
await kit.collections.collect(lost, { amount: 10_000, debitDate: day });
const collectingNow = async () =>
  (await kit.loans.get(lost.loanId)) as CollectingLoan;
const status = async () =>
  (await kit.collections.settle(await collectingNow())).debits[0]?.status;

assert.equal(await status(), 'unknown'); // not shown: no proof yet
await clock.advance({ minutes: 15 });
assert.equal(await status(), 'unknown'); // the first reading that counts
await clock.advance({ minutes: 1 });
assert.equal(await status(), 'parked'); // a second, equal one
const parked = await collectingNow();
assert.equal((await kit.loans.duties(parked))[0]?.duty, 'settle-debit');

// #region decide
const [inDoubt] = parked.debits;
assert(inDoubt);
const { loan: decided } = await kit.collections.settle(parked, {
  debitId: inDoubt.debitId,
  result: 'not-taken', // or 'taken', with `amount` for a part
  decidedBy: 'operations-7',
  reason: 'the bank shows no debit on that day, letter 4711',
});
// #endregion decide
assert.equal(decided.balances.collectable, 90_000);

// #region partial
// Two accounts that hold 6,500 together.
const poor = await loanAt('collecting', {
  mode: 'manual',
  accounts: [{ balance: 4_000 }, { balance: 2_500 }],
});
const { loan: waiting } = await kit.collections.collect(poor, {
  amount: 10_000,
  debitDate: clock.today(),
});
await clock.advance({ hours: 1 });
const swept = await kit.mandates.refresh(waiting);
assert.equal(swept.balances.collected, 6_500);
// #endregion partial
assert.equal(swept.debits[0]?.status, 'successful');
assert.equal(swept.balances.outstanding, 83_500);

const paid = await kit.loans.recordRepayment(swept, {
  amount: 20_000,
  date: clock.today(),
  reference: 'CASH-17',
});
assert.equal(paid.balances.collectable, 63_500);
await assert.rejects(
  kit.collections.collect(paid, { amount: 63_500.01, debitDate: '2026-02-01' }),
  {
    rule: 'debit-within-terms',
  },
);

// #region breakdown
const terms: LoanTermsInput = {
  approvedAmount: 80_000,
  totalAmountDue: 90_000,
  startDate: '2026-02-10',
  endDate: '2026-03-31',
  frequency: 'monthly',
  collectionMode: 'manual',
  breakdown: [
    { dueDate: '2026-02-10', amount: 50_000 },
    { dueDate: '2026-03-10', amount: 40_000 },
  ],
};
// #endregion breakdown
const uneven = await loanAt('collecting', { accounts: 1, terms });
assert.equal(uneven.instalments[0]?.amount, 50_000);

await bank.decline('51');
const { loan: declining } = await kit.collections.collect(uneven, {
  amount: 50_000,
  debitDate: clock.today(),
});
await clock.advance({ hours: 1 });
const declined = await kit.mandates.refresh(declining);
assert.equal(declined.debits[0]?.status, 'failed');
const [due] = declined.instalments;
const { breakdownId } = due ?? {};
assert(breakdownId);

// #region advise
// Newest first. Take the breakdownId from loan.instalments.
const [attempt] = await kit.collections.attempts(
  declined.mandateId,
  breakdownId,
);
assert(attempt);
const { advice, earliestDate } = adviseOnDecline(
  attempt.responseCode ?? '', // '51'
  [], // earlier answers for this account
  { declinedAt: attempt.createdAt, today: clock.today() },
);
assert.equal(advice, 'retry-later');
// #endregion advise
assert.equal(attempt.responseCode, '51');
assert.equal(earliestDate, clock.today());
assert.equal(adviseOnDecline('97').advice, 'ask-the-service');

await bank.recover();
await close();
