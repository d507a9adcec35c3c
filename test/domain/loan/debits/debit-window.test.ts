import { describe, expect, test } from 'vitest';
import { settleDebits } from '../../../../src/domain/loan/debits/debit-settlement.ts';
import {
  absenceCountsFrom,
  earliestIntent,
  latestIntent,
  leavesUntil,
  lookBy,
  mayBeginToSend,
  needsLook,
} from '../../../../src/domain/loan/debits/debit-window.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import { loanAt } from '../sample-loan.ts';
import { debit, INTENDED, later, reading, shown, textLater } from './debit-samples.ts';

const MINUTES = 60_000;

/** A look, some minutes after the intent, by a clock that was some minutes ahead of the service's. */
const look = (minutes: number, by: string, ahead?: number) => ({
  at: textLater(minutes),
  by,
  ...(ahead === undefined ? {} : { clockAheadMs: ahead * MINUTES }),
});
const asker = (askedBy: string, ahead?: number) => ({
  askedBy,
  clockAheadMs: ahead === undefined ? undefined : ahead * MINUTES,
});

describe('absence of a debit of unknown outcome counts', () => {
  test.each([
    [
      'from a quarter of an hour after its sender gave it up, for the sender',
      { givenUp: look(2, 'A') },
      asker('A'),
      17,
    ],
    ['for another client where both clocks were measured', { givenUp: look(2, 'A', 0) }, asker('B', 0), 17],
    ['later where the sender’s clock was behind', { givenUp: look(2, 'A', -120) }, asker('B', 0), 137],
    ['later where the own clock was set forward since', { givenUp: look(2, 'A', 0) }, asker('A', 75), 92],
    [
      'later where the own clock was set forward and not measured before',
      { givenUp: look(2, 'A') },
      asker('A', 75),
      92,
    ],
    ['no sooner where the own clock is behind', { givenUp: look(2, 'A', 0) }, asker('B', -20), 17],
    [
      'by the clocks as they are where the service does not know the day',
      { givenUp: look(2, 'A', 0) },
      asker('A', 60 * 24 * 365),
      17,
    ],
    [
      'never for one who has not looked, where the sender’s clock was not measured',
      { givenUp: look(2, 'A') },
      asker('B', 0),
      Number.POSITIVE_INFINITY,
    ],
    [
      'by the own clock where it was set forward by a whole day',
      { givenUp: look(2, 'A', 0) },
      asker('A', 60 * 24),
      60 * 24 + 17,
    ],
    [
      'never for one who has not looked, where the own clock was not measured',
      { givenUp: look(2, 'A', 0) },
      asker('B'),
      Number.POSITIVE_INFINITY,
    ],
    ['from the own look', { givenUp: look(2, 'A'), looks: [look(5, 'B')] }, asker('B'), 20],
    [
      'from the latest look',
      { givenUp: look(2, 'A', 0), looks: [look(5, 'B', 0), look(9, 'C', 0)] },
      asker('B', 0),
      24,
    ],
    ['an hour later for one who has not looked', { givenUp: look(2, 'A'), looks: [look(5, 'C')] }, asker('B'), 80],
  ])('%s', (_when, seen, by, minutes) => {
    const { givenUp: _sample, ...bare } = debit();
    expect(absenceCountsFrom({ ...bare, ...seen }, by)).toBe(later(minutes));
  });
});

