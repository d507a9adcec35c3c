import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  accountNumber,
  amount,
  balance,
  bankCode,
  day,
  instant,
  objectId,
  shortText,
} from '../../src/domain/values.ts';
import type { Check } from '../../src/validation/checks.ts';

const messageOf = (known: Check, value: unknown) => known.problems(value, '').map(({ message }) => message)[0];

const date = new Date(0);

describe('an amount that does not fit is described:', () => {
  test.each<[unknown, string]>([
    ['120000', 'is a string, but must be a number in naira above zero, such as 120000'],
    ['₦120,000.00', 'is a string, but must be a number in naira above zero, such as 120000'],
    ['', 'is empty: give a number in naira above zero, such as 120000'],
    [undefined, 'is missing: give a number in naira above zero, such as 120000'],
    [null, 'is null: give a number in naira above zero, such as 120000'],
    [Number.NaN, 'is NaN, but must be a number in naira above zero, such as 120000'],
    [Number.POSITIVE_INFINITY, 'is infinite, but must be a number in naira above zero, such as 120000'],
    [120_000n, 'is a bigint, but must be a number in naira above zero, such as 120000'],
    [date, 'is a Date, but must be a number in naira above zero, such as 120000'],
    [{ naira: 1 }, 'is an object, but must be a number in naira above zero, such as 120000'],
    [[1], 'is a list, but must be a number in naira above zero, such as 120000'],
    [true, 'is true, but must be a number in naira above zero, such as 120000'],
    [-1, 'is negative: give naira above zero'],
    [0, 'is zero: give naira above zero'],
    [1.005, 'has more than two decimals: round to the kobo, after calculating'],
    [10 ** 12 + 1, 'is more than a trillion naira, the most that is taken'],
  ])('%o', (value, message) => {
    expect(messageOf(amount, value)).toBe(message);
  });

  test('a balance may be zero', () => {
    expect(messageOf(balance, -1)).toBe('is negative: give naira zero or more');
    expect(messageOf(balance, '0')).toBe('is a string, but must be a number in naira zero or more, such as 120000');
  });
});

describe('a day that does not fit is described:', () => {
  test.each<[unknown, string]>([
    [undefined, 'is missing: give a day as text, YYYY-MM-DD'],
    [null, 'is null: give a day as text, YYYY-MM-DD'],
    ['', 'is empty: give a day as text, YYYY-MM-DD'],
    [20_260_105, 'is a number, but must be a day as text, YYYY-MM-DD'],
    [date, 'is a Date: give the day in Lagos as text, YYYY-MM-DD'],
    [runInNewContext('new Date(0)'), 'is a Date: give the day in Lagos as text, YYYY-MM-DD'],
    ['2026-01-05T08:00:00Z', 'is a time: give the day in Lagos alone, YYYY-MM-DD'],
    ['2026-02-30', 'is not in the calendar: must be a real date, YYYY-MM-DD'],
    ['   ', 'is empty: give a day as text, YYYY-MM-DD'],
    ['05/01/2026', 'must be a real date, YYYY-MM-DD'],
    ['on 2026-02-30', 'must be a real date, YYYY-MM-DD'],
    ['2026-02-30, noon', 'must be a real date, YYYY-MM-DD'],
  ])('%o', (value, message) => {
    expect(messageOf(day, value)).toBe(message);
  });
});

describe('an instant that does not fit is described:', () => {
  test.each<[unknown, string]>([
    [undefined, 'is missing: give the time as ISO 8601 with its offset'],
    ['yesterday', 'must be the time as ISO 8601 with its offset'],
    [date, 'is a Date: give the time as ISO 8601 with its offset, such as its toISOString()'],
    [1_767_600_000_000, 'is a number, but must be the time as ISO 8601 with its offset'],
    ['2026-01-05T08:00:00', 'has no offset: give the time as ISO 8601 with its offset, such as Z or +01:00 at its end'],
    ['2026-01-05', 'is a day without a time: give the time as ISO 8601 with its offset'],
  ])('%o', (value, message) => {
    expect(messageOf(instant(), value)).toBe(message);
  });
});

test('an instant is described by its type and its rule', () => {
  expect(instant()).toMatchObject({ type: 'string', rule: 'ISO 8601 with its offset' });
});

test('the largest amount that is taken is a trillion naira', () => {
  expect(messageOf(amount, 10 ** 12)).toBeUndefined();
});

describe('an identifier that does not fit is described:', () => {
  test.each<[unknown, string]>([
    [undefined, 'is missing: give a 10-digit NUBAN'],
    ['0123 456 781', 'must be a 10-digit NUBAN'],
    [123_456_781, 'is a number, but must be a 10-digit NUBAN, as text'],
    [123_456_781n, 'is a bigint, but must be a 10-digit NUBAN, as text'],
    [null, 'is null: give a 10-digit NUBAN'],
    [() => 1, 'is a function, but must be a 10-digit NUBAN'],
    [{}, 'is an object, but must be a 10-digit NUBAN'],
  ])('%o', (value, message) => {
    expect(messageOf(accountNumber, value)).toBe(message);
  });
});

describe('a text is taken or described:', () => {
  test.each<[string, Check, unknown, string | undefined]>([
    ['a short bank code', bankCode.lenient, '12', 'must be a bank code of 3 to 6 digits'],
    ['a bank code', bankCode.lenient, '058', undefined],
    ['an id', objectId('the mandate'), '65f0a1b2c3d4e5f60718293a', undefined],
    ['a short id', objectId('the mandate'), '65f0', 'must be the mandate, 24 hexadecimal characters'],
    ['no id', objectId('the mandate'), undefined, 'is missing: give the mandate, 24 hexadecimal characters'],
    ['the shortest text', shortText('a note', 3), 'a', undefined],
    ['the longest text', shortText('a note', 3), 'abc', undefined],
    ['a text that is too long', shortText('a note', 3), 'abcd', 'must be a note, in 1 to 3 characters'],
    ['an empty text', shortText('a note', 3), '', 'is empty: give a note, in 1 to 3 characters'],
  ])('%s', (_what, known, value, message) => {
    expect(messageOf(known, value)).toBe(message);
  });
});
