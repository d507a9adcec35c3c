import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateFromDayNumber, dayNumber, type PlainDate } from '../../src/domain/calendar.ts';
import type { Kobo } from '../../src/domain/money.ts';
import {
  checkBreakdown,
  dueDates,
  evenSchedule,
  frequencyNames,
  MAX_INSTALMENTS,
  periodOf,
} from '../../src/domain/terms.ts';

const date = (text: string) => text as PlainDate;

describe('a frequency', () => {
  test('is understood in the eight spellings and no other', () => {
    expect(Object.fromEntries(frequencyNames.map((name) => [name, periodOf(name)]))).toEqual({
      daily: 'daily',
      D: 'daily',
      weekly: 'weekly',
      W: 'weekly',
      monthly: 'monthly',
      M: 'monthly',
      yearly: 'yearly',
      Y: 'yearly',
    });
    for (const other of ['Monthly', 'm', 'y', 'once', '', 'constructor']) expect(periodOf(other)).toBeUndefined();
  });
});

describe('due dates', () => {
  test('begin on the first day and end on or before the last', () => {
    expect(dueDates(date('2026-02-01'), date('2026-02-03'), 'daily')).toEqual([
      '2026-02-01',
      '2026-02-02',
      '2026-02-03',
    ]);
    expect(dueDates(date('2026-02-01'), date('2026-02-14'), 'weekly')).toEqual(['2026-02-01', '2026-02-08']);
    expect(dueDates(date('2026-02-01'), date('2026-02-01'), 'yearly')).toEqual(['2026-02-01']);
  });

  test('are cut off beyond what any loan has, so that the caller can refuse', () => {
    expect(dueDates(date('1900-01-01'), date('2100-01-01'), 'daily')).toHaveLength(MAX_INSTALMENTS + 1);
  });

  test('ascend strictly and stay within the tenure, whatever the tenure', () => {
    const day = fc.integer({ min: dayNumber(date('2020-01-01')), max: dayNumber(date('2032-12-31')) });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 1_500 }),
        fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
        (start, length, period) => {
          const [first, last] = [dateFromDayNumber(start), dateFromDayNumber(start + length)];
          const dates = dueDates(first, last, period);
          expect(dates[0]).toBe(first);
          expect([...new Set(dates)].sort()).toEqual(dates);
          expect((dates.at(-1) as string) <= last).toBe(true);
        },
      ),
    );
  });
});

describe('an even schedule', () => {
  test('splits in whole kobo with the remainder on the last', () => {
    const dates = dueDates(date('2026-01-31'), date('2026-03-31'), 'monthly');
    expect(evenSchedule(10_000 as Kobo, dates)).toEqual([
      { dueDate: '2026-01-31', amount: 3_333 },
      { dueDate: '2026-03-01', amount: 3_333 },
      { dueDate: '2026-03-31', amount: 3_334 },
    ]);
  });
});

describe('a given breakdown', () => {
  const terms = { startDate: date('2026-01-01'), endDate: date('2026-03-31'), total: 10_000_01 as Kobo };
  const check = (...lines: readonly [string, number][]) =>
    checkBreakdown({ ...terms, breakdown: lines.map(([dueDate, amount]) => ({ dueDate, amount })) });

  test('with a line that is nothing is refused at its fields', () => {
    const decision = checkBreakdown({ ...terms, breakdown: [null, undefined] as never });
    expect(decision).toMatchObject({
      ok: false,
      problems: [{ path: '0.dueDate' }, { path: '0.amount' }, { path: '1.dueDate' }, { path: '1.amount' }],
    });
  });

  test('reports everything that is wrong with it, a descent after a wrong amount too', () => {
    expect(check(['2026-02-30', 1], ['2026-03-01', 0], ['2026-02-28', 0.001], ['2026-04-01', 1])).toEqual({
      ok: false,
      problems: [
        { path: '0.dueDate', message: 'is not in the calendar: must be a real date, YYYY-MM-DD' },
        { path: '1.amount', message: 'is zero: give naira above zero' },
        { path: '2.dueDate', message: 'must come after 2026-03-01' },
        { path: '2.amount', message: 'has more than two decimals: round to the kobo, after calculating' },
        { path: '3.dueDate', message: 'must lie within 2026-01-01 and 2026-03-31' },
      ],
    });
  });

  test('that does not add up says by how much', () => {
    const problems = (message: string) => ({ ok: false, problems: [{ path: '', message }] });
    expect(check(['2026-02-01', 10_000])).toEqual(problems('must add up to the total; it differs by -₦0.01'));
    expect(check(['2026-02-01', 12_000.51])).toEqual(problems('must add up to the total; it differs by ₦2,000.50'));
    expect(check()).toEqual(problems('must add up to the total; it differs by -₦10,000.01'));
  });

  test('that ascends within the tenure and adds up is taken', () => {
    expect(check(['2026-01-01', 5_000], ['2026-03-31', 5_000.01])).toEqual({
      ok: true,
      instalments: [
        { dueDate: '2026-01-01', amount: 500_000 },
        { dueDate: '2026-03-31', amount: 500_001 },
      ],
    });
  });

  test.each([
    ['a day that is not real', [['2026-02-29', 10_000.01]], '0.dueDate'],
    ['a day before the tenure', [['2025-12-31', 10_000.01]], '0.dueDate'],
    ['a day after it', [['2026-04-01', 10_000.01]], '0.dueDate'],
    [
      'the same day twice',
      [
        ['2026-02-01', 5_000],
        ['2026-02-01', 5_000.01],
      ],
      '1.dueDate',
    ],
    [
      'days that descend',
      [
        ['2026-02-02', 5_000],
        ['2026-02-01', 5_000.01],
      ],
      '1.dueDate',
    ],
    [
      'nothing',
      [
        ['2026-02-01', 0],
        ['2026-02-02', 10_000.01],
      ],
      '0.amount',
    ],
    [
      'less than a kobo',
      [
        ['2026-02-01', 0.001],
        ['2026-02-02', 10_000.01],
      ],
      '0.amount',
    ],
    ['a kobo too few', [['2026-02-01', 10_000]], ''],
    ['a kobo too many', [['2026-02-01', 10_000.02]], ''],
    ['no lines', [], ''],
  ] as const)('is refused for %s', (_, lines, path) => {
    expect(check(...(lines as readonly [string, number][]))).toMatchObject({ ok: false, problems: [{ path }] });
  });
});
