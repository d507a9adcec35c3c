import { describe, expect, test } from 'vitest';
import { insightText } from '../../../src/cli/statement/insight-text.ts';
import { insightOf } from '../../../src/cli/statement/run-statement.ts';
import { statementText } from '../../../src/cli/statement/statement-text.ts';
import { paintWith } from '../../../src/cli/terminal/terminal-text.ts';
import { entry, statementOf } from './sample-statement.ts';

const statement = statementOf(
  [
    entry('2024-12-02', 90_000, 91_000, { narration: 'SALARY DEC 2024 SAMPLE LTD' }),
    entry('2024-12-05', -20_000, 71_000, { narration: 'ATM WDL/ALLEN AVENUE' }),
    entry('2025-01-02', 90_000, 161_000, { narration: 'SALARY JAN 2025 SAMPLE LTD\u001b[2J' }),
    entry('2025-01-03', 50_000, 211_000, { narration: 'CARBON LOAN DISBURSEMENT' }),
    entry('2025-01-06', -15_000, 196_000, { narration: 'CARBON LOAN REPAYMENT' }),
    entry('2025-01-07', -2_000, 194_000, { narration: 'AIRTIME/MTN/VTU' }),
  ],
  { account: {}, period: null },
);
const { insight, explanation, income } = insightOf(statement);
const plain = paintWith(false);
const text = insightText(insight, explanation, plain);

describe('the insight in print', () => {
  test.each([
    [
      'income',
      / {2}average income a month \* +90,000\.00\n {2}months with entries +2\n {2}money in, all of it \* +230,000\.00\n/,
    ],
    [
      'salaries, which move no cursor',
      / {2}SALARY DEC 2024 SAMPLE LTD +90,000\.00\n {2}SALARY JAN 2025 SAMPLE LTD\\u001b\[2J +90,000\.00\n/,
    ],
    [
      'debt, with the sentence',
      / {2}debt to income, of the whole \* +8\.33 %\n[\s\S]* {2}Low: recurring debts and expenses of ₦7,500\.00 a month/,
    ],
    [
      'what comes by month',
      / {2}December 2024 +90,000\.00 +20,000\.00 +71,000\.00 +0\.00 +0\.00 %\n {2}January 2025 +140,000\.00 +17,000\.00 +194,000\.00 +15,000\.00 +16\.67 %\n/,
    ],
    [
      'halves and quarters by year',
      / {2}fourth quarter of 2024 +90,000\.00 +20,000\.00\n[\s\S]* {2}first quarter of 2025 +140,000\.00 +17,000\.00\n {2}first half of 2025/,
    ],
    [
      'spending, the most first',
      /\nSpending\n {2}cash withdrawn \* +20,000\.00\n {2}loan repayments \* +15,000\.00\n {2}airtime and data \* +2,000\.00\n\n/,
    ],
    ['entries', / {2}greatest \/ mean \/ smallest credit \* +90,000\.00 \/ 76,666\.67 \/ 50,000\.00\n/],
    ['whose definitions they are', /\n\* our definition: .*docs\/statements\.md.*\n$/],
  ])('shows %s', (_, shape) => expect(text).toMatch(shape));

  test('says nothing of a bureau that no one asked', () => {
    expect(text).not.toContain('elsewhere');
    const asked = {
      ...insight,
      totalBorrowed: '5000.00',
      totalOutstanding: '10.50',
      totalOverdue: '0.00',
      creditInsight: 'The bureau holds 1 loan.',
    };
    expect(insightText(asked, explanation, plain)).toMatch(
      / {2}owed elsewhere +10\.50\n {2}overdue elsewhere +0\.00\n[\s\S]* {2}The bureau holds 1 loan\.\n/,
    );
  });

  test('of another currency needs a rate, and is in naira', () => {
    const foreign = { ...statement, account: { currency: 'USD' } };
    expect(() => insightOf(foreign)).toThrow(/--insight: is in naira.*--naira-per-unit/);
    expect(insightOf(foreign, 1500)).toMatchObject({
      insight: { totalMoneyReceive: '345000000.00' },
      income: { 'December 2024': 135_000_000, 'January 2025': 135_000_000 },
    });
    expect(insightOf(statement, 1500)).toEqual(insightOf(statement));
  });

  test('is whole for a statement without entries', () => {
    const none = insightOf(statementOf([]));
    expect(insightText(none.insight, none.explanation, plain)).toMatch(/months with entries +0\n/);
    expect(none.income).toEqual({});
  });
});

describe('the charts', () => {
  const io = { out: () => undefined, err: () => undefined, showsColour: false, stop: new AbortController().signal };

  test('count as income what the insight takes for it: no loan', () => {
    expect(income).toEqual({ 'December 2024': 90_000, 'January 2025': 90_000 });
    expect(statementText(statement, { insight, explanation, income, showsInsight: false }, io)).toMatch(
      /Income by month\n {2}Dec 2024 {2}(█+) {2}90,000\.00\n {2}Jan 2025 {2}\1 {2}90,000\.00\n/,
    );
  });

  test('are left out where amounts are not in naira', () => {
    expect(statementText(statement, undefined, io)).not.toContain('by month');
  });

  test('fit the terminal, in ASCII where it needs that', () => {
    const printed = statementText(
      statement,
      { insight, explanation, income, showsInsight: false },
      { ...io, columns: 60, drawsBlocks: false },
    );
    expect(printed).toMatch(
      /Balance at the end of each month\n {2}Dec 2024 {2}#+ +71,000\.00\n {2}Jan 2025 {2}#{36} {2}194,000\.00\n/,
    );
    expect(printed).toContain('account          not stated\n  period           not stated\n');
  });
});
