import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConsentScope } from '../../../src/domain/consent/consent.ts';
import { loanBalances, takenByPlatform } from '../../../src/domain/loan/balances.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import { mayDebit } from '../../../src/domain/loan/guards/step-guards.ts';
import type { LoanStage } from '../../../src/domain/loan/stages.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../src/domain/loan/transitions/reduce.ts';
import {
  effectOfWithdrawal,
  isNewCancellation,
  type WithdrawalEffect,
} from '../../../src/domain/loan/withdrawal-effect.ts';
import { at, collection, day, kobo, loanAt, selected } from './sample-loan.ts';

const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(120_000),
};

describe('what follows from a withdrawal', () => {
  test.each<[LoanStage, string]>([
    ['consented', 'abandon'],
    ['discovered', 'abandon'],
    ['selected', 'abandon'],
    ['placed', 'abandon-and-release'],
    ['verifying', 'abandon-and-release'],
    ['verified', 'abandon-and-release'],
    ['approved', 'abandon-and-release'],
  ])('before money was sent, at stage %s: %s, whatever was taken back', (stage, code) => {
    expect(effectOfWithdrawal(loanAt(stage))).toMatchObject({ code, spec: 'Spec §1.1' });
    expect(effectOfWithdrawal(loanAt(stage), 'bureauReporting').code).toBe(code);
  });

  test('a placement of which no answer came counts as placed', () => {
    expect(
      effectOfWithdrawal(loanAt('selected', [selected(), { type: 'placement.intended', at, account: 'a1' }])).code,
    ).toBe('abandon-and-release');
  });

  test('once approved, money that may have been sent is named', () => {
    expect(effectOfWithdrawal(loanAt('approved')).message).toContain('report the disbursement first');
    expect(effectOfWithdrawal(loanAt('verified')).message).not.toContain('disbursement');
  });

  test.each<[ConsentScope | undefined, string]>([
    [undefined, 'obligation-outstanding'],
    ['automatedDebit', 'obligation-outstanding'],
    ['cascadeDebit', 'obligation-outstanding'],
    ['mandatePlacement', 'no-new-accounts'],
    ['bureauReporting', 'reports-go-on'],
    ['accountDiscovery', 'nothing-new'],
  ])('after money was sent, of %s: %s', (scope, code) => {
    for (const stage of ['disbursed', 'collecting'] as const)
      expect(effectOfWithdrawal(loanAt(stage), scope).code).toBe(code);
    expect(effectOfWithdrawal(loanAt('collecting', [collection('i1', 'success', 120_000)]), scope).code).toBe(
      'release-mandate',
    );
  });

  test.each<[LoanStage, LoanEvent[], ConsentScope | undefined, WithdrawalEffect]>([
    [
      'consented',
      [],
      undefined,
      {
        code: 'abandon',
        message: 'Nothing more may be discovered, placed or disbursed: abandon the loan',
        spec: 'Spec §1.1',
      },
    ],
    [
      'verified',
      [],
      undefined,
      {
        code: 'abandon-and-release',
        message: 'Nothing more may be placed or disbursed: abandon the loan and have the mandate released',
        spec: 'Spec §1.1',
      },
    ],
    [
      'approved',
      [],
      undefined,
      {
        code: 'abandon-and-release',
        message:
          'Nothing more may be placed or disbursed (if it was sent already, report the disbursement first): abandon the loan and have the mandate released',
        spec: 'Spec §1.1',
      },
    ],
    [
      'collecting',
      [collection('i1', 'success', 40_000)],
      undefined,
      {
        code: 'obligation-outstanding',
        message:
          '₦800.00 is outstanding: nothing is debited until loans.recordObligation says what is owed and on which ground; tell the platform, which does not know',
        spec: 'Spec §1.1',
      },
    ],
    [
      'collecting',
      [collection('i1', 'success', 120_000)],
      undefined,
      {
        code: 'release-mandate',
        message: 'Nothing is outstanding: have the mandate released now, and report the closure',
        spec: 'Spec §1, §1.1',
      },
    ],
    [
      'collecting',
      [],
      'accountDiscovery',
      {
        code: 'nothing-new',
        message: 'The accounts were discovered already: use the BVN for nothing more',
        spec: 'Spec §1.1',
      },
    ],
    [
      'collecting',
      [],
      'mandatePlacement',
      {
        code: 'no-new-accounts',
        message: 'No account may be added to this loan any more; the mandates that stand are not undone',
        spec: 'Spec §1.1',
      },
    ],
    [
      'collecting',
      [],
      'bureauReporting',
      {
        code: 'reports-go-on',
        message: 'Money was sent: the lifecycle of this loan is reported to the bureau to its end all the same',
        spec: 'Spec §1, §6.3',
      },
    ],
  ])('at stage %s, after %j, of %s, is said whole', (stage, events, scope, effect) => {
    expect(effectOfWithdrawal(loanAt(stage, events), scope)).toEqual(effect);
  });

  test('repeated once an obligation was recorded, it says what may still be debited', () => {
    const recorded: LoanEvent = { type: 'obligation.recorded', at, amount: kobo(50_000), basis: 'clause 7' };
    const state = loanAt('collecting', [cancelled, recorded, collection('i1', 'partially paid', 20_000)]);
    const effect: WithdrawalEffect = {
      code: 'obligation-recorded',
      message:
        'This is on file, and an obligation of ₦500.00 was recorded since: ₦300.00 of it may still be debited, and nothing beyond it',
      spec: 'Spec §1.1',
    };
    for (const scope of [undefined, 'automatedDebit', 'cascadeDebit'] as const)
      expect(effectOfWithdrawal(state, scope)).toEqual(effect);
    expect(effectOfWithdrawal(state, 'bureauReporting').code).toBe('reports-go-on');
  });

  test('a loan that was closed is one whose money was sent', () => {
    expect(effectOfWithdrawal(loanAt('closed')).code).toBe('obligation-outstanding');
    expect(effectOfWithdrawal(loanAt('closed', [collection('i1', 'success', 120_000)])).code).toBe('release-mandate');
  });
});

