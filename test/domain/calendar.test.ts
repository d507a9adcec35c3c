import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addDuration,
  addPeriods,
  DAY_MS,
  dateFromDayNumber,
  dayNumber,
  daysBetween,
  daysInMonth,
  formatInstant,
  HOUR_MS,
  type Instant,
  lagosDay,
  lagosInstant,
  type Period,
  type PlainDate,
  parseDuration,
  parseInstant,
  parsePlainDate,
} from '../../src/domain/calendar.ts';

const day = (text: string) => parsePlainDate(text) as PlainDate;
const instant = (text: string) => parseInstant(text) as Instant;

// The independent reckoning: JavaScript's own calendar, which the source may not use.
const judgeDay = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);
const judgeNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS;

const firstDay = judgeNumber('1900-01-01');
const lastDay = judgeNumber('9999-12-31');
const dayNumbers = fc.integer({ min: firstDay, max: lastDay });
const dates = dayNumbers.map((days) => judgeDay(days) as PlainDate);

describe('days', () => {
  test('day numbers and dates are each other’s inverse, and as JavaScript reckons them', () => {
    fc.assert(
      fc.property(dayNumbers, (days) => {
        const date = dateFromDayNumber(days);
        expect(date).toBe(judgeDay(days));
        expect(dayNumber(date)).toBe(days);
      }),
    );
  });

  test('every day of four centuries is counted, none twice', () => {
    const from = judgeNumber('1999-12-31');
    for (let days = from; days < from + 146_097; days += 1) {
      if (dateFromDayNumber(days) !== judgeDay(days)) expect(dateFromDayNumber(days)).toBe(judgeDay(days));
    }
    expect(dayNumber(day('1970-01-01'))).toBe(0);
  });

  test('a text is a date exactly when JavaScript’s calendar has that day', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 9999 }), part(13), part(32), (year, month, dayOfMonth) => {
        const text = `${year}-${month}-${dayOfMonth}`;
        const days = judgeNumber(text);
        const isReal = Number.isFinite(days) && judgeDay(days) === text;
        expect(parsePlainDate(text)).toBe(isReal ? text : undefined);
      }),
    );
  });

  test.each([
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '1899-12-31',
    '2026-00-15',
    '2026-13-15',
    '2026-01-00',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
    20260101,
    ['2026-01-01'],
    null,
    undefined,
  ])('%j is no date', (text) => {
    expect(parsePlainDate(text)).toBeUndefined();
  });

  test.each(['1900-01-01', '2024-02-29', '9999-12-31'])('%s is a date', (text) => {
    expect(parsePlainDate(text)).toBe(text);
  });

  test.each([
    [2024, 29],
    [2026, 28],
    [2000, 29],
    [2100, 28],
  ])('February %d has %d days', (year, days) => {
    expect(daysInMonth(year, 2)).toBe(days);
  });

  test('days are added and counted back', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
        fc.pre(dayNumber(date) + days >= firstDay && dayNumber(date) + days <= lastDay);
        const moved = addDays(date, days);
        expect(daysBetween(date, moved)).toBe(days);
        expect(moved > date).toBe(days > 0);
      }),
    );
  });

  test('a clock moved beyond the year 9999 still counts forwards', () => {
    const far = addDuration(instant('2026-01-05T08:00:00Z'), { months: 12 * 9_000, days: 30, millis: 0 });
    expect(far).toBe(Date.UTC(11_026, 1, 4, 8));
  });
});

/** The rule of spec §1, stated the other way round: walk day by day from the 1st of the wanted month; a day that the month lacks is the next 1st. */
function judgePeriods(anchor: PlainDate, months: number): string {
  const [year, month, wanted] = anchor.split('-').map(Number) as [number, number, number];
  const first = Date.UTC(year, month - 1 + months, 1);
  const inMonth = new Date(first + (wanted - 1) * DAY_MS);
  const isMissing = inMonth.getUTCMonth() !== new Date(first).getUTCMonth();
  return (isMissing ? new Date(Date.UTC(year, month + months, 1)) : inMonth).toISOString().slice(0, 10);
}

describe('periods', () => {
  test('31 January monthly falls on 31 January, 1 March, 31 March, 1 May, always counted from the anchor', () => {
    const fallen = [0, 1, 2, 3, 4, 5, 10, 11, 12].map((count) => addPeriods(day('2026-01-31'), 'monthly', count));
    expect(fallen).toEqual([
      '2026-01-31',
      '2026-03-01',
      '2026-03-31',
      '2026-05-01',
      '2026-05-31',
      '2026-07-01',
      '2026-12-01',
      '2026-12-31',
      '2027-01-31',
    ]);
  });

  test('29 February yearly falls on 1 March in common years and on 29 February in leap years, over four centuries', () => {
    const anchor = day('2024-02-29');
    for (let count = 0; count <= 400; count += 1) {
      const year = 2024 + count;
      const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      expect(addPeriods(anchor, 'yearly', count)).toBe(`${year}-${isLeap ? '02-29' : '03-01'}`);
    }
  });

  test('31 January monthly keeps the rule for every month of four centuries', () => {
    const anchor = day('2000-01-31');
    for (let count = 0; count <= 4_800; count += 1)
      expect(addPeriods(anchor, 'monthly', count)).toBe(judgePeriods(anchor, count));
  });

  test('every anchor keeps the rule, monthly and yearly', () => {
    fc.assert(
      fc.property(
        dates.filter((date) => date < '9500'),
        fc.integer({ min: 0, max: 4_800 }),
        (anchor, count) => {
          expect(addPeriods(anchor, 'monthly', count)).toBe(judgePeriods(anchor, count));
          expect(addPeriods(anchor, 'yearly', Math.floor(count / 12))).toBe(
            judgePeriods(anchor, 12 * Math.floor(count / 12)),
          );
        },
      ),
    );
  });

  test('days and weeks are counted in days', () => {
    fc.assert(
      fc.property(
        dates.filter((date) => date < '9900'),
        fc.integer({ min: 0, max: 5_000 }),
        (anchor, count) => {
          expect(daysBetween(anchor, addPeriods(anchor, 'daily', count))).toBe(count);
          expect(daysBetween(anchor, addPeriods(anchor, 'weekly', count))).toBe(7 * count);
        },
      ),
    );
  });

  test.each<Period>(['daily', 'weekly', 'monthly', 'yearly'])(
    '%s days are strictly ascending and begin at the anchor',
    (period) => {
      fc.assert(
        fc.property(
          dates.filter((date) => date < '9000'),
          fc.integer({ min: 0, max: 500 }),
          (anchor, count) => {
            expect(addPeriods(anchor, period, 0)).toBe(anchor);
            expect(addPeriods(anchor, period, count) < addPeriods(anchor, period, count + 1)).toBe(true);
          },
        ),
      );
    },
  );
});

