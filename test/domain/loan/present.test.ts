import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { CollectingLoan, DisbursedLoan, SelectedLoan, VerifyingLoan } from '../../../src/domain/loan/loan.ts';
import { presentLoan } from '../../../src/domain/loan/present.ts';
import { loanStages } from '../../../src/domain/loan/stages.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../src/domain/loan/transitions/reduce.ts';
import { at, collection, day, kobo, loanAt, opened, read, selected } from './sample-loan.ts';

const present = (...args: Parameters<typeof loanAt>) => presentLoan(loanAt(...args));

const facts = [
  'disputes',
  'dischargedDuties',
  'loanId',
  'mandateId',
  'noticeVersion',
  'openedAt',
  'payerId',
  'revokedScopes',
  'stage',
  'terms',
  'version',
];
const chosen = [...facts, 'accounts', 'primaryAccount', 'backupAccounts'];
const attached = [...chosen, 'attachedAt', 'mandateStatus', 'transferDestinations', 'instructions'];
const reported = [...attached, 'reports'];
const owing = [...reported, 'balances', 'reversals', 'instalments', 'debits'];

describe('a loan as lenders hold it', () => {
  test.each<[(typeof loanStages)[number], string[]]>([
    ['consented', facts],
    ['discovered', [...facts, 'accounts']],
    ['selected', chosen],
    ['placed', chosen],
    ['verifying', attached],
    ['verified', attached],
    ['approved', reported],
    ['disbursed', reported],
    ['collecting', owing],
    ['closed', owing],
    ['abandoned', [...facts, 'reason']],
  ])('carries at stage %s what is known by then, and no more', (stage, fields) => {
    const loan = present(stage);
    expect(loan.stage).toBe(stage);
    expect(Object.keys(loan).sort()).toEqual([...fields].sort());
  });

  test('never carries the payer’s BVN, name, e-mail, phone or address', () => {
    for (const stage of loanStages)
      expect(JSON.stringify(present(stage))).not.toMatch(/22212345678|Ada Obi|ada@example|08031234567|Marina/);
  });

  test('shows its terms in naira', () => {
    const breakdown = [{ dueDate: day('2026-02-15'), amount: kobo(120_000) }];
    expect(present('consented').terms).toEqual({
      approvedAmount: 1_000,
      totalAmountDue: 1_200,
      startDate: '2026-01-31',
      endDate: '2026-03-31',
      frequency: 'monthly',
      collectionMode: 'manual',
    });
    expect(present('consented', [], { breakdown }).terms.breakdown).toEqual([{ dueDate: '2026-02-15', amount: 1_200 }]);
  });

  test('shows the payer’s choice with roles, in cascade order', () => {
    const loan = present('selected') as SelectedLoan;
    expect(loan.primaryAccount).toMatchObject({ accountNumber: '0123456781', role: 'primary', active: true });
    expect(loan.backupAccounts).toMatchObject([{ accountNumber: '0123456782', role: 'backup' }]);
    expect(loan.accounts.map(({ role, active }) => [role, active])).toEqual([
      ['primary', true],
      ['backup', true],
      [undefined, true],
      [undefined, false],
    ]);
  });

  test('shows accounts without numbers once the payer is erased', () => {
    const loan = present('verifying', [{ type: 'payer.erased', at, reason: 'asked for' }]) as VerifyingLoan;
    expect(loan.primaryAccount).toEqual({
      accountNumber: '',
      bankCode: '',
      active: true,
      role: 'primary',
      attachedBy: 'micro-deposit',
      attachedAt: at,
    });
    expect(loan).not.toHaveProperty('instructions');
    expect(JSON.stringify(loan)).not.toContain('012345678');
  });

  test('shows a choice of accounts that its file does not name as accounts without numbers', () => {
    const loan = present('discovered', [selected('a9', [])]) as SelectedLoan;
    expect(loan.primaryAccount).toEqual({ accountNumber: '', bankCode: '', active: false });
    expect(loan.backupAccounts).toEqual([]);
  });

  test('shows where the payer may send the deposit, and why the loan was abandoned', () => {
    expect((present('verifying') as VerifyingLoan).transferDestinations).toEqual([
      { bankName: 'Deposit Bank', accountNumber: '9900000001' },
    ]);
    expect(present('abandoned')).toMatchObject({ reason: 'declined' });
  });

  test('shows its reports in order, and why one waits for a person', () => {
    const loan = present('disbursed', [
      { type: 'report.stuck', at, reportId: 'loan.disbursed', attempts: 12, reason: 'refused: no such loan' },
    ]) as DisbursedLoan;
    expect(loan.reports).toEqual([
      { reportId: 'loan.approved', event: 'loan.approved', acknowledged: true },
      { reportId: 'loan.disbursed', event: 'loan.disbursed', acknowledged: false, stuckFor: 'refused: no such loan' },
    ]);
  });

  test('says pending until the mandate was read, then what was read', () => {
    expect((present('verifying') as VerifyingLoan).mandateStatus).toBe('pending');
    const loan = present('verifying', [read('failed', { a1: 'failed' })]) as VerifyingLoan;
    expect(loan).toMatchObject({
      mandateStatus: 'failed',
      primaryAccount: { mandateStatus: 'failed', attachedBy: 'micro-deposit' },
    });
  });

  test('says of a parked debit why it waits for a person, until it was found', () => {
    const parked: LoanEvent[] = [
      { type: 'debit.intended', at, debitId: 'd1', amount: kobo(30_000), debitDate: '2026-02-01' },
      { type: 'debit.unknown', at, debitId: 'd1', reason: 'no answer' },
      { type: 'debit.parked', at, debitId: 'd1', reason: 'two readings showed nothing of it' },
    ];
    const debits = (...more: LoanEvent[]) => (present('collecting', [...parked, ...more]) as CollectingLoan).debits;
    expect(debits()).toEqual([
      {
        debitId: 'd1',
        amount: 300,
        debitDate: '2026-02-01',
        status: 'parked',
        parkedFor: 'two readings showed nothing of it',
      },
    ]);
    expect(debits({ type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-1', foundByAsking: true })).toEqual([
      { debitId: 'd1', amount: 300, debitDate: '2026-02-01', status: 'scheduled', reference: 'ref-1' },
    ]);
  });

  test('shows debits and balances in naira', () => {
    const loan = present('collecting', [
      { type: 'debit.intended', at, debitId: 'd1', amount: kobo(30_050), debitDate: '2026-02-01' },
      { type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-1' },
      collection('i1', 'partially paid', 10_025),
    ]) as CollectingLoan;
    expect(loan.debits).toEqual([
      { debitId: 'd1', amount: 300.5, debitDate: '2026-02-01', status: 'scheduled', reference: 'ref-1' },
    ]);
    expect(loan.balances).toEqual({
      totalAmountDue: 1_200,
      due: 1_200,
      collected: 100.25,
      repaidOutside: 0,
      outstanding: 1_099.75,
      overpaid: 0,
      openDebits: 300.5,
      collectable: 799.25,
    });
  });
});

describe('the instalments of a loan', () => {
  const listed = {
    breakdownId: 'b1',
    instalmentReference: 'i1',
    dueDate: '2026-01-31',
    amount: kobo(40_000),
    collected: kobo(0),
    status: 'processing',
  };
  const instalments = (...more: Parameters<typeof loanAt>[1] & object) =>
    (present('collecting', more) as CollectingLoan).instalments;
  const reading = (instalment: object) => read('active', {}, { instalments: [{ ...listed, ...instalment }] });

  test('are those that the mandate lists, with the higher status and the larger amount of what was read and received', () => {
    expect(instalments(reading({}), collection('i1', 'success', 40_000))).toEqual([
      {
        instalmentReference: 'i1',
        breakdownId: 'b1',
        dueDate: '2026-01-31',
        amount: 400,
        collected: 400,
        status: 'success',
      },
    ]);
    expect(
      instalments(reading({ collected: kobo(40_000), status: 'success' }), collection('i1', 'failed', 0)),
    ).toMatchObject([{ collected: 400, status: 'success' }]);
  });

  test('are matched by breakdown id where the reference is not known', () => {
    const { instalmentReference: _unknown, ...withoutReference } = listed;
    const loan = instalments(
      read('active', {}, { instalments: [withoutReference] }),
      collection('i1', 'success', 40_000, { breakdownId: 'b1' }),
    );
    expect(loan).toMatchObject([{ instalmentReference: 'i1', breakdownId: 'b1', status: 'success' }]);
  });

  test('are distinguished: what was received for one says nothing of another', () => {
    const second = { ...listed, breakdownId: 'b2', instalmentReference: 'i2', dueDate: '2026-02-28' };
    const shown = instalments(
      read('active', {}, { instalments: [listed, second] }),
      collection('i2', 'success', 40_000, { breakdownId: 'b2' }),
      collection('i9', 'failed', 0, { breakdownId: 'b9' }),
    );
    expect(shown).toEqual([
      {
        instalmentReference: 'i1',
        breakdownId: 'b1',
        dueDate: '2026-01-31',
        amount: 400,
        collected: 0,
        status: 'processing',
      },
      {
        instalmentReference: 'i2',
        breakdownId: 'b2',
        dueDate: '2026-02-28',
        amount: 400,
        collected: 400,
        status: 'success',
      },
      { instalmentReference: 'i9', breakdownId: 'b9', amount: 400, collected: 0, status: 'failed' },
    ]);
  });

  test('hold what was received for one that the mandate does not list', () => {
    expect(instalments(collection('i9', 'failed', 0))).toEqual([
      { instalmentReference: 'i9', amount: 400, collected: 0, status: 'failed' },
    ]);
  });

  test('show an unknown status where there is no other, and what the mandate says where both are unknown', () => {
    const unread = { breakdownId: 'b1', instalmentReference: 'i1' };
    const shown = (status: object, received: string) =>
      instalments(read('active', {}, { instalments: [{ ...unread, ...status }] }), collection('i1', received, 0));
    expect(instalments(collection('i9', 'paused', 0))).toMatchObject([{ status: 'paused' }]);
    expect(shown({}, 'paused')).toMatchObject([{ status: 'paused' }]);
    expect(shown({ status: 'processing' }, 'paused')).toMatchObject([{ status: 'processing' }]);
    expect(shown({ status: 'waived' }, 'paused')).toMatchObject([{ status: 'waived' }]);
    expect(instalments(read('active', {}, { instalments: [{ ...unread, status: 'waived' }] }))).toMatchObject([
      { status: 'waived' },
    ]);
  });

  test('are scheduled as long as nothing is known', () => {
    expect(instalments(read('active', {}, { instalments: [{ breakdownId: 'b1' }] }))).toEqual([
      { instalmentReference: '', breakdownId: 'b1', amount: 0, collected: 0, status: 'scheduled' },
    ]);
  });

  test('reports what the payer took back, asked for and disputes, and where it comes from', () => {
    const loan = present('collecting', [
      { type: 'scope.revoked', at, scope: 'cascadeDebit', revokedAt: at, channel: 'web' },
      {
        type: 'cancellation.requested',
        at,
        requestedAt: at,
        channel: 'web',
        reason: 'moving away',
        outstanding: kobo(120_000),
      },
      { type: 'dispute.opened', at, reference: 'D-1', reason: 'not mine', openedAt: at },
      { type: 'dispute.opened', at, reference: 'D-2', reason: 'twice', openedAt: at },
      { type: 'dispute.resolved', at, reference: 'D-2', outcome: 'dismissed', reason: 'once', resolvedAt: at },
    ]);
    expect(loan).toMatchObject({
      revokedScopes: ['cascadeDebit'],
      cancellationRequestedAt: at,
      cancellationReason: 'moving away',
    });
    expect(loan.disputes).toEqual([
      { reference: 'D-1', reason: 'not mine', openedAt: at },
      { reference: 'D-2', reason: 'twice', openedAt: at, outcome: 'dismissed' },
    ]);
  });

  test('stays flagged where it began elsewhere', () => {
    const adopted = { adoptedBy: 'ops', reason: 'moved from the old system', evidence: [] };
    expect(presentLoan(reduceLoan([{ ...opened(), adopted }]) as LoanState).adopted).toEqual({
      adoptedBy: 'ops',
      reason: 'moved from the old system',
    });
    expect(present('consented')).not.toHaveProperty('adopted');
  });

  test('shows reversals in naira, taken off the balances', () => {
    const reversal = {
      of: 'collection',
      amount: kobo(10_000),
      date: '2026-02-02',
      reference: 'R-1',
      reason: 'chargeback',
    } as const;
    const loan = present('collecting', [
      collection('i1', 'success', 40_000),
      { type: 'repayment.reversed', at, ...reversal },
    ]) as CollectingLoan;
    expect(loan.reversals).toEqual([{ ...reversal, amount: 100 }]);
    expect(loan.balances).toMatchObject({ collected: 300, outstanding: 900, totalAmountDue: 1_200 });
  });
});