describe('what the payer’s later acts change', () => {
  const recorded: LoanEvent = { type: 'obligation.recorded', at, amount: kobo(50_000), basis: 'clause 7' };
  const requested = (requestedAt: string) => ({ ...cancelled, requestedAt, outstanding: kobo(90_000) }) as LoanEvent;

  test('as long as no obligation was recorded the first request to cancel counts', () => {
    expect(loanAt('collecting', [cancelled, requested('2026-02-01T00:00:00Z')]).cancellation).toEqual({
      requestedAt: at,
      outstanding: 120_000,
      before: [],
    });
  });

  test('the same request to cancel, or an earlier one, leaves the obligation as it is; the first one does not', () => {
    const revoked: LoanEvent = { type: 'scope.revoked', at, scope: 'automatedDebit', revokedAt: at, channel: 'web' };
    for (const same of [cancelled, requested('2026-01-05T10:00:00+01:00'), requested('2026-01-05T08:59:59.999Z')]) {
      const state = loanAt('collecting', [cancelled, recorded, same]);
      expect(state).toMatchObject({
        obligation: { amount: 50_000 },
        cancellation: { requestedAt: at, outstanding: 120_000, before: [] },
      });
    }
    expect(loanAt('collecting', [revoked, recorded, cancelled]).obligation).toBeUndefined();
  });

  test('a later request, once an obligation was recorded, is another one, on which nothing was recorded yet', () => {
    const [second, third] = ['2026-01-05T09:00:00.001Z', '2026-02-01T00:00:00+01:00'];
    const twice = loanAt('collecting', [cancelled, recorded, requested(second)]);
    expect(twice.cancellation).toEqual({ requestedAt: second, outstanding: 90_000, before: [at] });
    expect(twice.obligation).toBeUndefined();
    const later = loanAt('collecting', [cancelled, recorded, requested(second), recorded, requested(third)]);
    expect(later.cancellation).toEqual({ requestedAt: third, outstanding: 90_000, before: [at, second] });
    expect(mayDebit(twice, { amount: kobo(1), debitDate: day('2026-02-01') }, day('2026-01-05'))).toMatchObject({
      rule: 'debit-after-revocation',
    });
  });

  test.each<[string, LoanEvent[], string, boolean]>([
    ['the first', [], at, true],
    ['the same', [cancelled, recorded], at, false],
    ['an earlier one', [cancelled, recorded], '2026-01-05T08:59:59.999Z', false],
    ['a later one', [cancelled, recorded], '2026-01-05T09:00:00.001Z', true],
    ['a later one while nothing was recorded', [cancelled], '2026-01-05T09:00:00.001Z', false],
  ])('%s is new to the file, after %j: %s, %s', (_what, events, requestedAt, isNew) => {
    expect(isNewCancellation(loanAt('collecting', events), requestedAt)).toBe(isNew);
  });

  test('a backup comes last in the cascade, with the time of its opt-in, and once', () => {
    const added: LoanEvent = {
      type: 'backup.added',
      at,
      account: 'a3',
      chosenAt: '2026-01-06T09:00:00Z',
      personal: { ipAddress: '102.89.23.4' },
    };
    const { selection } = loanAt('verified', [added]);
    expect(selection).toMatchObject({
      primary: 'a1',
      backups: ['a2', 'a3'],
      chosenAt: at,
      optedInAt: { a3: '2026-01-06T09:00:00Z' },
    });
    const again = loanAt('verified', [added, { ...added, chosenAt: '2026-01-07T09:00:00Z' } as LoanEvent]);
    expect(again.selection).toMatchObject({ backups: ['a2', 'a3'], optedInAt: { a3: '2026-01-07T09:00:00Z' } });
  });
});

test('whatever is debited after an obligation was recorded never adds up to more than it', () => {
  const step = fc.record({
    amount: fc.integer({ min: 1, max: 60_000 }),
    end: fc.constantFrom('open', 'failed', 'part', 'whole'),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120_000 }), fc.array(step, { maxLength: 12 }), (amount, steps) => {
      let state: LoanState = loanAt('collecting', [
        cancelled,
        { type: 'obligation.recorded', at, amount: kobo(amount), basis: 'clause 7' },
      ]);
      for (const [index, { amount: asked, end }] of steps.entries()) {
        const debit = { amount: kobo(asked), debitDate: day(`2026-02-${String(index + 1).padStart(2, '0')}`) };
        if (!mayDebit(state, debit, day('2026-01-05')).allowed) continue;
        const debitId = `d${index}`;
        const collected = kobo(end === 'whole' ? asked : end === 'part' ? Math.floor(asked / 2) : 0);
        const settled: LoanEvent = {
          type: 'debit.settled',
          at,
          debitId,
          result: end === 'failed' ? 'failed' : 'successful',
          collected,
        };
        const events: LoanEvent[] = [
          { type: 'debit.intended', at, debitId, ...debit },
          { type: 'debit.scheduled', at, debitId, reference: debitId },
        ];
        for (const event of end === 'open' ? events : [...events, settled])
          state = applyEvent(state, event) as LoanState;
        expect(takenByPlatform(state) + loanBalances(state).openDebits).toBeLessThanOrEqual(amount);
      }
    }),
    { numRuns: 200 },
  );
});
