import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lagosInstant, MINUTE_MS, type PlainDate } from '../../../../src/domain/calendar.ts';
import { type DebitEvidence, nextOfOpenDebit } from '../../../../src/domain/loan/debits/debit-settlement.ts';
import { absenceCountsFrom } from '../../../../src/domain/loan/debits/debit-window.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import { kobo } from '../sample-loan.ts';
import { collecting, debit, evidence, intent, later, settle, shown, textLater, unknown } from './debit-samples.ts';

const unseen = (minutes: number, what = 'nothing') => ({ at: textLater(minutes), reading: what });

describe('a debit that is not shown', () => {
  test.each([
    ['unknown', 14.9, 'wait'],
    ['unknown', 15, 'unseen'],
    ['intended', 14.9, 'wait'],
    ['intended', 15, 'wait'],
    ['parked', 60, 'wait'],
  ] as const)('and is %s after %d minutes: %s', (status, minutes, next) => {
    expect(nextOfOpenDebit(debit({ status }), evidence(), later(minutes))).toEqual({ next });
  });

  test('and has a later debit date is not absent before that day’s attempt, and its quiet window', () => {
    const late = debit({ debitDate: '2026-02-03' });
    const eight = lagosInstant('2026-02-03' as PlainDate, 8);
    expect(nextOfOpenDebit(late, evidence(), eight + 15 * MINUTE_MS - 1)).toEqual({ next: 'wait' });
    expect(nextOfOpenDebit(late, evidence(), eight + 15 * MINUTE_MS)).toEqual({ next: 'unseen' });
  });

  test.each([
    [20.99, 'nothing', 'wait'],
    [21, 'nothing', 'park'],
    [21, 'something else', 'unseen'],
  ] as const)(
    'is parked by a second equal reading a minute later: after %d minutes, showing %s: %s',
    (minutes, fingerprint, next) => {
      expect(nextOfOpenDebit(debit({ unseen: unseen(20) }), evidence({ fingerprint }), later(minutes))).toMatchObject({
        next,
      });
    },
  );

  test('is parked as absent, or as unexplained where something moved, and that an hour later', () => {
    const twice = debit({ unseen: unseen(80) });
    expect(nextOfOpenDebit(twice, evidence(), later(90))).toEqual({ next: 'park', why: 'absent' });
    expect(nextOfOpenDebit(twice, evidence({ unexplained: true }), later(90))).toEqual({
      next: 'park',
      why: 'unexplained',
    });
    expect(nextOfOpenDebit(debit(), evidence({ unexplained: true }), later(74.9))).toEqual({ next: 'wait' });
    expect(nextOfOpenDebit(debit(), evidence({ unexplained: true }), later(75))).toEqual({ next: 'unseen' });
  });

  test.each([{ withheld: true }, { isWhole: false }])('is not absent by a reading with %j', (change) => {
    expect(nextOfOpenDebit(debit({ unseen: unseen(20) }), evidence(change), later(900))).toEqual({ next: 'wait' });
  });
});

