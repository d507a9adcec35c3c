/** Every duty as a merchant reads it, word for word: what it says is what a person goes by. */
import { expect, test } from 'vitest';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { Duty } from '../../../../src/domain/loan/duties/duty.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import { acknowledged, at, day, eventsUpTo, filed, kobo, loanAt, news, opened, read } from '../sample-loan.ts';

const auto = { collectionMode: 'auto' } as const;
const repaid = news('i1', 'success', 120_000);
const stuck: LoanEvent = { type: 'report.stuck', at, reportId: 'loan.disbursed', attempts: 12, reason: 'HTTP 422' };
const debit: LoanEvent = { type: 'debit.intended', at, debitId: 'd1', amount: kobo(120_000), debitDate: '2026-02-10' };
const parked: LoanEvent = { type: 'debit.parked', at, debitId: 'd1', reason: 'shown nowhere' };
const taken: LoanEvent = { type: 'debit.settled', at, debitId: 'd1', result: 'successful', collected: kobo(120_000) };
const rejected: LoanEvent = {
  type: 'attachment.confirmed',
  at,
  account: 'a2',
  by: 'signature',
  accepted: false,
  transferDestinations: [],
};
const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: '2026-01-04T10:00:00Z',
  channel: 'web',
  outstanding: kobo(120_000),
};
const revoked: LoanEvent = {
  type: 'scope.revoked',
  at,
  scope: 'automatedDebit',
  revokedAt: '2026-01-03T10:00:00Z',
  channel: 'web',
};
const dispute: LoanEvent = {
  type: 'dispute.opened',
  at,
  reference: 'D-1',
  reason: 'not mine',
  openedAt: '2026-01-02T10:00:00Z',
};
const dismissed: LoanEvent = {
  type: 'dispute.resolved',
  at,
  reference: 'D-1',
  outcome: 'dismissed',
  reason: 'r',
  resolvedAt: at,
};
const upheld: LoanEvent = { ...dismissed, outcome: 'upheld' };
const cash: LoanEvent = {
  type: 'repayment.recorded',
  at,
  amount: kobo(10_000),
  date: '2026-02-01',
  reference: 'CASH-1',
};
const bounced: LoanEvent = {
  type: 'repayment.reversed',
  at,
  of: 'collection',
  amount: kobo(10_000),
  date: '2026-02-02',
  reference: 'B-1',
  reason: 'chargeback',
};
const closedAsRepaid: LoanEvent = {
  type: 'report.filed',
  at,
  report: {
    reportId: 'closed',
    event: 'loan.closed',
    mandateId: 'm',
    occurredAt: at,
    content: { finalStatus: 'repaid', closeDate: '2026-02-01' },
  },
};
const abandoned: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };
const erased: LoanEvent = { type: 'payer.erased', at, reason: 'asked for' };
const adopted = reduceLoan([
  { ...opened(), adopted: { adoptedBy: 'ops', reason: 'moved', evidence: [] } },
  ...eventsUpTo('collecting').slice(1),
  cash,
]) as LoanState;

const notice = { duty: 'notify-payer', spec: 'Spec §3.1', isDischargeable: true } as const;
const primary = { account: { account: 'a1', accountNumber: '0123456781', bankCode: '058' } };
const backup = { account: { account: 'a2', accountNumber: '0123456782', bankCode: '058' } };
const missed = {
  duty: 'notify-payer',
  key: 'notify-payer:missed:i1',
  spec: 'Spec §1.6, §3.5',
  isDischargeable: true,
  since: '2026-01-31',
} as const;
const closure = { duty: 'report-closure', key: 'report-closure', isDischargeable: false } as const;
const release = {
  duty: 'release-mandate',
  key: 'release-mandate',
  spec: 'Spec §1, §1.1',
  isDischargeable: true,
  until: '2026-01-31',
} as const;
const waiting = {
  spec: 'Spec §6.3',
  isDischargeable: false,
  since: at,
  until: '2026-01-31',
  subject: { reportId: 'loan.disbursed' },
} as const;
const change1 = { duty: 'tell-platform', isDischargeable: true } as const;
const evidence = { duty: 'complete-evidence', isDischargeable: true } as const;
const released = 'have the mandate released by the platform, which shows no operation for it';

