import { describe, expect, test } from 'vitest';
import type { PlainDate } from '../../../src/domain/calendar.ts';
import { type MoneyStyle, usualLayout } from '../../../src/testing/statements/layouts/statement-layout.ts';
import { dateText, moneyText, wrapText } from '../../../src/testing/statements/print/cells.ts';

describe('a figure is printed as the layout has it', () => {
  test.each<[Partial<MoneyStyle>, plus: string, minus: string]>([
    [{}, '1,234,567.05', '-1,234,567.05'],
    [{ grouping: '', plus: true }, '+1234567.05', '-1234567.05'],
    [{ grouping: ' ', symbol: '₦' }, '₦1 234 567.05', '-₦1 234 567.05'],
    [{ negative: 'minus-after', signGap: true }, '1,234,567.05', '1,234,567.05 -'],
    [{ negative: 'parentheses', symbol: 'NGN ' }, 'NGN 1,234,567.05', '(NGN 1,234,567.05)'],
    [{ braces: true, signGap: true, plus: true }, '{+ 1,234,567.05}', '{- 1,234,567.05}'],
  ])('%j', (style, plus, minus) => {
    const money = { ...usualLayout.money, ...style };
    expect([moneyText(123_456_705, money, { sign: true }), moneyText(-123_456_705, money)]).toEqual([plus, minus]);
  });

  test('without decimals only where it is whole', () => {
    const money = { ...usualLayout.money, trimmed: true };
    expect([moneyText(5_00, money), moneyText(5_50, money), moneyText(7, money)]).toEqual(['5', '5.50', '0.07']);
  });
});

test.each([
  ['dd-MMM-yyyy', '05-Mar-2024'],
  ['d/M/yyyy', '5/3/2024'],
  ['dd-MON-\nyy', '05-MAR-\n24'],
  ['MMMM do\nyyyy', 'March 5th\n2024'],
  ['MMMM do yyyy, hh:mm A', 'March 5th 2024, 12:09 AM'],
  ['M/d/yyyy h:mm:ss A', '3/5/2024 12:09:07 AM'],
  ['yyyy-MM-ddT\nHH:mm:ss', '2024-03-05T\n00:09:07'],
  ['dd.MM.yyyy', '05.03.2024'],
])('the form %j prints a date as banks do', (form, printed) =>
  expect(dateText(form, '2024-03-05' as PlainDate, 547)).toBe(printed),
);

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [13, '13th'],
  [22, '22nd'],
  [30, '30th'],
])('day %i is the %s', (day, printed) =>
  expect(dateText('do', `2024-01-${String(day).padStart(2, '0')}` as PlainDate)).toBe(printed),
);

test('a text breaks at blanks, and inside a word only where the word is too long', () => {
  const setting = { font: 'courier', size: 10, width: 60 } as const;
  expect(wrapText('ten chars is the line', setting)).toEqual(['ten chars', 'is the', 'line']);
  expect(wrapText('a 123456789012345 b', setting)).toEqual(['a', '1234567890', '12345 b']);
  expect(wrapText('one\ntwo', setting)).toEqual(['one', 'two']);
});
