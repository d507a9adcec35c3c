import { describe, expect, test } from 'vitest';
import type { CollectingLoan, SelectedLoan, VerifyingLoan } from '../../../src/domain/loan/loan.ts';
import { presentLoan } from '../../../src/domain/loan/present.ts';
import { reduceLoan } from '../../../src/domain/loan/reduce.ts';
import { loanStages } from '../../../src/domain/loan/stages.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { at, day, discovered, kobo, loanAt, news, opened, read } from './sample-loan.ts';

const present = (...args: Parameters<typeof loanAt>) => presentLoan(loanAt(...args));

const facts = ['disputes', 'loanId', 'mandateId', 'noticeVersion', 'openedAt', 'payerId', 'revokedScopes', 'stage', 'terms', 'version'];
const chosen = [...facts, 'accounts', 'primaryAccount', 'backupAccounts'];
const attached = [...chosen, 'mandateStatus', 'transferDestinations', 'instructions'];
const reported = [...attached, 'reports'];
const owing = [...reported, 'balances', 'reversals', 'instalments', 'debits'];

describe('a loan as merchants hold it', () => {
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
    for (const stage of loanStages) expect(JSON.stringify(present(stage))).not.toMatch(/22212345678|Ada Obi|ada@example|08031234567|Marina/);
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
    const erased = { ...discovered, personal: { accounts: {} } } as typeof discovered;
    const loan = present('selected', [erased]);
    expect(JSON.stringify(loan)).not.toContain('012345678');
  });

  test('says pending until the mandate was read, then what was read', () => {
    expect((present('verifying') as VerifyingLoan).mandateStatus).toBe('pending');
    const loan = present('verifying', [read('failed', { a1: 'failed' })]) as VerifyingLoan;
    expect(loan).toMatchObject({ mandateStatus: 'failed', primaryAccount: { mandateStatus: 'failed', attachedBy: 'micro-deposit' } });
  });

  test('shows debits and balances in naira', () => {
    const loan = present('collecting', [
      { type: 'debit.intended', at, debitId: 'd1', amount: kobo(30_050), debitDate: '2026-02-01' },
      { type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-1' },
      news('i1', 'partially paid', 10_025),
    ]) as CollectingLoan;
    expect(loan.debits).toEqual([{ debitId: 'd1', amount: 300.5, debitDate: '2026-02-01', status: 'scheduled', reference: 'ref-1' }]);
    expect(loan.balances).toEqual({
      totalAmountDue: 1_200,
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
  const listed = { breakdownId: 'b1', instalmentReference: 'i1', dueDate: '2026-01-31', amount: kobo(40_000), collected: kobo(0), status: 'processing' };
  const instalments = (...more: Parameters<typeof loanAt>[1] & object) => (present('collecting', more) as CollectingLoan).instalments;
  const reading = (instalment: object) => read('active', {}, { instalments: [{ ...listed, ...instalment }] });

  test('are those that the mandate lists, with the higher status and the larger amount of what was read and heard', () => {
    expect(instalments(reading({}), news('i1', 'success', 40_000))).toEqual([
      { instalmentReference: 'i1', breakdownId: 'b1', dueDate: '2026-01-31', amount: 400, collected: 400, status: 'success' },
    ]);
    expect(instalments(reading({ collected: kobo(40_000), status: 'success' }), news('i1', 'failed', 0))).toMatchObject([
      { collected: 400, status: 'success' },
    ]);
  });

  test('are matched by breakdown id where the reference is not known', () => {
    const { instalmentReference: _unknown, ...withoutReference } = listed;
    const loan = instalments(read('active', {}, { instalments: [withoutReference] }), news('i1', 'success', 40_000, { breakdownId: 'b1' }));
    expect(loan).toMatchObject([{ instalmentReference: 'i1', breakdownId: 'b1', status: 'success' }]);
  });

  test('hold what was heard of one that the mandate does not list', () => {
    expect(instalments(news('i9', 'failed', 0))).toEqual([{ instalmentReference: 'i9', amount: 400, collected: 0, status: 'failed' }]);
  });

  test('are scheduled as long as nothing is known', () => {
    expect(instalments(read('active', {}, { instalments: [{ breakdownId: 'b1' }] }))).toEqual([
      { instalmentReference: '', breakdownId: 'b1', amount: 0, collected: 0, status: 'scheduled' },
    ]);
  });

  test('tells what the payer took back, asked for and disputes, and where it comes from', () => {
    const loan = present('collecting', [
      { type: 'scope.revoked', at, scope: 'cascadeDebit', revokedAt: at, channel: 'web' },
      { type: 'cancellation.requested', at, requestedAt: at, channel: 'web', outstanding: kobo(120_000) },
      { type: 'dispute.opened', at, reference: 'D-1', reason: 'not mine', openedAt: at },
      { type: 'dispute.opened', at, reference: 'D-2', reason: 'twice', openedAt: at },
      { type: 'dispute.resolved', at, reference: 'D-2', outcome: 'dismissed', reason: 'once', resolvedAt: at },
    ]);
    expect(loan).toMatchObject({ revokedScopes: ['cascadeDebit'], cancellationRequestedAt: at });
    expect(loan.disputes).toEqual([
      { reference: 'D-1', reason: 'not mine', openedAt: at },
      { reference: 'D-2', reason: 'twice', openedAt: at, outcome: 'dismissed' },
    ]);
  });

  test('stays flagged where it began elsewhere', () => {
    const adopted = { adoptedBy: 'ops', reason: 'moved from the old system', evidence: [] };
    expect(presentLoan(reduceLoan([{ ...opened(), adopted }]) as LoanState).adopted).toEqual({ adoptedBy: 'ops', reason: 'moved from the old system' });
    expect(present('consented')).not.toHaveProperty('adopted');
  });

  test('shows reversals in naira, taken off the balances', () => {
    const reversal = { of: 'collection', amount: kobo(10_000), date: '2026-02-02', reference: 'R-1', reason: 'chargeback' } as const;
    const loan = present('collecting', [news('i1', 'success', 40_000), { type: 'repayment.reversed', at, ...reversal }]) as CollectingLoan;
    expect(loan.reversals).toEqual([{ ...reversal, amount: 100 }]);
    expect(loan.balances).toMatchObject({ collected: 300, outstanding: 900, totalAmountDue: 1_200 });
  });
});
