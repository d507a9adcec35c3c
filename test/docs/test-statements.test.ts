import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statementOf, TEST_BORROWERS } from '../../src/server/engine/income/test-borrowers.ts';

const guide = readFileSync('docs/test-statements.md', 'utf8');
const naira = (amount: number | null) => (amount ?? Number.NaN).toLocaleString('en', { minimumFractionDigits: 2 });

describe.each(TEST_BORROWERS)('the guide to the test borrower $bvn', (borrower) => {
  const section = guide.split('\n## ').find((part) => part.startsWith(borrower.bvn)) ?? '';
  const { transactions, openingBalance, closingBalance, period } = statementOf(borrower, '058');

  test('lists every entry and no other', () => {
    const rows = section.split('\n').filter((line) => line.startsWith('| 20'));
    const expected = transactions.map(({ date, type, amount, balance, narration }) => {
      const [out, into] = type === 'debit' ? [naira(amount), ''] : ['', naira(amount)];
      return `| ${date.slice(0, 10)} | ${out} | ${into} | ${naira(balance)} | ${narration} |`;
    });
    expect(rows).toEqual(expected);
  });

  test('says who it is, the period, and the balances at both ends', () => {
    expect(section).toContain(
      `${borrower.about}. ${period?.from} to ${period?.to}; opening balance ₦${naira(openingBalance)}, closing balance ₦${naira(closingBalance)}.`,
    );
  });
});
