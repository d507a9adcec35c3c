import { describe, expect, test } from 'vitest';
import { parsePlainDate } from '../../../../src/domain/calendar.ts';
import { statementOf, TEST_BORROWERS, testBorrower } from '../../../../src/server/engine/income/test-borrowers.ts';

const BANK = '100004';

test('the test BVNs are two people, and no other BVN is one of them', () => {
  expect(TEST_BORROWERS.map(({ bvn }) => bvn)).toEqual(['12345678901', '98765432101']);
  expect([testBorrower('12345678901'), testBorrower('22200000001')]).toEqual([TEST_BORROWERS[0], undefined]);
});

describe.each(TEST_BORROWERS)('the statement of $bvn', (borrower) => {
  const { transactions, openingBalance, closingBalance, period, unproved, pages } = statementOf(borrower, BANK);

  test('lists real days of its period in order, at the bank of the form', () => {
    const days = transactions.map(({ date }) => date.slice(0, 10));
    expect(days.every((day) => parsePlainDate(day) === day)).toBe(true);
    expect(days).toEqual([...days].sort());
    expect([(days[0] as string) >= `${period?.from}`, (days.at(-1) as string) <= `${period?.to}`]).toEqual([
      true,
      true,
    ]);
    expect(new Set(transactions.map(({ bankCode }) => bankCode))).toEqual(new Set([BANK]));
  });

  test('has a balance after each entry that follows from the one before, in whole kobo', () => {
    let kobo = Math.round((openingBalance as number) * 100);
    for (const { type, amount, balance } of transactions) {
      kobo += (type === 'credit' ? 1 : -1) * Math.round(amount * 100);
      expect(balance).toBe(kobo / 100);
      expect(Math.round(amount * 100) / 100).toBe(amount);
    }
    expect([closingBalance, unproved, pages]).toEqual([kobo / 100, undefined, undefined]);
  });

  test('goes over enough months for habits to be seen', () => {
    expect(new Set(transactions.map(({ date }) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(4);
  });
});
