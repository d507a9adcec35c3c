import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import {
  debitAfterUnknown,
  debitDateIsInTerm,
  debitIsManual,
  debitIsOwed,
  debitIsSingle,
  debitNeedsOpenGate,
} from '../../../../src/domain/loan/guards/debit-guards.ts';
import { NO_MONEY } from '../../../../src/domain/money.ts';
import { acknowledged, at, collection, day, kobo, loanAt, read } from '../sample-loan.ts';

const intend = (debitId: string, amount: number, debitDate = '2026-02-01'): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId,
  amount: kobo(amount),
  debitDate,
});

describe('a debit on demand', () => {
  test('is taken in mode manual', () => {
    expect(debitIsManual(loanAt('collecting', [], { collectionMode: 'manual' }))).toEqual({ allowed: true });
  });

  test('is refused in mode auto', () => {
    expect(debitIsManual(loanAt('collecting', [], { collectionMode: 'auto' }))).toMatchObject({
      allowed: false,
      rule: 'debit-is-manual',
      spec: 'Spec §4.7',
    });
  });
});

describe('the amount of a debit', () => {
  test.each([1, 119_999, 120_000])('of %d kobo is owed on a loan of 120000', (amount) => {
    expect(debitIsOwed(loanAt('collecting'), kobo(amount))).toEqual({ allowed: true });
  });

  test('of one kobo more is refused, and the message says what is left', () => {
    expect(debitIsOwed(loanAt('collecting'), kobo(120_001))).toMatchObject({
      allowed: false,
      rule: 'debit-within-terms',
      spec: 'Spec §1',
      message: expect.stringContaining('ask for ₦1,200.00 at most'),
    });
  });

  test('counts debits whose end is open, those unknown included', () => {
    const state = loanAt('collecting', [
      intend('d1', 50_000),
      intend('d2', 20_000),
      { type: 'debit.unknown', at, debitId: 'd2', reason: 'no answer' },
    ]);
    expect(debitIsOwed(state, kobo(50_000))).toEqual({ allowed: true });
    expect(debitIsOwed(state, kobo(50_001))).toMatchObject({
      rule: 'debit-within-terms',
      message: expect.stringContaining('of which ₦700.00 are under way'),
    });
  });

  test('is not held back by debits that were refused or failed', () => {
    const state = loanAt('collecting', [
      intend('d1', 120_000),
      { type: 'debit.refused', at, debitId: 'd1', reason: 'no' },
      intend('d2', 120_000),
      { type: 'debit.settled', at, debitId: 'd2', result: 'failed', collected: NO_MONEY },
    ]);
    expect(debitIsOwed(state, kobo(120_000))).toEqual({ allowed: true });
  });

  test('counts what was collected and what was repaid elsewhere', () => {
    const state = loanAt('collecting', [
      collection('i1', 'success', 40_000),
      { type: 'repayment.recorded', at, amount: kobo(30_000), date: '2026-02-01', reference: 'r' },
    ]);
    expect(debitIsOwed(state, kobo(50_000))).toEqual({ allowed: true });
    expect(debitIsOwed(state, kobo(50_001))).toMatchObject({ allowed: false, rule: 'debit-within-terms' });
  });

  test('is refused by another rule after full repayment', () => {
    expect(debitIsOwed(loanAt('collecting', [collection('i1', 'success', 120_000)]), kobo(1))).toMatchObject({
      allowed: false,
      rule: 'debit-after-repayment',
      spec: 'Spec §1',
    });
  });

  test('summed over any debits that were let through is never more than the terms', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120_001 }), { maxLength: 30 }), (asked) => {
        const taken: LoanEvent[] = [];
        let sum = 0;
        for (const amount of asked) {
          if (!debitIsOwed(loanAt('collecting', taken), kobo(amount)).allowed) continue;
          taken.push(intend(`d${taken.length}`, amount));
          sum += amount;
        }
        expect(sum).toBeLessThanOrEqual(120_000);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the date of a debit', () => {
  const state = loanAt('collecting');

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-02-10', '2026-02-01'],
    ['2026-03-31', '2026-03-31'],
    // Before the first due date: early repayment.
    ['2026-01-30', '2026-01-05'],
  ])('%s is good on %s', (debitDate, today) => {
    expect(debitDateIsInTerm(state, day(debitDate), day(today))).toEqual({ allowed: true });
  });

  test.each([
    ['has passed', '2026-02-09', '2026-02-10', 'debit-date-not-past', 'Spec §4.7'],
    ['is after the tenure: that would be recovery', '2026-04-01', '2026-03-31', 'debit-within-tenure', 'Spec §1, §8'],
  ])('is refused when it %s', (_what, debitDate, today, rule, spec) => {
    expect(debitDateIsInTerm(state, day(debitDate), day(today))).toMatchObject({ allowed: false, rule, spec });
  });
});