test.each([
  [{ givenUp: look(2, 'A') }, asker('A'), 10, false],
  [{ givenUp: look(2, 'A') }, asker('B', 0), 10, true],
  [{ givenUp: look(2, 'A', 0) }, asker('B', 0), 10, false],
  [{ givenUp: look(2, 'A'), looks: [look(3, 'C')] }, asker('B'), 77.9, true],
  [{ givenUp: look(2, 'A'), looks: [look(3, 'C')] }, asker('B'), 78, false],
  [{ status: 'parked', looks: [] } as const, asker('B'), 10, false],
  [{ status: 'parked', hasLostSender: true } as const, asker('B'), 10, false],
  [{ status: 'scheduled', hasLostSender: true } as const, asker('B'), 10, true],
  [{ status: 'scheduled' } as const, asker('B'), 10, false],
  [{ status: 'intended' } as const, asker('B'), 10, true],
])('a debit seen by %j is looked at by %j after %d minutes: %s', (seen, by, minutes, isNeeded) => {
  const { givenUp: _sample, ...bare } = debit();
  expect(needsLook({ ...bare, ...seen }, by, later(minutes))).toBe(isNeeded);
});

test.each([
  [undefined, undefined, 0],
  [180, undefined, 180],
  [undefined, 75, 75],
  [-30, 75, 0],
  [60 * 24, undefined, 60 * 24],
  [60 * 24 + 1, undefined, 60],
  [60 * 24 * 365, undefined, 60],
])('a record is looked back for by what the clock was ahead: %s at the intent, %s now', (atIntent, now, minutes) => {
  const sent = debit(atIntent === undefined ? {} : { clockAheadMs: atIntent * MINUTES });
  expect(earliestIntent(sent, now === undefined ? undefined : now * MINUTES)).toBe(later(-minutes));
});

test('a debit that is shown as failed is looked at where no process with a known clock has looked yet', () => {
  const found = { shown: [shown({ status: 'failed' })], askedBy: 'B' };
  const settle = (state: LoanState, minutes: number) =>
    settleDebits(state, reading(minutes, found), textLater(minutes));
  const state = loanAt('collecting', [
    { type: 'debit.intended', at: INTENDED, debitId: 'd1', amount: 30_000, debitDate: '2026-02-01' } as LoanEvent,
    { type: 'debit.unknown', at: INTENDED, debitId: 'd1', reason: 'lost', lookedBy: 'A' },
  ]);
  const [event] = settle(state, 60) as [LoanEvent];
  expect(event).toEqual({ type: 'debit.unseen', at: textLater(60), debitId: 'd1', reading: '', lookedBy: 'B' });
  const once = applyEvent(state, event) as LoanState;
  expect(settle(once, 74)).toEqual([]);
  expect(settle(once, 75)).toMatchObject([{ type: 'debit.scheduled' }, { type: 'debit.settled', result: 'failed' }]);
});

test.each([
  ['at once', 0, true],
  ['two minutes later', 120_000, true],
  ['a moment after two minutes', 120_001, false],
  ['by a clock that was set back by ten seconds', -10_000, true],
  ['by a clock that was set back by more than ten seconds', -10_001, false],
])('whether a debit may start to be sent %s', (_when, sinceMs, may) => {
  expect(mayBeginToSend(debit(), later(0) + sinceMs)).toBe(may);
});

test.each([
  ['as written, where the clock was not measured', undefined, 0],
  ['as written, where the clock was ahead', 30, 0],
  ['later by what the clock was behind', -30, 30],
  ['later by at most an hour', -120, 60],
])('the latest time of an intent is %s', (_what, ahead, minutes) => {
  expect(latestIntent(debit(ahead === undefined ? {} : { clockAheadMs: ahead * MINUTES }))).toBe(later(minutes));
});

test.each([
  ['its sender gave it up after its intent', {}, look(5, 'A'), 17],
  ['the clock of its sender was behind', { clockAheadMs: -60 * MINUTES }, look(0, 'A'), 72],
])('a request may leave until twelve minutes after the later time, where %s', (_what, change, givenUp, minutes) => {
  expect(leavesUntil(debit({ ...change, givenUp }), asker('A'))).toBe(later(minutes));
});

test.each([
  ['without a name or a measured clock', {}, { lookedBy: '' }],
  ['with both', asker('A', 1), { lookedBy: 'A', clockAheadMs: MINUTES }],
])('a look of a client %s is written down as such', (_what, by, written) => {
  expect(lookBy(by)).toStrictEqual(written);
});