describe('instants', () => {
  test('what is written is what JavaScript writes, and reads back', () => {
    const range = { min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) };
    fc.assert(
      fc.property(fc.integer(range), (at) => {
        expect(formatInstant(at)).toBe(new Date(at).toISOString());
        expect(parseInstant(formatInstant(at))).toBe(at);
      }),
    );
  });

  test('every millisecond of a second reads back', () => {
    const base = Date.UTC(2026, 0, 31, 7);
    for (let millis = 0; millis < 1_000; millis += 1)
      expect(parseInstant(formatInstant(base + millis))).toBe(base + millis);
  });

  test.each([
    ['2026-01-31T08:00:00+01:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T08:00+0100', '2026-01-31T07:00:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-01-31T02:30:00-04:30', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T21:00:00+14:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T07:59:59+00:59', '2026-01-31T07:00:59.000Z'],
    ['2026-01-31t07:00:00.123456789z', '2026-01-31T07:00:00.123Z'],
    ['2026-01-31T07:00:00,5Z', '2026-01-31T07:00:00.500Z'],
  ])('%s is %s', (text, expected) => {
    expect(formatInstant(instant(text))).toBe(expected);
  });

  test.each([
    '2026-01-31T07:00:00',
    '2026-01-31',
    '2026-02-30T07:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T07:60:00Z',
    '2026-01-31T07:00:60Z',
    '2026-01-31T07:00:00+15:00',
    '2026-01-31T07:00:00+01:60',
    '2026-01-31T07:00:00.Z',
    '2026-01-31 07:00:00Z',
    1_767_225_600_000,
    ['2026-01-31T07:00:00Z'],
    null,
  ])('%j names no instant', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('the day in Lagos begins at 23:00 UTC', () => {
    expect(lagosDay(instant('2026-01-31T22:59:59.999Z'))).toBe('2026-01-31');
    expect(lagosDay(instant('2026-01-31T23:00:00Z'))).toBe('2026-02-01');
    expect(formatInstant(lagosInstant(day('2026-02-01')))).toBe('2026-01-31T23:00:00.000Z');
    expect(formatInstant(lagosInstant(day('2026-01-31'), 8))).toBe('2026-01-31T07:00:00.000Z');
    expect(formatInstant(lagosInstant(day('2026-01-31'), 8.5))).toBe('2026-01-31T07:30:00.000Z');
  });

  test('an instant of a Lagos day lies in that day', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 23 }), (date, hour) => {
        expect(lagosDay(lagosInstant(date, hour))).toBe(date);
        expect(lagosInstant(date, hour)).toBe(judgeNumber(date) * DAY_MS + (hour - 1) * HOUR_MS);
      }),
    );
  });
});

describe('durations', () => {
  test.each([
    ['P1M', { months: 1, days: 0, millis: 0 }],
    ['P1Y2M3W4D', { months: 14, days: 25, millis: 0 }],
    ['PT4H30M', { months: 0, days: 0, millis: 4.5 * HOUR_MS }],
    ['P30DT1.5S', { months: 0, days: 30, millis: 1_500 }],
    ['PT0,5H', { months: 0, days: 0, millis: HOUR_MS / 2 }],
    ['P0D', { months: 0, days: 0, millis: 0 }],
  ])('%s is understood', (text, expected) => {
    expect(parseDuration(text)).toEqual(expected);
  });

  test.each(['P', 'PT', 'P1', '1D', 'P-1D', 'P1DT', 'P1H', 'PT1D', 'P1.5D', 'P1D1M', ' P1D', '', 30, ['P1D'], null])(
    '%j is no duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  test('months move by the missing-day rule on Lagos days, and the time of day stays', () => {
    const move = (from: string, by: string) =>
      formatInstant(addDuration(instant(from), parseDuration(by) as NonNullable<ReturnType<typeof parseDuration>>));
    expect(move('2026-01-31T07:00:00Z', 'P1M')).toBe('2026-03-01T07:00:00.000Z');
    // 23:30 UTC on 30 January is 31 January in Lagos.
    expect(move('2026-01-30T23:30:00Z', 'P1M')).toBe('2026-02-28T23:30:00.000Z');
    expect(move('2024-02-29T07:00:00Z', 'P1Y1DT1H')).toBe('2025-03-02T08:00:00.000Z');
  });
});
