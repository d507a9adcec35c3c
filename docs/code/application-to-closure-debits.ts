// The due dates of a loan, and debits that you ask for yourself.
import assert from 'node:assert/strict';
import type { CollectingLoan, Loan } from 'repaykit';
import { createTestKit } from 'repaykit/testing';
import { runDue } from 'repaykit/worker';
import { COLLECTED, watchLoans } from './loan-watch.ts';

const testKit = await createTestKit();
const { kit, loanAt, bank, clock, controls, webhooks } = testKit;
const { changed, from, left, running, situations } = watchLoans(testKit);
export const observed = situations;
// #region present
/** The current state of the loan. */
async function present({ loanId }: Loan): Promise<CollectingLoan> {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'collecting') throw new Error(`it is ${loan.stage}`);
  return loan;
}
// #endregion present

const loan = await running();
await clock.to('2026-02-05T08:00:00Z');
await left('The primary account pays', loan, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.success'],
});

await bank.decline('51', loan.primaryAccount);
await clock.to('2026-03-05T08:00:00Z');
await left('A backup account pays', loan, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.success'],
});
// #region attempts
const { mandateId, instalments } = await present(loan);
const breakdownId = instalments[1]?.breakdownId ?? '';
const attempts = await kit.collections.attempts(mandateId, breakdownId);
const tried = attempts.map(({ responseCode }) => responseCode); // newest first
// #endregion attempts
assert.deepEqual(tried, ['00', '51']);

await bank.decline('51');
await clock.to('2026-04-05T21:00:00Z'); // after the last attempt of the day
await left('Every account declines', loan, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.failed'],
  duties: ['notify-payer'],
});
const [missed] = await kit.loans.duties(await present(loan));
assert.ok(missed?.isDischargeable);
// #region notified
await kit.loans.dischargeDuty(await present(loan), {
  duty: missed.key,
  note: 'text message sent, 5 April',
});
// #endregion notified
await clock.to('2026-04-06T21:00:00Z');
await changed(loan, {
  stage: 'collecting',
  file: ['duty.discharged', 'collection.confirmed'],
  webhooks: ['collection.failed'], // it is overdue now
});
await bank.recover();

const poor = await loanAt('collecting', {
  accounts: [{ balance: 12_000 }, { balance: 3_000 }],
  terms: { startDate: '2026-05-05', endDate: '2026-07-19' },
});
await from(poor);
await clock.to('2026-05-05T21:00:00Z');
await left('12. Only a part is collected', poor, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.partial'],
});
// #region partial
const { balances, instalments: list } = await present(poor);
assert.equal(list[0]?.status, 'partially paid');
assert.equal(balances.outstanding, 75_000); // of 90,000
// #endregion partial

await clock.to('2026-05-06T09:00:00Z');
const manual = await running('manual');
const today = clock.today();
// #region collect
const { loan: asked, debit } = await kit.collections.collect(manual, {
  amount: 10_000,
  debitDate: today, // or a later day within the tenure
});
const { outcome } = debit; // 'scheduled', 'refused' or 'unknown'
// #endregion collect
assert.equal(outcome, 'scheduled');
await clock.advance({ hours: 1 });
await left('13. Ask for a debit yourself', asked, {
  stage: 'collecting',
  file: [
    'debit.intended',
    'debit.scheduled',
    'mandate.read',
    'debit.settled',
    'collection.confirmed',
    'report.filed',
    'report.acknowledged',
  ],
  webhooks: ['collection.partial'],
});

const poorer = await running('manual');
await bank.decline('51');
await kit.collections.collect(poorer, {
  amount: 10_000,
  debitDate: clock.today(),
});
await clock.advance({ hours: 1 });
await left('The debit is declined', poorer, {
  stage: 'collecting',
  file: [
    'debit.intended',
    'debit.scheduled',
    'mandate.read',
    'debit.settled',
    'collection.confirmed',
    'report.filed',
    'report.acknowledged',
  ],
  webhooks: ['collection.failed'],
  duties: ['notify-payer'],
});
await bank.recover();

// The instalment is partly paid already, and stays so.
await bank.decline('51', manual.primaryAccount);
for (const backup of manual.backupAccounts) await bank.decline('51', backup);
await kit.collections.collect(await present(manual), {
  amount: 10_000,
  debitDate: clock.today(),
});
for (let round = 0; round < 15; round++) {
  await clock.advance({ minutes: 5 });
  await runDue(kit, { inbox: webhooks.receiver });
}
await changed(manual, {
  stage: 'collecting',
  file: [
    'debit.intended',
    'debit.scheduled',
    'debit.settled',
    'collection.confirmed',
  ],
});
assert.equal((await present(manual)).debits.at(-1)?.status, 'failed');

const manualLoan = await running('manual');
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'after',
  times: 1,
});
const request = { amount: 10_000, debitDate: clock.today() };
// #region unknown
const { loan: open, debit: lost } = await kit.collections.collect(
  manualLoan,
  request,
);
assert.equal(lost.outcome, 'unknown'); // it may have been taken
await assert.rejects(kit.collections.collect(open, request), {
  rule: 'debit-is-single', // the repeat is refused
});
// #endregion unknown
await clock.advance({ hours: 1 });
await left('A debit times out', manualLoan, {
  stage: 'collecting',
  file: [
    'debit.intended',
    'debit.unknown',
    'mandate.read',
    'debit.scheduled',
    'debit.settled',
    'collection.confirmed',
    'report.filed',
    'report.acknowledged',
  ],
  webhooks: ['collection.partial'],
});

const unseen = await running('manual');
await controls.addFault({
  kind: 'reset',
  operation: 'collectManually',
  when: 'before',
  times: 1,
});
await kit.collections.collect(unseen, {
  amount: 10_000,
  debitDate: clock.today(),
});
for (let round = 0; round < 48; round++) {
  await clock.advance({ minutes: 5 });
  await runDue(kit, { inbox: webhooks.receiver });
}
await left('A debit is parked', unseen, {
  stage: 'collecting',
  file: ['debit.intended', 'debit.unknown', 'debit.unseen', 'debit.parked'],
  duties: ['settle-debit'],
});
// #region decide
const doubtful = await present(unseen);
const parked = doubtful.debits.find(({ status }) => status === 'parked');
assert.ok(parked);
await kit.collections.settle(doubtful, {
  debitId: parked.debitId,
  result: 'not-taken', // or 'taken'
  decidedBy: 'operations-7',
  reason: 'the bank shows no debit on that day, letter 4711',
});
// #endregion decide
await changed(unseen, {
  stage: 'collecting',
  file: ['debit.settled'],
});

await testKit.close();
