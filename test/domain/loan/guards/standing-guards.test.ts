import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { backupIsNew, mandateIsNeeded, tenureIsOpen } from '../../../../src/domain/loan/guards/account-guards.ts';
import { debitIsUndisputed } from '../../../../src/domain/loan/guards/debit-guards.ts';
import {
  adoptionAgrees,
  disputeIsOpen,
  loanIsUndisputed,
  reversalIsCovered,
} from '../../../../src/domain/loan/guards/standing-guards.ts';
import { mayAddBackup, mayDebit, mayDisburse, stepIsAllowed } from '../../../../src/domain/loan/guards/step-guards.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { at, collection, day, disputeEnded, disputeOpened, kobo, loanAt, opened, read } from '../sample-loan.ts';

const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(0),
};
const repaid = collection('i1', 'success', 120_000);
const today = day('2026-01-05');

describe('a dispute that the payer filed', () => {
  const decisions = (events: readonly LoanEvent[]) => [
    debitIsUndisputed(loanAt('collecting', events)),
    loanIsUndisputed(loanAt('collecting', events)),
  ];

  test.each<[string, LoanEvent[]]>([
    ['is open', [disputeOpened('D-1')]],
    [
      'is open beside one that was dismissed',
      [disputeOpened('D-1'), disputeEnded('D-1', 'dismissed'), disputeOpened('D-2')],
    ],
    ['was upheld, for good', [disputeOpened('D-1'), disputeEnded('D-1', 'upheld')]],
    [
      'was upheld, whatever became of another',
      [disputeOpened('D-1'), disputeEnded('D-1', 'upheld'), disputeOpened('D-2'), disputeEnded('D-2', 'dismissed')],
    ],
  ])('stops debits, backups and money while it %s', (_what, events) => {
    expect(decisions(events)).toMatchObject([
      { allowed: false, rule: 'debit-is-undisputed', spec: 'Spec §1, §3.4' },
      { allowed: false, rule: 'loan-is-undisputed', spec: 'Spec §1, §3.4' },
    ]);
  });

  test.each<[string, LoanEvent[]]>([
    ['was none', []],
    ['was dismissed', [disputeOpened('D-1'), disputeEnded('D-1', 'dismissed')]],
  ])('stops nothing when there %s', (_what, events) => {
    expect(decisions(events)).toEqual([{ allowed: true }, { allowed: true }]);
  });

  test('is resolved once, and only if it was opened', () => {
    expect(disputeIsOpen(loanAt('collecting', [disputeOpened('D-1')]), 'D-1')).toEqual({ allowed: true });
    expect(disputeIsOpen(loanAt('collecting', [disputeOpened('D-1')]), 'D-2')).toMatchObject({
      allowed: false,
      rule: 'dispute-is-open',
      spec: 'Spec §3.4',
    });
    const over = loanAt('collecting', [disputeOpened('D-1'), disputeEnded('D-1', 'upheld')]);
    expect(disputeIsOpen(over, 'D-1')).toMatchObject({
      rule: 'dispute-is-open',
      message: expect.stringContaining('upheld'),
    });
  });
});

describe('a dispute at the service', () => {
  test('stops backups and money too, until a reading shows that it is over', () => {
    expect(loanIsUndisputed(loanAt('approved', [read('disputed')]))).toMatchObject({
      rule: 'loan-is-undisputed',
      message: expect.stringContaining('service'),
    });
    expect(loanIsUndisputed(loanAt('approved', [read('disputed'), read('active')]))).toEqual({ allowed: true });
  });
});

describe('the tenure', () => {
  test('is open to its last day', () => {
    expect(tenureIsOpen(loanAt('placed'), day('2026-03-31'))).toEqual({ allowed: true });
    expect(tenureIsOpen(loanAt('placed'), day('2026-04-01'))).toMatchObject({
      allowed: false,
      rule: 'mandate-within-tenure',
      spec: 'Spec §8',
    });
  });
});

