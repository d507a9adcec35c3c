// Debits on demand against the reference server: what is answered, what is not, and how it is found out.
import assert from 'node:assert/strict';
import {
  adviseOnDecline,
  type CollectingLoan,
  type DebitRequest,
  type RepayKit,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region collect
/** A job of your own; it may run twice. */
async function askForDebit(
  kit: RepayKit,
  loanId: string,
  request: DebitRequest,
): Promise<string> {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') return loan.stage;
  const before = loan.debits.find(
    ({ debitDate, status }) =>
      debitDate === request.debitDate && status !== 'refused',
  );
  if (before) return before.status; // an earlier run has asked: nothing to do

  const { debit } = await kit.collections.collect(loan, request);
  switch (debit.outcome) {
    case 'scheduled':
      return `debited on ${debit.dueDate}, reference ${debit.reference}`;
    case 'refused':
      return `nothing was taken: ${debit.reason}`; // the service said so: mend it, and you may ask again
    case 'unknown':
      return 'being found out'; // done here: the worker asks, and a duty appears where a person has to
  }
}
// #endregion collect

const { kit, loanAt, bank, clock, controls, close } = await createTestKit(); // 2026-01-05
const tomorrow = { amount: 10_000, debitDate: '2026-01-06' };
const sentDebits = async () =>
  (await controls.requests()).items.filter(
    ({ operation }) => operation === 'collectManually',
  ).length;

const manual = await loanAt('collecting', { mode: 'manual' });
assert.match(
  await askForDebit(kit, manual.loanId, tomorrow),
  /^debited on 2026-01-06/,
);
assert.equal(await askForDebit(kit, manual.loanId, tomorrow), 'scheduled');
assert.equal(await sentDebits(), 1);

// #region auto
const auto = await loanAt('collecting', { mode: 'auto' });
await assert.rejects(kit.collections.collect(auto, tomorrow), {
  code: 'rule_refused',
  rule: 'debit-is-manual',
});
// #endregion auto

await controls.clearRequests();
// #region unknown
const loan = await loanAt('collecting', { mode: 'manual' });
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
}); // done, and the answer is lost
const asked = await kit.collections.collect(loan, tomorrow);
assert.equal(asked.debit.outcome, 'unknown');
assert.equal(asked.loan.balances.collectable, 80_000); // of 90,000: it counts as if it were taken
await assert.rejects(kit.collections.collect(asked.loan, tomorrow), {
  rule: 'debit-is-single',
});
await assert.rejects(
  kit.collections.collect(asked.loan, { ...tomorrow, debitDate: '2026-01-20' }),
  {
    rule: 'debit-after-unknown',
  },
);

const found = await kit.collections.settle(asked.loan); // the worker does this for you
assert.equal(found.debits[0]?.status, 'scheduled'); // it had arrived

await clock.advance({ days: 1 }); // its day; a webhook rings, or reconciliation finds it
const ended = await kit.mandates.refresh(found.loan);
assert.equal(ended.debits[0]?.status, 'successful');
assert.equal(await sentDebits(), 1); // one request, whatever happened
// #endregion unknown

// #region despite
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
const nextInstalment = {
  amount: 10_000,
  debitDate: '2026-02-01',
  despiteUnknown: [lostAnswer.debitId],
};
const { loan: both } = await kit.collections.collect(open, nextInstalment);
assert.deepEqual(both.debits[1]?.despiteUnknown, [lostAnswer.debitId]);
// #endregion despite

// #region parked
const lost = await loanAt('collecting', { mode: 'manual' });
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'before',
  times: 1,
}); // it never arrived; the client cannot know
const day = clock.today();
await kit.collections.collect(lost, { amount: 10_000, debitDate: day });
const status = async () =>
  (
    await kit.collections.settle(
      (await kit.loans.get(lost.loanId)) as CollectingLoan,
    )
  ).debits[0]?.status;

assert.equal(await status(), 'unknown'); // not shown: that says nothing yet
await clock.advance({ minutes: 15 }); // after the last time at which it could have begun
assert.equal(await status(), 'unknown'); // the first reading that counts
await clock.advance({ minutes: 1 });
assert.equal(await status(), 'parked'); // the second one, equal to the first
const parked = (await kit.loans.get(lost.loanId)) as CollectingLoan;
assert.equal((await kit.loans.duties(parked))[0]?.duty, 'settle-debit');
// #endregion parked

// #region decide
const { loan: decided } = await kit.collections.settle(parked, {
  debitId: parked.debits[0]?.debitId ?? '',
  result: 'not-taken', // or 'taken', with the amount where it was not all
  decidedBy: 'operations-7',
  reason: 'the bank shows no debit on that day, letter 4711',
});
assert.equal(decided.balances.collectable, 90_000);
// #endregion decide

// #region partial
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
const [debit] = swept.debits;
assert.deepEqual(
  [debit?.status, swept.balances.collected, swept.balances.outstanding],
  ['successful', 6_500, 83_500],
);
// #endregion partial

// #region repaid
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
// #endregion repaid

// #region advise
const today = clock.today();
const advice = adviseOnDecline('51', [], {
  declinedAt: `${today}T08:00:00Z`,
  today,
}); // code, earlier answers of the account, context
assert.equal(advice.advice, 'retry-later');
assert.equal(adviseOnDecline('97').advice, 'ask-the-service'); // the bank itself does not know: never debit again before asking
// #endregion advise

await bank.recover();
await close();
