import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loanBalances } from '../../../../src/domain/loan/balances.ts';
import type { EventOf, LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { reversalIsCovered } from '../../../../src/domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import { NO_MONEY } from '../../../../src/domain/money.ts';
import { at, collection, kobo, loanAt, read } from '../sample-loan.ts';

const status = fc.constantFrom(
  'processing',
  'failed',
  'overdue',
  'partially paid',
  'success',
  'scheduled',
  'paused',
  'reversed',
);

const dayOfChange = fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-02');

/** State changes of one instalment, as they may arrive: with and without its breakdown id, account and reason. */
const changesOfOne: fc.Arbitrary<EventOf<'collection.confirmed'>> = fc
  .record({
    status,
    collected: fc.integer({ min: 0, max: 40_000 }),
    date: dayOfChange,
    due: fc.constantFrom(40_000, 39_999),
    more: fc.record(
      {
        breakdownId: fc.constant('b1'),
        account: fc.constantFrom('a1', 'a2'),
        reason: fc.constantFrom('51', '91', 'insufficient funds'),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ status: received, collected, date, due, more }) =>
    collection('i1', received, collected, { date, due: kobo(due), ...more }),
  );

const withoutVersion = (state: LoanState) => ({ ...state, version: 0 });

describe('state changes of instalments', () => {
  test('any order and any repetition of an instalment’s state changes ends in the same state', () => {
    const received = fc.array(changesOfOne, { minLength: 1, maxLength: 6 });
    const twice = received.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all, ...all], { minLength: 3 * all.length })),
    );
    fc.assert(
      fc.property(twice, ([once, repeated]) => {
        expect(withoutVersion(loanAt('collecting', repeated))).toEqual(withoutVersion(loanAt('collecting', once)));
      }),
      { numRuns: 500 },
    );
  });

  test('the status that ranks higher holds, and what is collected only grows', () => {
    const state = loanAt('collecting', [
      collection('i1', 'partially paid', 10_000),
      collection('i1', 'processing', 0),
      collection('i1', 'success', 40_000),
      collection('i1', 'overdue', 5),
    ]);
    expect(state.collections).toMatchObject([{ status: 'success', collected: 40_000 }]);
    expect(state.collected).toBe(40_000);
  });

  test('of equal rank the later day holds, with its account and reason', () => {
    const [first, second] = [
      collection('i1', 'overdue', 0, { date: '2026-02-01', reason: '51', account: 'a1' }),
      collection('i1', 'overdue', 0, { date: '2026-02-02', reason: '91' }),
    ];
    for (const order of [
      [first, second],
      [second, first],
    ]) {
      const [merged] = loanAt('collecting', order).collections;
      expect(merged).toMatchObject({ date: '2026-02-02', reason: '91' });
      expect(merged).not.toHaveProperty('account');
    }
  });

  test('a breakdown id that was received once is not lost to a state change without one', () => {
    expect(
      loanAt('collecting', [collection('i1', 'failed', 0, { breakdownId: 'b1' }), collection('i1', 'success', 40_000)])
        .collections,
    ).toMatchObject([{ status: 'success', breakdownId: 'b1' }]);
  });

  test('instalments add up, and the larger of their sum and the mandate’s own total counts', () => {
    const both = [collection('i1', 'success', 40_000), collection('i2', 'partially paid', 10_000)];
    expect(loanAt('collecting', both).collected).toBe(50_000);
    expect(loanAt('collecting', [read('active', {}, { collected: kobo(60_000) }), ...both]).collected).toBe(60_000);
    expect(loanAt('collecting', [...both, read('active', {}, { collected: kobo(45_000) })]).collected).toBe(50_000);
  });
});