describe('a mandate', () => {
  test('is needed while something is outstanding', () => {
    expect(mandateIsNeeded(loanAt('collecting', [collection('i1', 'partially paid', 119_999)]))).toEqual({
      allowed: true,
    });
    expect(mandateIsNeeded(loanAt('collecting', [repaid]))).toMatchObject({
      allowed: false,
      rule: 'mandate-after-repayment',
      spec: 'Spec §1',
    });
  });
});

describe('one more backup', () => {
  const accountOf = (state: LoanState, ref: string) =>
    state.accounts.find(({ account }) => account === ref) ?? expect.fail('no such account');

  test('is an account that has no place in the cascade yet', () => {
    const state = loanAt('verifying');
    expect(backupIsNew(state, accountOf(state, 'a3'))).toEqual({ allowed: true });
    for (const taken of ['a1', 'a2'])
      expect(backupIsNew(state, accountOf(state, taken))).toMatchObject({
        rule: 'selection-is-distinct',
        spec: 'Spec §1.2',
      });
  });

  test('is any account where the payer has chosen none yet', () => {
    const state = loanAt('discovered');
    for (const any of ['a1', 'a2']) expect(backupIsNew(state, accountOf(state, any))).toEqual({ allowed: true });
  });

  test('may be one again whose signature did not match', () => {
    const rejected: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a2',
      by: 'signature',
      accepted: false,
      transferDestinations: [],
    };
    const state = loanAt('verifying', [rejected]);
    expect(backupIsNew(state, accountOf(state, 'a2'))).toEqual({ allowed: true });
  });

  test.each(['failed', 'pending_timeout'])('may be one again that %s before, but never the primary', (status) => {
    const state = loanAt('verifying', [read('pending', { a1: status, a2: status })]);
    expect(backupIsNew(state, accountOf(state, 'a2'))).toEqual({ allowed: true });
    expect(backupIsNew(state, accountOf(state, 'a1'))).toMatchObject({ rule: 'selection-is-distinct' });
  });
});

describe('a reversal', () => {
  const paid = (amount: number, reference: string): LoanEvent => ({
    type: 'repayment.recorded',
    at,
    amount: kobo(amount),
    date: '2026-02-01',
    reference,
  });
  const back = (of: 'repayment' | 'collection', amount: number): LoanEvent => ({
    type: 'repayment.reversed',
    at,
    of,
    amount: kobo(amount),
    date: '2026-02-02',
    reference: `${of}-${amount}`,
    reason: 'bounced',
  });
  const state = loanAt('collecting', [collection('i1', 'success', 40_000), paid(30_000, 'r1')]);

  test.each([
    ['collection', 40_000],
    ['repayment', 30_000],
  ] as const)('of a %s is covered by what came in, less earlier ones', (of, most) => {
    expect(reversalIsCovered(state, of, kobo(most))).toEqual({ allowed: true });
    expect(reversalIsCovered(state, of, kobo(most + 1))).toMatchObject({
      allowed: false,
      rule: 'reversal-is-covered',
      spec: 'Spec §1',
    });
    const once = loanAt('collecting', [collection('i1', 'success', 40_000), paid(30_000, 'r1'), back(of, 10_000)]);
    expect(reversalIsCovered(once, of, kobo(most - 10_000))).toEqual({ allowed: true });
    expect(reversalIsCovered(once, of, kobo(most - 9_999)).allowed).toBe(false);
  });
});

describe('an adoption', () => {
  test('agrees with the service, or is refused with all that differs', () => {
    expect(adoptionAgrees([])).toEqual({ allowed: true });
    expect(adoptionAgrees(['the BVN is another one', 'endDate differs'])).toMatchObject({
      rule: 'adoption-agrees',
      message: expect.stringContaining('the BVN is another one; endDate differs'),
    });
  });
});

