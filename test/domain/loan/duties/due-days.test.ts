/** Until when each duty is owed: the days that the specification and the loan's schedule give, and no other. The loan falls due on 31 January, 1 and 31 March. */
import { describe, expect, test } from 'vitest';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import { acknowledged, at, collection, day, eventsUpTo, filed, kobo, loanAt, opened, read } from '../sample-loan.ts';

const untilOf = (state: LoanState, key: string, today: string) => {
  const found = dutiesOf(state, { today: day(today) }).find((duty) => duty.key === key);
  return found ? (found.until ?? 'no day') : 'not owed';
};
const untilEach = (state: LoanState, key: string, days: readonly string[]) =>
  days.map((today) => untilOf(state, key, today));

const longer = { endDate: day('2026-04-15') };
const dispute: LoanEvent = { type: 'dispute.opened', at, reference: 'D-1', reason: 'not mine', openedAt: at };
const parked: readonly LoanEvent[] = [
  { type: 'debit.intended', at, debitId: 'd1', amount: kobo(100), debitDate: '2026-01-06' },
  { type: 'debit.parked', at, debitId: 'd1', reason: 'shown nowhere' },
];
const failed = read('failed', { a1: 'failed' });
const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(120_000),
};
const repaid = collection('i1', 'success', 120_000);

describe('what has to be done before anything is collected', () => {
  test.each<[string, LoanState, string]>([
    ['the disbursement', loanAt('approved'), 'report-disbursement'],
    [
      'the approval that did not reach the bureau',
      loanAt('verified', [filed('loan.approved')]),
      'deliver-report:loan.approved',
    ],
    ['the disbursement that did not reach the bureau', loanAt('disbursed'), 'deliver-report:loan.disbursed'],
    ['another choice of accounts', loanAt('verifying', [failed]), 'offer-reselection'],
  ])('%s is owed until the first due date, and stays late', (_what, state, key) => {
    expect(untilEach(state, key, ['2026-01-05', '2026-01-31', '2026-02-01', '2026-04-01'])).toEqual([
      '2026-01-31',
      '2026-01-31',
      '2026-01-31',
      '2026-01-31',
    ]);
  });

  test('a schedule of one’s own begins with its own first day', () => {
    const breakdown = [{ dueDate: day('2026-02-14'), amount: kobo(120_000) }];
    expect(untilOf(loanAt('approved', [], { breakdown }), 'report-disbursement', '2026-01-05')).toBe('2026-02-14');
  });

  test('a loan that began elsewhere is late from the first due date since it is here, in Lagos', () => {
    const adoptedAt = (openedAt: string) => {
      const first = { ...opened(), at: openedAt, adopted: { adoptedBy: 'ops', reason: 'moved', evidence: [] } };
      return reduceLoan([first, ...eventsUpTo('approved').slice(1)]) as LoanState;
    };
    expect(untilOf(adoptedAt('2026-01-31T22:59:59.000Z'), 'report-disbursement', '2026-02-10')).toBe('2026-01-31');
    expect(untilOf(adoptedAt('2026-01-31T23:00:00.000Z'), 'report-disbursement', '2026-02-10')).toBe('2026-03-01');
    expect(untilOf(adoptedAt('2026-03-31T23:00:00.000Z'), 'report-disbursement', '2026-04-01')).toBe('no day');
  });

  test('a later report has no day', () => {
    expect(untilOf(loanAt('collecting', [filed('repayment.missed', 'r-1')]), 'deliver-report:r-1', '2026-01-05')).toBe(
      'no day',
    );
    expect(untilOf(loanAt('closed'), 'deliver-report:loan.closed', '2026-01-05')).toBe('no day');
  });
});

describe('what stands in the way of collecting, or outlives it', () => {
  test.each<[string, LoanState, string]>([
    ['an open dispute', loanAt('collecting', [dispute], longer), 'resolve-dispute:D-1'],
    ['an open dispute before money was sent', loanAt('verified', [dispute], longer), 'resolve-dispute:D-1'],
    ['a debit that was shown nowhere', loanAt('collecting', parked, longer), 'settle-debit:d1'],
  ])(
    '%s: until the next due date, then until the end of the tenure, after which nothing is collected',
    (_what, state, key) => {
      expect(
        untilEach(state, key, ['2026-01-31', '2026-02-01', '2026-03-31', '2026-04-01', '2026-04-15', '2026-04-16']),
      ).toEqual(['2026-01-31', '2026-03-01', '2026-03-31', '2026-04-15', '2026-04-15', 'no day']);
    },
  );

  test('a mandate without a purpose: until it would be used again, or ends by itself', () => {
    const days = ['2026-01-31', '2026-02-01', '2026-04-01', '2026-04-15', '2026-04-16'];
    expect(untilEach(loanAt('collecting', [repaid], longer), 'release-mandate', days)).toEqual([
      '2026-01-31',
      '2026-03-01',
      '2026-04-15',
      '2026-04-15',
      'not owed',
    ]);
  });

  test('a dispute over a closed loan has no day: nothing is collected on it any more', () => {
    expect(untilOf(loanAt('closed', [dispute]), 'resolve-dispute:D-1', '2026-01-05')).toBe('no day');
  });
});

test.each<[string, LoanState]>([
  ['notify-payer:a1:failed:2026-01-05T09:00:00.000Z', loanAt('verifying', [failed])],
  ['notify-payer:missed:i1', loanAt('collecting', [collection('i1', 'failed', 0)])],
  ['abandon-loan', loanAt('verified', [cancelled])],
  ['record-obligation', loanAt('collecting', [cancelled])],
  ['report-closure', loanAt('collecting', [repaid, acknowledged('loan.disbursed')])],
  ['refund-overpayment', loanAt('collecting', [collection('i1', 'success', 130_000)])],
])('%s has no day: the specification gives none', (key, state) => {
  expect(untilOf(state, key, '2026-01-05')).toBe('no day');
});
