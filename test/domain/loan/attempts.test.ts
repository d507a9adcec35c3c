import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupAttempts,
  newAttempts,
  type SingleAttempt,
  timesOf,
  withAttempts,
} from '../../../src/domain/loan/attempts.ts';
import type { AttemptFacts } from '../../../src/domain/loan/events/money-events.ts';
import { koboOf } from '../../../src/domain/money.ts';

const attempt = fc.record({
  time: fc
    .record({ day: fc.nat(40), hour: fc.constantFrom(7, 11, 15), odd: fc.constantFrom(0, 0, 0, 1) })
    .map(({ day, hour, odd }) => new Date(Date.UTC(2026, 1, 20 + day, hour, 0, odd)).toISOString()),
  status: fc.constantFrom('failed', 'successful'),
  amount: fc.constantFrom(koboOf(3_000_000), koboOf(1_600_000)),
  code: fc.constantFrom('51', '91'),
  account: fc.constantFrom('a1', 'a2'),
}) as fc.Arbitrary<SingleAttempt>;
const attempts = fc.array(attempt, { maxLength: 60 });

const single = (entries: readonly AttemptFacts[]) =>
  entries
    .flatMap((entry) => timesOf(entry).map((time) => ({ ...entry, time, at: undefined, dailyUntil: undefined })))
    .map((each) => JSON.stringify(each, Object.keys(each).sort()))
    .sort();

describe('attempts on file', () => {
  test('are the same ones after they were grouped', () => {
    fc.assert(
      fc.property(attempts, (given) => {
        const wanted = given.map((each) => JSON.stringify(each, Object.keys(each).sort())).sort();
        expect(single(groupAttempts(given))).toEqual(wanted);
      }),
    );
  });

  test('take one entry for the same times on days in a row', () => {
    const daily = Array.from({ length: 30 }, (_, day) =>
      [7, 11, 15].map((hour) => new Date(Date.UTC(2026, 1, 6 + day, hour)).toISOString()),
    ).flat();
    const facts = { status: 'failed', amount: koboOf(100), code: '51' } as const;
    expect(groupAttempts(daily.map((time) => ({ ...facts, time })))).toEqual([
      { ...facts, at: daily.slice(0, 3), dailyUntil: '2026-03-07' },
    ]);
  });

  // The service shows all of them each time, newest first, and the file learns them in pieces.
  test('are known once, however often and in whatever pieces they are read', () => {
    fc.assert(
      fc.property(attempts, fc.nat(60), (all, part) => {
        const first = groupAttempts(all.slice(0, part));
        const known = withAttempts(first, newAttempts(groupAttempts(all), first));
        expect(single(known)).toEqual(single(groupAttempts(all)));
        expect(newAttempts(groupAttempts(all), known)).toEqual([]);
      }),
    );
  });

  test('are another one each, even if they are equal', () => {
    const twice = groupAttempts(
      [0, 1].map(() => ({ time: '2026-02-20T07:00:00.000Z', status: 'failed', amount: koboOf(1) })),
    );
    const first = groupAttempts([{ time: '2026-02-20T07:00:00.000Z', status: 'failed', amount: koboOf(1) }]);
    expect(withAttempts(first, newAttempts(twice, first))).toEqual(twice);
  });

  test('are the same entries, in whatever pieces and order the file learns them', () => {
    const pieces = fc.array(fc.nat(60), { maxLength: 4 });
    fc.assert(
      fc.property(attempts, pieces, fc.boolean(), (all, cuts, isInOrder) => {
        const order = isInOrder ? [...all].sort((one, other) => (one.time < other.time ? -1 : 1)) : all;
        const ends = [...cuts.sort((one, other) => one - other), order.length];
        const known = ends.reduce<readonly AttemptFacts[]>(
          (before, end, index) => withAttempts(before, groupAttempts(order.slice(ends[index - 1] ?? 0, end))),
          [],
        );
        expect(known).toEqual(groupAttempts(order));
      }),
    );
  });
});
