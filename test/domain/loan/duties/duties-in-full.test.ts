/** What the lender owes to the payer and the bureau, word for word: people act on these texts. */
import { expect, test } from 'vitest';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { Duty } from '../../../../src/domain/loan/duties/duty.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import {
  at,
  cancelled,
  chargedBack,
  closedAsRepaid,
  collection,
  day,
  disputeOpened,
  kobo,
  loanAt,
  paidInCash,
  read,
  revoked,
} from '../sample-loan.ts';

const repaid = collection('i1', 'success', 120_000);
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
const cancellation = cancelled('2026-01-04T10:00:00Z');
const withdrawal = revoked('automatedDebit', '2026-01-03T10:00:00Z');
const dispute: LoanEvent = { ...disputeOpened('D-1'), openedAt: '2026-01-02T10:00:00Z' } as LoanEvent;
const cash = paidInCash(10_000);
const erased: LoanEvent = { type: 'payer.erased', at, reason: 'asked for' };

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
const waiting = {
  spec: 'Spec §6.3',
  isDischargeable: false,
  since: at,
  until: '2026-01-31',
  subject: { reportId: 'loan.disbursed' },
} as const;

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
    loanAt('collecting', [collection('i1', 'failed', 0, { reason: 'insufficient funds' })]),
    {
      ...missed,
      why: 'A repayment was missed (insufficient funds): tell the payer, who may pay otherwise',
      subject: { instalmentReference: 'i1' },
    },
  ],
  [
    'a repayment missed for an unknown reason',
    loanAt('collecting', [collection('i1', 'overdue', 10_000)]),
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
    loanAt('approved', [withdrawal]),
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
    loanAt('collecting', [withdrawal, cancellation]),
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
    'full repayment',
    loanAt('collecting', [repaid]),
    { ...closure, why: 'The loan is fully repaid: report its closure with bureau.close', spec: 'Spec §6.3' },
  ],
  [
    'a closure that is no longer true',
    loanAt('collecting', [repaid, closedAsRepaid, chargedBack]),
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
