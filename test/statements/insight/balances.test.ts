import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import type { InsightOptions } from '../../../src/statements/insight/insight-options.ts';
import { entries } from './sample-entries.ts';

const lines = [
  '+100 =600 2026-01-02 A PAY',
  '-700 =-100 2026-01-02 NIP CR/OLA ADE/GTB',
  '+50 =-50 2026-01-03 B PAY',
  '+250 =200 2026-02-01 C PAY',
];
const withoutBalances = lines.map((line) => line.replace(/=\S+ /, ''));
const balances = (list: readonly string[], options?: InsightOptions) => {
  const { balance, creditBreakdown } = computeInsight(entries(list.join('\n')), options);
  return [balance, creditBreakdown.averageDailyBal, creditBreakdown.negBalDays];
};
// −100 on the 2nd, −50 on 29 days, 200 on the 1st: (−100 − 1,450 + 200) / 31 = −43.548…
const expected = [{ 'January 2026': -50, 'February 2026': 200 }, '-43.55', '30'];

describe('the balance of a day', () => {
  test('is the one after its last entry, carried on until the next', () => expect(balances(lines)).toEqual(expected));

  test('is the same newest first', () => expect(balances(lines.toReversed())).toEqual(expected));

  test('is the same where days rise and the entries of a day stand newest first', () => {
    expect(balances([lines[1] as string, lines[0] as string, lines[2] as string, lines[3] as string])).toEqual(
      expected,
    );
  });

  test('is the one that stands first newest first, even if the chain is broken', () => {
    const broken = [
      '+1 =50 2026-01-03 C PAY',
      '+5 =40 2026-01-02 B PAY',
      '+5 =20 2026-01-02 A PAY',
      '+1 =9 2026-01-01 A PAY',
    ];
    expect(explainInsight(entries(broken.join('\n'))).figures['creditBreakdown.averageDailyBal'].rows).toEqual([
      0, 1, 3,
    ]);
  });

  test('is the same in a list whose days are mixed', () => {
    expect(balances([lines[3] as string, lines[0] as string, lines[1] as string, lines[2] as string])).toEqual(
      expected,
    );
  });

  test('is counted from the opening balance where none is printed, or back from the closing balance', () => {
    expect(balances(withoutBalances, { openingBalance: 500 })).toEqual(expected);
    expect(balances(withoutBalances, { closingBalance: 200 })).toEqual(expected);
  });

  test('is counted from the nearest one that is printed', () => {
    expect(
      balances([
        withoutBalances[0] as string,
        withoutBalances[1] as string,
        lines[2] as string,
        withoutBalances[3] as string,
      ]),
    ).toEqual(expected);
  });

  test('is nothing where nothing is known', () => {
    expect(balances(withoutBalances)).toEqual([{ 'January 2026': 0, 'February 2026': 0 }, '0.00', '0']);
    expect(computeInsight(entries(withoutBalances.join('\n'))).creditBreakdown).toMatchObject({
      max_bal_day_list_dict: [0],
      min_bal_week_list_dict: [0],
    });
  });

  test('is the opening balance from the first day of the period', () => {
    // Two more days of 500 before, two of 200 after: (1,000 − 1,350 + 400) / 35.
    expect(balances(lines, { period: { from: '2025-12-31', to: '2026-02-03' } })).toEqual([expected[0], '1.43', '30']);
  });

  test('counts entries outside the period, too', () => {
    expect(balances(lines, { period: { from: '2026-01-03', to: '2026-01-31' } })).toEqual(expected);
  });

  test('is explained by the entries that left it', () => {
    const { figures } = explainInsight(entries(lines.join('\n')));
    expect(figures.balance.months).toEqual({ 'January 2026': [2], 'February 2026': [3] });
    expect(figures['creditBreakdown.negBalDays'].rows).toEqual([1, 2]);
    expect(figures['creditBreakdown.averageDailyBal'].rows).toEqual([1, 2, 3]);
  });
});

describe('days and weeks of the month', () => {
  test('count from the 1st, seven days a week, the 29th to 31st being week 5', () => {
    const on = (day: string) => computeInsight(entries(`+10 2026-01-${day} A PAY`)).creditBreakdown;
    expect(
      ['01', '07', '08', '14', '15', '21', '22', '28', '29', '31'].map((day) => on(day).max_depo_week_list_dict[0]),
    ).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(on('31').max_depo_day_list_dict).toEqual([31]);
  });

  test('are the earliest of those that tie', () => {
    const { creditBreakdown } = computeInsight(
      entries('+10 =10 2026-01-09 A PAY\n+10 =20 2026-01-20 B PAY\n-10 =10 2026-01-21 NIP CR/OLA ADE/GTB'),
    );
    expect(creditBreakdown).toMatchObject({
      max_depo_day_list_dict: [9],
      min_bal_days_list_dict: [9],
      min_bal_week_list_dict: [2],
      max_bal_day_list_dict: [20],
    });
  });

  test('compare sums of money in over all months', () => {
    const { creditBreakdown } = computeInsight(
      entries('+10 2026-01-09 A PAY\n+15 2026-01-20 B PAY\n+6 2026-02-09 C PAY'),
    );
    expect(creditBreakdown).toMatchObject({ max_depo_day_list_dict: [9], max_depo_week_list_dict: [2] });
  });

  test('of a statement over millennia are found at once', () => {
    expect(
      computeInsight(entries('+1 1900-01-01 A PAY\n+1 =2 9999-12-31 A PAY')).creditBreakdown.max_bal_day_list_dict,
    ).toEqual([31]);
  });
});
