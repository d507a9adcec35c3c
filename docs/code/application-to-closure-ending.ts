// Disputes, revoked consent, other repayments, new terms, and the end of a loan.
import assert from 'node:assert/strict';
import { type CollectingLoan, type Loan, memoryKeys } from 'repaykit';
import { createTestKit } from 'repaykit/testing';
import { COLLECTED, watchLoans } from './loan-watch.ts';

const testKit = await createTestKit({ client: { keys: memoryKeys() } });
const { kit, loanAt, payer, bank, clock } = testKit;
const { changed, from, left, running, situations } = watchLoans(testKit);
export const observed = situations;
const ipAddress = '203.0.113.7';
/** In your app: the time of the request. */
const now = () => clock.iso();
/** The current state of the loan. */
const present = async ({ loanId }: Loan) =>
  (await kit.loans.get(loanId)) as CollectingLoan;

const objecting = await running();
// #region dispute
const disputed = await kit.mandates.openDispute(objecting, {
  reference: 'DIS-9', // your own
  reason: 'says that the first instalment was paid in cash',
  openedAt: now(),
});
// #endregion dispute
await left('14. The payer disputes with you', disputed, {
  stage: 'collecting',
  file: ['dispute.opened'],
  duties: ['resolve-dispute', 'tell-platform'],
});
await kit.loans.dischargeDuty(disputed, {
  duty: 'tell-platform:dispute:DIS-9:open',
  note: 'support confirmed the pause on 6 May, ticket 88',
});
await clock.to(`${objecting.terms.startDate}T08:00:00Z`);
await left('The service collects during the dispute', disputed, {
  stage: 'collecting',
  file: ['duty.discharged', ...COLLECTED],
  webhooks: ['collection.success'],
  duties: ['resolve-dispute', 'tell-platform'],
});
// #region resolve
await kit.mandates.resolveDispute(await present(disputed), {
  reference: 'DIS-9',
  outcome: 'dismissed', // 'upheld' ends collection permanently
  reason: 'no receipt was found',
  resolvedAt: now(),
});
// #endregion resolve
await left('The dispute ends', disputed, {
  stage: 'collecting',
  file: ['dispute.resolved'],
  duties: ['tell-platform'],
});

const atBank = await running();
await payer.disputes(atBank);
await clock.advance({ hours: 26 });
await left('The payer disputes at the bank', atBank, {
  stage: 'collecting',
  file: ['mandate.read'],
  found: ['mandate.disputed'],
  duties: ['notify-payer'],
});
await payer.disputeResolved('reinstated', atBank);
await clock.advance({ hours: 26 });
await changed(atBank, {
  stage: 'collecting',
  file: ['mandate.read'],
  found: ['mandate.activated'],
});

const early = await loanAt('verified');
await from(early);
// #region revoke-early
const { loan: cancelled } = await kit.mandates.requestCancellation(early, {
  requestedAt: now(),
  channel: 'web',
  ipAddress,
});
await kit.loans.abandon(cancelled, { reason: 'the payer cancelled' });
// #endregion revoke-early
await left('The payer revokes consent before you send the money', cancelled, {
  stage: 'abandoned',
  file: ['cancellation.requested', 'loan.abandoned'],
  duties: ['release-mandate'],
});

const revoking = await running();
// #region revoke
const { loan: revoked, follows } = await kit.mandates.revokeScope(revoking, {
  scope: 'automatedDebit',
  revokedAt: now(),
  channel: 'branch',
});
// #endregion revoke
assert.equal(follows.code, 'obligation-outstanding');
await left('The payer revokes consent after you sent the money', revoked, {
  stage: 'collecting',
  file: ['scope.revoked'],
  duties: ['record-obligation', 'tell-platform'],
});
// #region obligation
await kit.loans.recordObligation(revoked, {
  amount: revoked.balances.outstanding,
  basis: 'loan agreement, clause 7',
});
// #endregion obligation
await changed(revoked, {
  stage: 'collecting',
  file: ['obligation.recorded'],
  duties: ['tell-platform'],
});