describe('the balances', () => {
  /** Three instalments of ₦400 each, reported step by step, and payments elsewhere of what is then outstanding at most. */
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('news' as const),
      of: fc.constantFrom('i1', 'i2', 'i3'),
      part: fc.integer({ min: 0, max: 40_000 }),
      status,
    }),
    fc.record({ kind: fc.constant('elsewhere' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({
      kind: fc.constant('reversal' as const),
      of: fc.constantFrom('collection', 'repayment'),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
    fc.record({
      kind: fc.constant('debit' as const),
      percent: fc.integer({ min: 1, max: 100 }),
      end: fc.constantFrom('open', 'unknown', 'refused', 'failed'),
    }),
  );

  test('collected, repaid elsewhere and outstanding are always the total, and no debit may ask for more than is left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let state = loanAt('collecting');
        for (const [index, taken] of steps.entries()) {
          for (const event of eventsOf(taken, state, `s${index}`)) state = applyEvent(state, event) as LoanState;
          const { totalAmountDue, collected, repaidOutside, outstanding, openDebits, collectable } =
            loanBalances(state);
          expect(collected + repaidOutside + outstanding).toBe(totalAmountDue);
          expect(outstanding).toBeGreaterThanOrEqual(0);
          expect(collectable).toBe(Math.max(0, outstanding - openDebits));
        }
      }),
      { numRuns: 300 },
    );
  });

  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  // Legal steps only: the platform collects no more than is owed, and no one records more than is owed.
  function eventsOf(taken: Step, state: LoanState, id: string): readonly LoanEvent[] {
    const { outstanding, collectable } = loanBalances(state);
    switch (taken.kind) {
      case 'news': {
        const before = state.collections.find((known) => known.instalmentReference === taken.of)?.collected ?? 0;
        return [collection(taken.of, taken.status, Math.min(taken.part, before + outstanding))];
      }
      case 'elsewhere': {
        const amount = kobo(Math.floor((outstanding * taken.percent) / 100));
        return amount === 0 ? [] : [{ type: 'repayment.recorded', at, amount, date: '2026-02-01', reference: id }];
      }
      case 'reversal': {
        const { collected, repaidOutside } = loanBalances(state);
        const amount = kobo(
          Math.floor(((taken.of === 'collection' ? collected : repaidOutside) * taken.percent) / 100),
        );
        if (amount === 0) return [];
        expect(reversalIsCovered(state, taken.of, amount).allowed).toBe(true);
        return [
          {
            type: 'repayment.reversed',
            at,
            of: taken.of,
            amount,
            date: '2026-02-01',
            reference: id,
            reason: 'bounced',
          },
        ];
      }
      case 'debit': {
        const amount = kobo(Math.floor((collectable * taken.percent) / 100));
        return [{ type: 'debit.intended', at, debitId: id, amount, debitDate: '2026-02-01' }, ...endOf(taken.end, id)];
      }
    }
  }

  function endOf(end: string, debitId: string): readonly LoanEvent[] {
    if (end === 'unknown') return [{ type: 'debit.unknown', at, debitId, reason: 'no answer' }];
    if (end === 'refused') return [{ type: 'debit.refused', at, debitId, reason: 'no' }];
    return end === 'failed' ? [{ type: 'debit.settled', at, debitId, result: 'failed', collected: NO_MONEY }] : [];
  }

  test('open debits count, settled and refused ones do not', () => {
    const intent: LoanEvent = {
      type: 'debit.intended',
      at,
      debitId: 'd1',
      amount: kobo(30_000),
      debitDate: '2026-02-01',
    };
    const balances = (...more: LoanEvent[]) => loanBalances(loanAt('collecting', [intent, ...more]));
    expect(balances()).toMatchObject({ openDebits: 30_000, outstanding: 120_000, collectable: 90_000 });
    expect(balances({ type: 'debit.scheduled', at, debitId: 'd1', reference: 'r' }).openDebits).toBe(30_000);
    expect(balances({ type: 'debit.unknown', at, debitId: 'd1', reason: '?' }).openDebits).toBe(30_000);
    expect(balances({ type: 'debit.refused', at, debitId: 'd1', reason: 'no' }).collectable).toBe(120_000);
    expect(
      balances({ type: 'debit.settled', at, debitId: 'd1', result: 'successful', collected: NO_MONEY }).openDebits,
    ).toBe(0);
  });

  test('more than was due leaves nothing outstanding, never less than nothing', () => {
    expect(loanBalances(loanAt('collecting', [collection('i1', 'success', 200_000)]))).toMatchObject({
      collected: 200_000,
      outstanding: 0,
      collectable: 0,
    });
  });
});