describe('a second debit for the same day', () => {
  const refuse: LoanEvent = { type: 'debit.refused', at, debitId: 'd1', reason: 'no' };

  test.each<[string, LoanEvent[]]>([
    ['intended', []],
    ['scheduled', [{ type: 'debit.scheduled', at, debitId: 'd1', reference: 'r' }]],
    ['unknown', [{ type: 'debit.unknown', at, debitId: 'd1', reason: 'no answer' }]],
  ])('is refused while the first is %s', (status, more) => {
    expect(debitIsSingle(loanAt('collecting', [intend('d1', 100), ...more]), day('2026-02-01'))).toMatchObject({
      allowed: false,
      rule: 'debit-is-single',
      spec: 'Spec §4.7',
      message: expect.stringContaining(status),
    });
  });

  test('is taken once the first has ended, and on another day at any time', () => {
    expect(debitIsSingle(loanAt('collecting', [intend('d1', 100), refuse]), day('2026-02-01'))).toEqual({
      allowed: true,
    });
    expect(debitIsSingle(loanAt('collecting', [intend('d1', 100)]), day('2026-02-02'))).toEqual({ allowed: true });
    expect(
      debitIsSingle(loanAt('collecting', [intend('d1', 100), refuse, intend('d2', 100)]), day('2026-02-01')).allowed,
    ).toBe(false);
  });
});

describe('a debit after one whose outcome is not known', () => {
  const unknown: LoanEvent = { type: 'debit.unknown', at, debitId: 'd1', reason: 'no answer' };
  const parked: LoanEvent = { type: 'debit.parked', at, debitId: 'd1', reason: 'not shown' };
  const scheduled: LoanEvent = { type: 'debit.scheduled', at, debitId: 'd1', reference: 'r' };
  const settled: LoanEvent = { type: 'debit.settled', at, debitId: 'd1', result: 'failed', collected: NO_MONEY };

  test.each<[string, LoanEvent[]]>([
    ['on its way, or its process ended', []],
    ['unknown', [unknown]],
    ['parked', [unknown, parked]],
  ])('is refused while that is %s, and the message names it and advises no other day', (status, more) => {
    const decision = debitAfterUnknown(loanAt('collecting', [intend('d1', 3_000_000), ...more]), []);
    expect(decision).toEqual({
      allowed: false,
      rule: 'debit-after-unknown',
      spec: 'Spec §1, §4.7',
      message:
        `The payer may be debited twice: it is not known whether the money was taken by debit 'd1' (₦30,000.00 for 2026-02-01, ${status}). ` +
        'Wait until collections.settle finds that out, or a person decides it. If this is a different payment that may be taken as well, name each such debit in despiteUnknown',
    });
  });

  test.each<[string, LoanEvent[]]>([
    ['scheduled', [scheduled]],
    ['ended', [unknown, settled]],
  ])('is taken once that is %s', (_what, more) => {
    expect(debitAfterUnknown(loanAt('collecting', [intend('d1', 100), ...more]), [])).toEqual({ allowed: true });
  });

  test('is taken where it names every such debit, and no other', () => {
    const state = loanAt('collecting', [intend('d1', 100), unknown, intend('d2', 100, '2026-02-02')]);
    expect(debitAfterUnknown(state, ['d2', 'd1'])).toEqual({ allowed: true });
    expect(debitAfterUnknown(state, ['d1'])).toMatchObject({
      allowed: false,
      message: expect.stringContaining("debit 'd2'"),
    });
    expect(debitAfterUnknown(state, ['d1', 'd2', 'd3'])).toMatchObject({
      rule: 'debit-after-unknown',
      message: "despiteUnknown names 'd3', but the loan has no such debit: take the ids from loan.debits",
    });
  });

  test('is refused where it names a debit whose outcome is known by now: the decision rests on something else', () => {
    expect(debitAfterUnknown(loanAt('collecting', [intend('d1', 100), unknown, scheduled]), ['d1'])).toMatchObject({
      rule: 'debit-after-unknown',
      message: "despiteUnknown names 'd1', but that debit is 'scheduled' by now: read the loan again, and decide anew",
    });
  });
});

describe('the gate, as the file knows it', () => {
  test('is open for an active mandate whose disbursement the bureau has acknowledged', () => {
    expect(debitNeedsOpenGate(loanAt('collecting'))).toEqual({ allowed: true });
  });

  test.each([
    ['the disbursement is filed but not acknowledged', loanAt('disbursed'), 'debit-needs-disbursement', 'Spec §3.4'],
    ['only the approval is acknowledged', loanAt('approved'), 'debit-needs-disbursement', 'Spec §3.4'],
    ['the mandate is disputed', loanAt('collecting', [read('disputed')]), 'debit-is-undisputed', 'Spec §3.4'],
    ['the mandate failed', loanAt('collecting', [read('failed')]), 'debit-needs-active-mandate', 'Spec §3.4'],
    [
      'the mandate has an unknown status',
      loanAt('collecting', [read('paused')]),
      'debit-needs-active-mandate',
      'Spec §3.4',
    ],
    ['the mandate was never read', loanAt('verifying'), 'debit-needs-active-mandate', 'Spec §3.4'],
    ['the mandate expired', loanAt('collecting', [read('expired')]), 'debit-within-tenure', 'Spec §6.1'],
    ['the loan is closed', loanAt('closed'), 'debit-before-closure', 'Spec §6.3'],
  ])('is shut when %s', (_what, state, rule, spec) => {
    expect(debitNeedsOpenGate(state)).toMatchObject({ allowed: false, rule, spec });
  });

  test('opens again when a dispute is over', () => {
    expect(debitNeedsOpenGate(loanAt('collecting', [read('disputed'), read('active')]))).toEqual({ allowed: true });
  });

  test('is not opened by the acknowledgement of another report', () => {
    expect(debitNeedsOpenGate(loanAt('disbursed', [acknowledged('loan.approved')])).allowed).toBe(false);
  });
});