describe('a debit that is shown', () => {
  test.each(['intended', 'unknown', 'parked'] as const)('is found at once when it was %s', (status) => {
    expect(nextOfOpenDebit(debit({ status }), evidence({ found: shown() }), later(0))).toEqual({
      next: 'found',
      shown: shown(),
    });
  });

  test('and was parked as shown nowhere is found however late it is shown', () => {
    expect(nextOfOpenDebit(debit({ status: 'parked' }), evidence({ found: shown() }), later(8 * 24 * 60))).toEqual({
      next: 'found',
      shown: shown(),
    });
  });

  test('and is scheduled ends when it is shown to have ended, and waits otherwise', () => {
    const scheduled = debit({ status: 'scheduled', reference: 'ref-1' });
    const over = shown({ status: 'failed' });
    expect(nextOfOpenDebit(scheduled, evidence({ found: over }), later(15))).toEqual({ next: 'ended', shown: over });
    expect(nextOfOpenDebit(scheduled, evidence({ found: shown() }), later(9_000))).toEqual({ next: 'wait' });
    expect(nextOfOpenDebit(scheduled, evidence(), later(9_000))).toEqual({ next: 'wait' });
  });

  test('as failed has failed at once where all accounts declined it, and else only after its quiet window', () => {
    const found = shown({ status: 'failed' });
    const scheduled = debit({ status: 'scheduled', reference: 'ref-1' });
    const next = (one: typeof scheduled, minutes: number, change = {}) =>
      nextOfOpenDebit(one, evidence({ found, ...change }), later(minutes)).next;
    expect([next(scheduled, 5, { isDeclinedByAll: true }), next(scheduled, 14), next(scheduled, 15)]).toEqual([
      'ended',
      'wait',
      'ended',
    ]);
    // What is matched by its amount may be another debit.
    expect([next(debit(), 14, { isDeclinedByAll: true }), next(debit(), 15)]).toEqual(['wait', 'found']);
  });

  test('as failed is parked after a day while money is unexplained or a bank leaves it open', () => {
    const found = shown({ status: 'failed' });
    const day = 24 * 60 + 15;
    const scheduled = debit({ status: 'scheduled', reference: 'ref-1' });
    for (const one of [scheduled, debit()]) {
      expect(nextOfOpenDebit(one, evidence({ found, unexplained: true }), later(day - 1))).toEqual({ next: 'wait' });
      expect(nextOfOpenDebit(one, evidence({ found, unexplained: true }), later(day))).toEqual({
        next: 'park',
        why: 'unexplained',
      });
      expect(nextOfOpenDebit(one, evidence({ found, isAmbiguous: true }), later(day))).toEqual({
        next: 'park',
        why: 'ambiguous',
      });
    }
    expect(
      nextOfOpenDebit(debit({ status: 'parked' }), evidence({ found, isAmbiguous: true }), later(2 * day)),
    ).toEqual({ next: 'wait' });
  });
});

