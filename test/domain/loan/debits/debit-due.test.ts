import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, lagosInstant, MINUTE_MS } from '../../../../src/domain/calendar.ts';
import { absenceCountsFrom, debitsDueAt, nextLookAt } from '../../../../src/domain/loan/debits/debit-window.ts';
import { day, loanAt } from '../sample-loan.ts';
import { debit, INTENDED, intended, later, textLater } from './debit-samples.ts';

/** The looks at a debit, each asked for at the one before. */
function looks(state: Parameters<typeof nextLookAt>[0], count: number): readonly string[] {
  const times: string[] = [];
  let at: number | undefined;
  while (times.length < count) {
    at = nextLookAt(state, at);
    times.push(formatInstant(at as number));
  }
  return times;
}
const minutes = (...each: number[]) => each.map(textLater);

describe('an open debit is asked about', () => {
  test.each([
    ['unknown', {}, [1, 3, 7, 15, 16, 18, 22, 30]],
    [
      'intended and was looked at',
      { status: 'intended', looks: [{ at: textLater(3), by: 'B' }] },
      [1, 3, 7, 15, 18, 19, 21, 25],
    ],
    ['intended', { status: 'intended' }, [1, 3, 7, 15, 31, 63, 127, 255]],
  ] as const)(
    'when it is %s: a minute after its intent, after growing pauses, and at the end of its quiet window',
    (_is, change, expected) => {
      expect(looks(debit(change), 8)).toEqual(minutes(...expected));
    },
  );

  test('with a late debit date: before it after growing pauses, and again when its window has passed', () => {
    const late = debit({ debitDate: '2026-02-03' });
    const times = looks(late, 13);
    expect(times.slice(0, 10)).toEqual(minutes(1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023));
    expect(times.slice(10)).toEqual([
      '2026-02-02T18:07:00.000Z',
      '2026-02-03T07:15:00.000Z',
      '2026-02-03T07:16:00.000Z',
    ]);
  });

  test('a minute after the reading that did not show it', () => {
    const unseen = { at: '2026-02-01T08:17:30.000Z', reading: 'x' };
    expect(formatInstant(nextLookAt(debit({ unseen }), later(17.5)) as number)).toBe('2026-02-01T08:18:30.000Z');
  });

  test('when it is scheduled: some minutes after 08:00 Lagos of its day, then less and less often, at last once a day', () => {
    const times = looks(debit({ status: 'scheduled', debitDate: '2026-02-03' }), 14);
    expect(times.slice(0, 4)).toEqual([
      '2026-02-03T07:05:00.000Z',
      '2026-02-03T07:15:00.000Z',
      '2026-02-03T07:35:00.000Z',
      '2026-02-03T08:15:00.000Z',
    ]);
    expect(times.slice(-2)).toEqual(['2026-02-09T01:35:00.000Z', '2026-02-10T01:35:00.000Z']);
  });

  test('when it was scheduled after the hour of its day: some minutes after its intent', () => {
    expect(looks(debit({ status: 'scheduled' }), 1)).toEqual(minutes(5));
  });

  test.each(['parked', 'refused', 'successful', 'failed'] as const)('no more once it is %s', (status) => {
    expect(nextLookAt(debit({ status }))).toBeUndefined();
  });
});

test('a look is always later than the one before, and at most a day', () => {
  const state = fc.record({
    status: fc.constantFrom('intended' as const, 'unknown' as const, 'scheduled' as const),
    debitDate: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-03', '2026-04-30'),
    unseenBefore: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(state, fc.integer({ min: -10, max: 900_000 }), ({ unseenBefore, ...change }, minute) => {
      const unseen = unseenBefore === undefined ? undefined : { at: textLater(minute - unseenBefore), reading: 'x' };
      const one = debit({ ...change, unseen });
      const last = later(minute);
      const next = nextLookAt(one, last) as number;
      expect(next).toBeGreaterThan(last);
      const from = Math.max(last, one.status === 'scheduled' ? absenceCountsFrom(one) : intended);
      expect(next - from).toBeLessThanOrEqual(DAY_MS);
      // No question is left out at the moment from which absence counts.
      const countsFrom = absenceCountsFrom(one);
      if (one.status !== 'scheduled' && last < countsFrom) expect(next).toBeLessThanOrEqual(countsFrom);
    }),
  );
});

describe('the debits of a loan are due', () => {
  const events = [
    { type: 'debit.intended', at: INTENDED, debitId: 'd1', amount: 30_000, debitDate: '2026-02-03' },
    { type: 'debit.scheduled', at: INTENDED, debitId: 'd1', reference: 'ref-1' },
    { type: 'debit.intended', at: textLater(2), debitId: 'd2', amount: 20_000, debitDate: '2026-02-02' },
  ] as never;

  test('with the first of its open ones', () => {
    expect(debitsDueAt(loanAt('collecting', events))).toBe(later(3));
    expect(debitsDueAt(loanAt('collecting', events), later(3))).toBe(later(5));
    expect(debitsDueAt(loanAt('collecting', events), lagosInstant(day('2026-02-03'), 8))).toBe(
      lagosInstant(day('2026-02-03'), 8) + 5 * MINUTE_MS,
    );
  });

  test('never, without open ones', () => {
    expect(debitsDueAt(loanAt('collecting'))).toBeUndefined();
    expect(
      debitsDueAt(
        loanAt('collecting', [
          { type: 'debit.intended', at: INTENDED, debitId: 'd1', amount: 1, debitDate: '2026-02-01' } as never,
        ]),
      ),
    ).toBe(later(1));
  });

  test('never, once the loan is closed', () => {
    expect(debitsDueAt({ ...loanAt('collecting', events), stage: 'closed' })).toBeUndefined();
  });
});