describe('the entry points', () => {
  test.each(['discover', 'select', 'place', 'attach', 'reselect', 'reportApproved'] as const)(
    '%s stands on the whole consent',
    (step) => {
      const refuses = (events: readonly LoanEvent[]) =>
        stepIsAllowed(step, loanAt('verifying', [read('failed'), ...events]), today);
      expect(refuses([])).toEqual({ allowed: true });
      expect(refuses([cancelled])).toMatchObject({ rule: 'consent-stands' });
      expect(
        refuses([{ type: 'scope.revoked', at, scope: 'bureauReporting', revokedAt: at, channel: 'web' }]),
      ).toMatchObject({ rule: 'consent-stands' });
    },
  );

  test.each(['discover', 'select', 'place', 'attach', 'reselect'] as const)('%s ends with the tenure', (step) => {
    expect(stepIsAllowed(step, loanAt('verifying', [read('failed')]), day('2026-04-01'))).toMatchObject({
      rule: 'mandate-within-tenure',
    });
  });

  test.each(['reportDisbursed', 'awaitReported', 'close', 'reportRestructured', 'refresh', 'abandon'] as const)(
    '%s stays open after a withdrawal: what happened is reported',
    (step) => {
      expect(stepIsAllowed(step, loanAt('approved', [cancelled, disputeOpened('D-1')]), day('2026-04-01'))).toEqual({
        allowed: true,
      });
    },
  );

  test.each<[string, LoanEvent[], string, string]>([
    ['consent was taken back', [cancelled], '2026-01-05', 'consent-stands'],
    ['the primary failed', [read('failed', { a1: 'failed' })], '2026-01-05', 'disbursement-needs-active-primary'],
    ['the payer disputes it', [disputeOpened('D-1')], '2026-01-05', 'loan-is-undisputed'],
    ['the tenure is over', [], '2026-04-01', 'mandate-within-tenure'],
    ['the first due date has passed', [], '2026-02-01', 'terms-lie-ahead'],
  ])('no money goes out when %s', (_what, events, on, rule) => {
    expect(mayDisburse(loanAt('approved', events), day(on))).toMatchObject({ allowed: false, rule });
  });

  test('money goes out to the first due date, and later only for a loan whose schedule ran elsewhere', () => {
    expect(mayDisburse(loanAt('approved'), day('2026-01-31'))).toEqual({ allowed: true });
    const adopted = opened().consent && { adoptedBy: 'ops', reason: 'moved', evidence: [] };
    expect(mayDisburse({ ...loanAt('approved'), adopted }, day('2026-02-01'))).toEqual({ allowed: true });
  });

  test.each<[string, LoanEvent[], string, string]>([
    [
      'mandate placement was taken back',
      [{ type: 'scope.revoked', at, scope: 'mandatePlacement', revokedAt: at, channel: 'web' }],
      '2026-01-05',
      'consent-stands',
    ],
    [
      'cascade debits were taken back',
      [{ type: 'scope.revoked', at, scope: 'cascadeDebit', revokedAt: at, channel: 'web' }],
      '2026-01-05',
      'consent-stands',
    ],
    ['the tenure is over', [], '2026-04-01', 'mandate-within-tenure'],
    ['the service shows a dispute', [read('disputed')], '2026-01-05', 'loan-is-undisputed'],
    ['nothing is owed any more', [repaid], '2026-01-05', 'mandate-after-repayment'],
  ])('no backup is added when %s', (_what, events, on, rule) => {
    expect(mayAddBackup(loanAt('collecting', events), day(on))).toMatchObject({ allowed: false, rule });
  });

  test('a backup is added although reports to the bureau were taken back, on the last day too', () => {
    const state = loanAt('collecting', [
      { type: 'scope.revoked', at, scope: 'bureauReporting', revokedAt: at, channel: 'web' },
    ]);
    expect(mayAddBackup(state, day('2026-03-31'))).toEqual({ allowed: true });
  });

  test('a debit meets the rules of disputes and withdrawals among the others', () => {
    const debit = { amount: kobo(100), debitDate: day('2026-02-01') };
    expect(mayDebit(loanAt('collecting'), debit, today)).toEqual({ allowed: true });
    expect(mayDebit(loanAt('collecting', [disputeOpened('D-1')]), debit, today)).toMatchObject({
      rule: 'debit-is-undisputed',
    });
    expect(mayDebit(loanAt('collecting', [cancelled]), debit, today)).toMatchObject({ rule: 'debit-after-revocation' });
    expect(mayDebit(loanAt('disbursed'), debit, today)).toMatchObject({ rule: 'debit-needs-disbursement' });
  });
});