test.each<[string, LoanState, Duty]>([
  [
    'a report that waits',
    loanAt('disbursed'),
    {
      duty: 'deliver-report',
      key: 'deliver-report:loan.disbursed',
      why: 'loan.disbursed has not reached the bureau yet: the worker, or bureau.awaitReported, delivers it',
      ...waiting,
    },
  ],
  [
    'a report that the bureau did not take',
    loanAt('disbursed', [stuck]),
    {
      duty: 'mend-report',
      key: 'mend-report:loan.disbursed',
      why: 'The bureau did not take loan.disbursed after 12 attempts (HTTP 422): see to it, then have it tried again with bureau.release; the reports after it wait',
      ...waiting,
    },
  ],
  [
    'an approved loan',
    loanAt('approved'),
    {
      duty: 'report-disbursement',
      key: 'report-disbursement',
      why: 'The loan is approved: once the money was sent, report the disbursement with bureau.reportDisbursed; nothing is collected before. If none will be sent, abandon the loan',
      spec: 'Spec §1.5, §6.3',
      isDischargeable: false,
      since: at,
      until: '2026-01-31',
    },
  ],
  [
    'a debit that was shown nowhere',
    loanAt('collecting', [debit, parked]),
    {
      duty: 'settle-debit',
      key: 'settle-debit:d1',
      why: 'Whether the debit for 2026-02-10 was taken is not known (shown nowhere): ask the platform or the bank, and say what happened with collections.settle',
      spec: 'Spec §4.7',
      isDischargeable: false,
      since: at,
      until: '2026-01-31',
      subject: { debitId: 'd1' },
    },
  ],
  [
    'a primary account that failed',
    loanAt('verifying', [read('failed', { a1: 'failed' })]),
    {
      ...notice,
      key: `notify-payer:a1:failed:${at}`,
      why: 'The mandate on the primary account was not honoured by its bank: tell the payer',
      subject: primary,
    },
  ],
  [
    'a backup that was not proved in time',
    loanAt('collecting', [read('active', { a1: 'active', a2: 'pending_timeout' })]),
    {
      ...notice,
      key: `notify-payer:a2:pending_timeout:${at}`,
      why: 'The mandate on the backup account was not proved in time: tell the payer, who may add another backup (mandates.addBackup)',
      subject: backup,
    },
  ],
  [
    'a backup whose signature did not match',
    loanAt('verifying', [rejected]),
    {
      ...notice,
      key: `notify-payer:a2:rejected:${at}`,
      why: 'The mandate on the backup account was not honoured by its bank: tell the payer, who may add another backup (mandates.addBackup)',
      subject: backup,
    },
  ],
  [
    'a disputed account of a payer who was erased',
    loanAt('collecting', [read('disputed', { a1: 'disputed' }), erased]),
    {
      ...notice,
      key: `notify-payer:a1:disputed:${at}`,
      why: 'The mandate on the primary account is disputed by the payer: nothing is collected until that is resolved: tell the payer',
      subject: { account: { account: 'a1' } },
    },
  ],
  [
    'a mandate that failed as a whole',
    loanAt('collecting', [read('failed')]),
    {
      ...notice,
      key: `notify-payer:mandate:failed:${at}`,
      why: 'The mandate was not honoured by its bank: tell the payer',
    },
  ],
  [
    'a missed repayment',
    loanAt('collecting', [news('i1', 'failed', 0, { reason: 'insufficient funds' })]),
    {
      ...missed,
      why: 'A repayment was missed (insufficient funds): tell the payer, who may pay otherwise',
      subject: { instalmentReference: 'i1' },
    },
  ],
  [
    'a repayment missed for no reason that was told',
    loanAt('collecting', [news('i1', 'overdue', 10_000)]),
    {
      ...missed,
      why: 'A repayment was missed: tell the payer, who may pay otherwise',
      subject: { instalmentReference: 'i1' },
    },
  ],
  [
    'a choice that came to nothing',
    loanAt('verifying', [read('failed', { a1: 'failed' })]),
    {
      duty: 'offer-reselection',
      key: 'offer-reselection',
      why: 'The payer’s choice of accounts came to nothing: let the payer choose again with discovery.reselect, or abandon the loan',
      spec: 'Spec §3.1',
      isDischargeable: false,
      until: '2026-01-31',
    },
  ],
  [
    'an open dispute',
    loanAt('collecting', [dispute]),
    {
      duty: 'resolve-dispute',
      key: 'resolve-dispute:D-1',
      why: "The payer’s dispute 'D-1' is open, and you debit nothing meanwhile: look into it and record its end with mandates.resolveDispute",
      spec: 'Spec §1, §3.4',
      isDischargeable: false,
      since: '2026-01-02T10:00:00Z',
      until: '2026-01-31',
      subject: { reference: 'D-1' },
    },
  ],
  [
    'consent taken back before money was sent',
    loanAt('approved', [revoked]),
    {
      duty: 'abandon-loan',
      key: 'abandon-loan',
      why: 'The payer took consent back before money was sent: end the loan with loans.abandon',
      spec: 'Spec §1.1',
      isDischargeable: false,
      since: '2026-01-03T10:00:00Z',
    },
  ],
  [
    'debits taken back while something is owed',
    loanAt('collecting', [revoked, cancelled]),
    {
      duty: 'record-obligation',
      key: 'record-obligation',
      why: 'The payer took the consent to debits back and something is owed: record what, and on which ground, with loans.recordObligation, or collect nothing more',
      spec: 'Spec §1.1',
      isDischargeable: false,
      since: '2026-01-04T10:00:00Z',
    },
  ],
  [
    'terms that changed',
    loanAt('collecting', [filed('loan.restructured', 'r-1'), acknowledged('r-1')], auto),
    {
      ...change1,
      key: 'tell-platform:r-1',
      why: 'The terms changed, but the platform keeps its old schedule: have it changed there, or ask for a new mandate',
      spec: 'Spec §1, §6.3',
      since: at,
      until: '2026-01-31',
      subject: { reportId: 'r-1' },
    },
  ],
  [
    'a repayment elsewhere',
    loanAt('collecting', [cash], auto),
    {
      ...change1,
      key: 'tell-platform:repayment:CASH-1',
      why: "Repayment 'CASH-1' came outside the platform, which would collect it once more: tell it what is left",
      spec: 'Spec §1',
      since: '2026-02-01',
      until: '2026-01-31',
      subject: { reference: 'CASH-1' },
    },
  ],
  [
    'a debit that is under way for more than is left',
    loanAt('collecting', [debit, cash]),
    {
      ...change1,
      key: 'tell-platform:debits-under-way:1',
      why: 'Debits of ₦1,200.00 are under way, but ₦1,100.00 is left to pay: have the platform stop what is too much',
      spec: 'Spec §1',
      until: '2026-02-10',
    },
  ],
  [
    'money that went back',
    loanAt('collecting', [news('i1', 'success', 40_000), bounced]),
    {
      ...change1,
      key: 'tell-platform:reversal:B-1',
      why: "Reversal 'B-1' is owed again: tell the platform, whose balance is too low, and the bureau, which has no event for it",
      spec: 'Spec §1, §6.3',
      since: '2026-02-02',
      subject: { reference: 'B-1' },
    },
  ],
  [
    'a dispute that the platform does not know',
    loanAt('collecting', [dispute]),
    {
      ...change1,
      key: 'tell-platform:dispute:D-1:open',
      why: "The payer filed dispute 'D-1' with you: have collection paused at the platform too",
      spec: 'Spec §1, §3.4',
      since: '2026-01-02T10:00:00Z',
      subject: { reference: 'D-1' },
    },
  ],
  [
    'a dispute whose end the platform does not know',
    loanAt('collecting', [dispute, dismissed]),
    {
      ...change1,
      key: 'tell-platform:dispute:D-1:dismissed',
      why: "Dispute 'D-1' was dismissed: tell the platform how it ended",
      spec: 'Spec §1, §3.4',
      since: '2026-01-02T10:00:00Z',
      subject: { reference: 'D-1' },
    },
  ],
  [
    'a scope taken back',
    loanAt('verified', [revoked]),
    {
      ...change1,
      key: 'tell-platform:revocation:automatedDebit',
      why: 'The payer took automatedDebit back, which the platform does not know: tell it',
      spec: 'Spec §1.1',
      since: '2026-01-03T10:00:00Z',
    },
  ],
  [
    'a request to cancel',
    loanAt('collecting', [cancelled]),
    {
      ...change1,
      key: 'tell-platform:cancellation',
      why: 'The payer asked for the mandate to be cancelled, which the platform does not know: tell it, and what is still owed',
      spec: 'Spec §1.1',
      since: '2026-01-04T10:00:00Z',
    },
  ],
  [
    'full repayment',
    loanAt('collecting', [repaid]),
    { ...closure, why: 'The loan is fully repaid: report its closure with bureau.close', spec: 'Spec §6.3' },
  ],
  [
    'a closure that is no longer true',
    loanAt('collecting', [repaid, closedAsRepaid, bounced]),
    {
      duty: 'correct-closure',
      key: 'correct-closure:1',
      why: "The closure was reported as 'repaid', but something is owed again: correct it with the bureau, which has no event for it",
      spec: 'Spec §6.3',
      isDischargeable: true,
    },
  ],
  [
    'money beyond the terms',
    loanAt('collecting', [debit, cash, taken]),
    {
      duty: 'refund-overpayment',
      key: 'refund-overpayment',
      why: '₦100.00 came in beyond the terms: give it back to the payer, and record that with loans.recordReversal',
      spec: 'Spec §1',
      isDischargeable: false,
    },
  ],
  [
    'a mandate without a loan',
    reduceLoan([...eventsUpTo('placed'), abandoned]) as LoanState,
    { ...release, why: `The loan was abandoned after its mandate was placed: ${released}` },
  ],
  [
    'a mandate that the payer rightly disputed',
    loanAt('collecting', [dispute, upheld]),
    { ...release, why: `The payer’s dispute was upheld: ${released}` },
  ],
  [
    'a mandate of a repaid loan',
    loanAt('collecting', [repaid, closedAsRepaid]),
    { ...release, why: `The loan is fully repaid: ${released}` },
  ],
  [
    'a mandate of a loan that was written off',
    loanAt('closed'),
    { ...release, why: `The loan is closed: ${released}` },
  ],
  [
    'a mandate on consent that was taken back',
    loanAt('placed', [cancelled]),
    { ...release, why: `The payer took consent back before money was sent: ${released}` },
  ],
  [
    'a loan that began elsewhere, without the consent',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:consent',
      why: "The loan began elsewhere and no document named 'consent…' proves the payer’s consent to all five scopes: find it, keep it, and note where",
      spec: 'Spec §1.1',
    },
  ],
  [
    'without the choice',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:choice',
      why: "The loan began elsewhere and no document named 'choice…' proves the payer’s choice of accounts: find it, keep it, and note where",
      spec: 'Spec §1.2',
    },
  ],
  [
    'without the disbursement',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:disbursement',
      why: "The loan began elsewhere and no document named 'disbursement…' proves the disbursement: find it, keep it, and note where",
      spec: 'Spec §1',
    },
  ],
  [
    'without the repayments',
    adopted,
    {
      ...evidence,
      key: 'complete-evidence:repayments',
      why: "The loan began elsewhere and no document named 'repayments…' proves what was repaid before: find it, keep it, and note where",
      spec: 'Spec §1, §6.3',
    },
  ],
])('%s is owed in these words', (_what, state, duty) => {
  const owed = dutiesOf(state, { today: day('2026-01-05') });
  expect(owed.filter(({ key }) => key === duty.key)).toEqual([duty]);
});

test('the end of the tenure is owed in these words, from the day after', () => {
  const owed = dutiesOf(loanAt('collecting'), { today: day('2026-04-02') });
  expect(owed).toEqual([
    {
      ...closure,
      why: 'The tenure is over and nothing more is collected: report the closure with bureau.close, as what became of the rest',
      spec: 'Spec §1.6, §6.3',
      since: '2026-04-01',
    },
  ]);
});
