import { expect, test } from 'vitest';
import { monthLabel, monthNumber, type PlainDate, partsOf } from '../../src/domain/calendar.ts';

test.each([
  [2022, 8, 'August 2022'],
  [2026, 1, 'January 2026'],
  [1999, 12, 'December 1999'],
])('month %d-%d is called %s', (year, month, label) => expect(monthLabel(year, month)).toBe(label));

test('a day has a year, a month from 1 and a day of the month', () =>
  expect(partsOf('2024-02-29' as PlainDate)).toEqual([2024, 2, 29]));

test.each([
  ['Jan', 1],
  ['sept', 9],
  ['DECEMBER', 12],
  ['Foo', undefined],
  ['', undefined],
])('%o begins with the name of month %o', (word, month) => {
  expect(monthNumber(word)).toBe(month);
});
