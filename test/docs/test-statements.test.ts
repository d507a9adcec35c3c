import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statementOf, TEST_BORROWERS } from '../../src/server/engine/income/test-borrowers.ts';
import { computeInsight } from '../../src/statements/insight/compute-insight.ts';
import { blocksOf } from './code-blocks.ts';

const GUIDE = 'docs/test-statements.md';
const guide = readFileSync(GUIDE, 'utf8');
const naira = (amount: number | null) => (amount ?? Number.NaN).toLocaleString('en', { minimumFractionDigits: 2 });

describe.each(TEST_BORROWERS)('the guide to the test borrower $bvn', (borrower) => {
  const section = guide.split('\n## ').find((part) => part.startsWith(borrower.bvn)) ?? '';
  const { transactions, openingBalance, closingBalance, period } = statementOf(borrower, '058');

  test('lists every entry and no other', () => {
    const expected = transactions.map(({ date, type, amount, balance, narration }) => {
      const signed = type === 'debit' ? -amount : amount;
      return [date.slice(0, 10), signed.toFixed(2), balance?.toFixed(2), narration].join(',');
    });
    const shown = blocksOf(GUIDE).find(({ text }) => text.includes(expected[0] ?? ''));
    expect(section).toContain(shown?.text);
    expect(shown?.text.trim().split('\n')).toEqual(['date,amount,balance,narration', ...expected]);
  });

  test('shows figures of the insight as the server computes them', () => {
    const about = { period, openingBalance, closingBalance, accountName: 'Ada Obiora' };
    const insight = computeInsight(transactions, about);
    const shown = blocksOf(GUIDE).filter(({ language, text }) => language === 'json' && section.includes(text));
    expect(shown).toHaveLength(1);
    const figures = JSON.parse(shown[0]?.text ?? '');
    expect(Object.keys(figures).length).toBeGreaterThan(6);
    expect(insight).toMatchObject(figures);
  });

  test('says who it is, the period, and the balances at both ends', () => {
    const said = section.replace(/\s+/g, ' ');
    expect(said).toContain(`${borrower.about}. ${period?.from} to ${period?.to}.`);
    expect(said).toContain(`Opening balance ₦${naira(openingBalance)}, closing balance ₦${naira(closingBalance)}.`);
  });
});