describe('whatever the service shows', () => {
  const minute = fc.integer({ min: -5, max: 3_000 });
  const anyEvidence: fc.Arbitrary<DebitEvidence> = fc.record({
    found: fc.option(fc.constantFrom(shown(), shown({ status: 'successful' }), shown({ status: 'failed' })), {
      nil: undefined,
    }),
    withheld: fc.boolean(),
    unexplained: fc.boolean(),
    isAmbiguous: fc.boolean(),
    isDeclinedByAll: fc.boolean(),
    isWhole: fc.boolean(),
    fingerprint: fc.constantFrom('a', 'b'),
  });
  const anyDebit = fc
    .record({
      status: fc.constantFrom('intended' as const, 'unknown' as const, 'parked' as const, 'scheduled' as const),
      debitDate: fc.constantFrom('2026-02-01', '2026-02-02'),
      unseen: fc.option(fc.record({ at: minute.map(textLater), reading: fc.constantFrom('a', 'b') }), {
        nil: undefined,
      }),
    })
    .map(debit);

  test('no debit is parked before its window, nor as absent where something is unexplained', () => {
    fc.assert(
      fc.property(anyDebit, anyEvidence, minute, (one, given, minutes) => {
        const decision = nextOfOpenDebit(one, given, later(minutes));
        if (decision.next !== 'park' && decision.next !== 'unseen') return;
        expect(later(minutes)).toBeGreaterThanOrEqual(absenceCountsFrom(one));
        // A failure that is not believed is parked a day later.
        if (given.found?.status === 'failed') {
          expect(given.unexplained || given.isAmbiguous).toBe(true);
          return;
        }
        expect(given).toMatchObject({ found: undefined, withheld: false, isWhole: true });
        expect(['intended', 'unknown']).toContain(one.status);
        if (decision.next === 'park') expect(decision.why).toBe(given.unexplained ? 'unexplained' : 'absent');
      }),
    );
  });

  test('no debit has failed while money is unexplained, a bank leaves it open, or another account may still be tried', () => {
    fc.assert(
      fc.property(anyDebit, anyEvidence, minute, (one, given, minutes) => {
        const decision = nextOfOpenDebit(one, given, later(minutes));
        if (!('shown' in decision) || decision.shown.status !== 'failed') return;
        expect(given).toMatchObject({ unexplained: false, isAmbiguous: false });
        if (!given.isDeclinedByAll || one.reference === undefined)
          expect(later(minutes)).toBeGreaterThanOrEqual(absenceCountsFrom(one));
      }),
    );
  });

  test('a decision stands however much later it is made on the same evidence', () => {
    fc.assert(
      fc.property(anyDebit, anyEvidence, minute, fc.nat({ max: 3_000 }), (one, given, minutes, more) => {
        const decision = nextOfOpenDebit(one, given, later(minutes));
        if (decision.next === 'wait') return;
        const laterDecision = nextOfOpenDebit(one, given, later(minutes + more));
        // Only the first reading of two gives way: to the second one.
        if (decision.next === 'unseen') expect(['unseen', 'park']).toContain(laterDecision.next);
        else expect(laterDecision).toEqual(decision);
      }),
    );
  });

  test('a debit that is shown is never parked, and ends as it is shown', () => {
    const records = fc.array(
      fc.record({
        reference: fc.constantFrom('r1', 'r2', 'r3'),
        status: fc.constantFrom('pending' as const, 'successful' as const, 'failed' as const),
        amount: fc.constantFrom(10_000, 30_000).map(kobo),
        createdAt: fc.option(fc.integer({ min: -10, max: 60 }).map(later), { nil: undefined }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 60_000 }),
        (list, minutes, collected) => {
          const all = [...new Map(list.map((record) => [record.reference, record])).values()];
          let state = collecting(intent('d1'), unknown('d1'));
          for (const event of settle(state, minutes, { shown: all, collected: kobo(collected) }))
            state = applyEvent(state, event) as LoanState;
          const own = state.debits[0];
          const fitting = all.filter(
            ({ createdAt, amount, status }) =>
              createdAt !== undefined && createdAt >= later(-2) && (amount === 30_000 || status === 'successful'),
          );
          if (fitting.every(({ status }) => status !== 'failed'))
            expect(own?.reference !== undefined).toBe(fitting.length > 0);
          if (own?.reference !== undefined) expect(fitting.map(({ reference }) => reference)).toContain(own.reference);
          expect(own?.collected ?? 0).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });
});

describe('a debit that the service took', () => {
  const taken = debit({ status: 'scheduled', reference: 'own' });
  const week = 7 * 24 * 60;
  const isPending = evidence({ found: shown({ reference: 'own', status: 'pending' }) });

  test.each([
    ['pending', isPending],
    ['shown nowhere', evidence()],
  ])('and that is %s for a week after its day waits for a person', (_how, about) => {
    expect(nextOfOpenDebit(taken, about, later(week - 1))).toEqual({ next: 'wait' });
    expect(nextOfOpenDebit(taken, about, later(week))).toEqual({ next: 'park', why: 'stalled' });
    expect(nextOfOpenDebit({ ...taken, status: 'parked' }, about, later(week + 1))).toEqual({ next: 'wait' });
  });

  test('and whose day is unknown waits for a person a week after the last day that it may have', () => {
    const adopted = { ...taken, latestDate: '2026-03-01' };
    const eight = lagosInstant('2026-03-01' as PlainDate, 8);
    expect(nextOfOpenDebit(adopted, isPending, eight + week * MINUTE_MS - 1)).toEqual({ next: 'wait' });
    expect(nextOfOpenDebit(adopted, isPending, eight + week * MINUTE_MS)).toEqual({ next: 'park', why: 'stalled' });
  });

  test.each(['successful', 'failed'] as const)('ends as %s whenever that is shown, parked or not', (status) => {
    const ended = shown({ reference: 'own', status });
    expect(nextOfOpenDebit(taken, evidence({ found: ended }), later(2 * week))).toEqual({
      next: 'ended',
      shown: ended,
    });
    expect(nextOfOpenDebit({ ...taken, status: 'parked' }, evidence({ found: ended }), later(2 * week))).toEqual({
      next: 'found',
      shown: ended,
    });
  });
});
