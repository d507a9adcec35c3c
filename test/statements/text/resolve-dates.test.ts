import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import {
  dateOf,
  orderShownBy,
  type PrintedDate,
  plainDateOf,
  resolveDates,
} from '../../../src/statements/text/dates.ts';
import { dateText } from '../../../src/testing/statements/print/cells.ts';

const plain = (text: string) => text as PlainDate;
const read = (text: string): PrintedDate => {
  const date = dateOf(text);
  if (!date) throw new Error(`${text} is no date`);
  return date;
};
const days = (texts: readonly string[], known: { from?: string; to?: string } = {}) =>
  resolveDates(texts.map(read), {
    ...(known.from && { from: plain(known.from) }),
    ...(known.to && { to: plain(known.to) }),
  });

/** Days of entries in the order of the account: at most ten apart, over more than a year. */
const walk = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.array(fc.nat(10), { minLength: 1, maxLength: 80 }))
  .map(([start, steps]) => {
    let day = addDays(plain('2018-01-01'), start);
    return [0, ...steps].map((step) => {
      day = addDays(day, step);
      return day;
    });
  });

describe('dates of two numbers', () => {
  test('have the day first unless something says otherwise', () =>
    expect(days(['03/02/2025'])).toEqual(['2025-02-03']));

  test('are all read as the one that can be read in one way only', () => {
    expect(days(['03/02/2025', '03/14/2025'])).toEqual(['2025-03-02', '2025-03-14']);
    expect(days(['03/02/2025', '14/02/2025'])).toEqual(['2025-02-03', '2025-02-14']);
  });

  test('keep to the printed period', () => {
    expect(days(['03/02/2025', '03/05/2025', '03/11/2025'], { from: '2025-03-01', to: '2025-03-31' })).toEqual([
      '2025-03-02',
      '2025-03-05',
      '2025-03-11',
    ]);
    expect(days(['03/02/2025', '05/02/2025'], { from: '2025-02-01', to: '2025-02-28' })).toEqual([
      '2025-02-03',
      '2025-02-05',
    ]);
  });

  test('keep to the order of days, up or down', () => {
    expect(days(['01/12/2025', '02/01/2025', '02/12/2025', '03/01/2025'])).toEqual([
      '2025-01-12',
      '2025-02-01',
      '2025-02-12',
      '2025-03-01',
    ]);
    expect(days(['03/01/2025', '02/12/2025', '02/01/2025', '01/12/2025'])).toEqual([
      '2025-03-01',
      '2025-02-12',
      '2025-02-01',
      '2025-01-12',
    ]);
  });

  test('of any month long walk are read, whichever comes first', () => {
    fc.assert(
      fc.property(walk, fc.constantFrom('dd/MM/yyyy', 'M/d/yyyy'), fc.boolean(), (dates, form, isNewestFirst) => {
        // A walk that never passes the twelfth of a month shows nothing.
        fc.pre(dates.some((date) => Number(date.slice(8)) > 12));
        const printed = isNewestFirst ? dates.toReversed() : dates;
        expect(days(printed.map((date) => dateText(form, date)))).toEqual(printed);
      }),
    );
  });

  test('that are no days of the calendar have none', () => {
    expect(days(['30/02/2025', '01/03/2025'])).toEqual([undefined, '2025-03-01']);
    expect(days(['31-Apr-2025'])).toEqual([undefined]);
  });
});

describe('dates without a year', () => {
  test('walk on from the first day of the period, over the end of a year', () => {
    expect(days(['28 Nov', '31 Dec', '01 Jan', '28 Feb'], { from: '2024-11-15', to: '2025-03-01' })).toEqual([
      '2024-11-28',
      '2024-12-31',
      '2025-01-01',
      '2025-02-28',
    ]);
    expect(days(['02 Jan'], { from: '2024-12-15', to: '2025-01-14' })).toEqual(['2025-01-02']);
  });

  test('walk back from its last day where that is all there is', () => {
    expect(days(['28 Nov', '31 Dec', '01 Jan'], { to: '2025-01-31' })).toEqual([
      '2024-11-28',
      '2024-12-31',
      '2025-01-01',
    ]);
    expect(days(['28 Nov', '05 Dec'], { to: '2025-01-31' })).toEqual(['2024-11-28', '2024-12-05']);
  });

  test('take the year of those that have one', () =>
    expect(days(['31 Dec 2023', '01 Jan', '02 Jan'])).toEqual(['2023-12-31', '2024-01-01', '2024-01-02']));

  test('step back where the entry before lies in January', () => {
    expect(days(['02 Jan', '30 Dec', '01 Nov'], { from: '2025-01-02' })).toEqual([
      '2025-01-02',
      '2024-12-30',
      '2024-11-01',
    ]);
  });

  test('of any walk are read from where it begins', () => {
    fc.assert(
      fc.property(walk, (dates) => {
        expect(
          days(
            dates.map((date) => dateText('dd MMM', date)),
            { from: dates[0] as string, to: dates.at(-1) as string },
          ),
        ).toEqual(dates);
      }),
    );
  });
});

describe('one date by itself', () => {
  test('has a day only with its year', () => {
    expect(plainDateOf(read('03/02/2025'), 'dm')).toBe('2025-02-03');
    expect(plainDateOf(read('03/02/2025'), 'md')).toBe('2025-03-02');
    expect(plainDateOf(read('03-Feb-2025'), 'md')).toBe('2025-02-03');
    expect(plainDateOf(read('03 Feb'), 'dm')).toBeUndefined();
  });

  test('shows the order of a whole table', () => {
    expect(orderShownBy([read('03/02/2025'), undefined, read('03/14/2025')])).toBe('md');
    expect(orderShownBy([read('03/02/2025')])).toBe('dm');
  });
});