const elsewhere = await running();
// #region repayment
const repaid = await kit.loans.recordRepayment(elsewhere, {
  amount: 30_000,
  date: clock.today(),
  reference: 'CASH-17', // the same reference counts once
});
assert.equal(repaid.balances.outstanding, 60_000);
// #endregion repayment
await left('16. The payer pays in cash or by transfer', repaid, {
  stage: 'collecting',
  file: ['repayment.recorded'],
  duties: ['tell-platform'],
});

const twice = await running();
await kit.loans.recordRepayment(twice, {
  amount: 90_000,
  date: clock.today(),
  reference: 'CASH-18',
});
await from(twice);
await clock.to(`${twice.terms.startDate}T08:00:00Z`);
await left('The payer paid too much', twice, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.success'],
  duties: [
    'tell-platform',
    'report-closure',
    'refund-overpayment',
    'release-mandate',
  ],
});
// #region refund
const overpaid = await present(twice);
await kit.loans.recordReversal(overpaid, {
  of: 'collection', // or 'repayment': a cheque that bounced
  amount: overpaid.balances.overpaid,
  date: clock.today(),
  reference: 'REFUND-3',
  reason: 'collected after the loan was repaid',
});
// #endregion refund
await changed(twice, {
  stage: 'collecting',
  file: ['repayment.reversed'],
  duties: ['tell-platform', 'report-closure', 'release-mandate'],
});

const restructured = await running();
const [, second = '', third = ''] = [1, 2, 3].map((months) => inMonths(months));
// #region restructure
await kit.bureau.reportRestructured(await kit.mandates.refresh(restructured), {
  schedule: [
    { dueDate: second, amount: 45_000 },
    { dueDate: third, amount: 45_000 },
  ],
  reason: 'the payer lost a job',
});
// #endregion restructure
await left('17. Change the terms', restructured, {
  stage: 'collecting',
  file: ['report.filed', 'report.acknowledged'],
  duties: ['tell-platform'],
});

const ended = await running();
await clock.advance({ months: 3 });
await left('18. The loan is repaid', ended, {
  stage: 'collecting',
  file: COLLECTED,
  webhooks: ['collection.success'],
  duties: ['report-closure', 'release-mandate'],
});
// #region close
const closed = await kit.bureau.close(await present(ended), {
  finalStatus: 'repaid',
  closeDate: clock.today(),
});
// #endregion close
await left('Close the loan', closed, {
  stage: 'closed',
  file: ['report.filed', 'report.acknowledged'],
  duties: ['release-mandate'],
});
// #region release
const duties = await kit.loans.duties(closed);
const release = duties.find(({ duty }) => duty === 'release-mandate');
assert.ok(release);
await kit.loans.dischargeDuty(closed, {
  duty: release.key,
  note: 'support confirmed the release on 6 May, ticket 91',
});
// #endregion release
await left('Release the mandate', closed, {
  stage: 'closed',
  file: ['duty.discharged'],
});

const { payerId } = closed;
// #region erase
const { loanIds } = await kit.loans.erasePayer(payerId, {
  reason: 'the payer asked, and the retention period is over',
});
// #endregion erase
assert.deepEqual(loanIds, [closed.loanId]);
await left('19. Erase the payer', closed, {
  stage: 'closed',
  file: ['payer.erased'],
});

const unpaid = await running();
await bank.decline('51');
await clock.advance({ months: 4 });
await left('The tenure ends with money owed', unpaid, {
  stage: 'collecting',
  file: [
    'collection.confirmed',
    'report.filed',
    'mandate.read',
    'report.acknowledged',
  ],
  webhooks: ['collection.failed', 'mandate.expired'],
  duties: ['notify-payer', 'report-closure'],
});
await kit.bureau.close(await present(unpaid), {
  finalStatus: 'written_off',
  closeDate: clock.today(),
});
await changed(unpaid, {
  stage: 'closed',
  file: ['report.filed', 'report.acknowledged'],
});

await testKit.close();

function inMonths(months: number): string {
  const day = new Date(clock.now());
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}
