import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IncomeInsightData, MonthlyAmounts } from '../../../src/domain/income-insight.ts';
import { koboFromAnswer } from '../../../src/domain/money.ts';
import { computeInsight, explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import type { InsightTransaction } from '../../../src/statements/insight/entries/entry.ts';
import { incomeInsightShape } from '../../../src/wire/webhooks/insight-shapes.ts';
import { anyStatement } from './arbitrary-statement.ts';

const kobo = (amount: unknown) => koboFromAnswer(amount) as number;
const total = (map: MonthlyAmounts) => Object.values(map).reduce((sum, amount) => sum + kobo(amount), 0);
const always = (check: (statement: InsightTransaction[], insight: IncomeInsightData) => void) =>
  fc.assert(
    fc.property(anyStatement, (statement) => {
      check(statement, computeInsight(statement));
    }),
    { numRuns: 150 },
  );
const mapped = [
  'titheOffering',
  'airtime',
  'atm',
  'gambling',
  'tv',
  'investment',
  'loans',
  'party',
  'rent',
  'transfers',
  'transport',
  'education',
] as const;

/** The average times the number is the sum, as far as rounding to the kobo allows. */
function expectAverage(average: string, count: number, sum: number): void {
  if (count === 0) expect(kobo(average)).toBe(0);
  else expect(Math.abs(kobo(average) * count - sum)).toBeLessThanOrEqual(count / 2);
}

describe('in every insight', () => {
  test('the shape is that of the specification', () => {
    always((_statement, insight) => expect(incomeInsightShape.parse(structuredClone(insight))).toEqual(insight));
  });

  test('totals are the sums of the months and of the entries', () => {
    always(
      (
        statement,
        { totalMoneyReceive, totalMoneySpent, creditBreakdown, recurrent_debt_sum, recurrent_expenses_debt },
      ) => {
        const sum = (type: string) =>
          statement.filter((entry) => entry.type === type).reduce((all, entry) => all + kobo(entry.amount), 0);
        expect([kobo(totalMoneyReceive), total(creditBreakdown.monthlyCredit)]).toEqual([sum('credit'), sum('credit')]);
        expect([kobo(totalMoneySpent), total(creditBreakdown.monthlyDebit)]).toEqual([sum('debit'), sum('debit')]);
        expect(kobo(recurrent_debt_sum)).toBe(total(recurrent_expenses_debt));
      },
    );
  });

  test('what was spent in a category is the sum of its months, and no debit is in two', () => {
    always((statement, insight) => {
      for (const category of mapped) expect(kobo(insight.spendingAnalysis[category][0])).toBe(total(insight[category]));
      const { figures } = explainInsight(statement);
      const rows = Object.keys(insight.spendingAnalysis).flatMap(
        (name) => figures[`spendingAnalysis.${name as keyof IncomeInsightData['spendingAnalysis']}`].rows,
      );
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.every((row) => statement[row]?.type === 'debit')).toBe(true);
    });
  });

  test('the shares of credits and debits add up to a hundred', () => {
    always((statement, { creditBreakdown: { perCredTrans, perDebTrans } }) => {
      expect(kobo(perCredTrans) + kobo(perDebTrans)).toBe(statement.length === 0 ? 0 : 10_000);
    });
  });

  test('the smallest is not above the mean, nor the mean above the largest', () => {
    always((_statement, { creditBreakdown: it }) => {
      expect(kobo(it.min_crebit)).toBeLessThanOrEqual(kobo(it.meanCredit));
      expect(kobo(it.meanCredit)).toBeLessThanOrEqual(kobo(it.maxCredit));
      expect(kobo(it.minDebit)).toBeLessThanOrEqual(kobo(it.meanDebit));
      expect(kobo(it.meanDebit)).toBeLessThanOrEqual(kobo(it.maxDebit));
    });
  });

  test('an average times its number is the sum', () => {
    always((statement, insight) => {
      const months = Number(insight.numberOfActiveMonths);
      expect(Object.keys(insight.balance)).toHaveLength(months);
      const { figures } = explainInsight(statement);
      const income = figures.averageMonthlyIncome.rows.reduce((sum, row) => sum + kobo(statement[row]?.amount), 0);
      expectAverage(insight.averageMonthlyIncome, months, income);
      expectAverage(insight.average_monthly_balance, months, total(insight.balance));
      expectAverage(insight.average_monthly_recurring_debt_expenses, months, kobo(insight.recurrent_debt_sum));
      expectAverage(
        insight.creditBreakdown.meanCredit,
        statement.filter(({ type }) => type === 'credit').length,
        kobo(insight.totalMoneyReceive),
      );
    });
  });

  test('quarters part the halves, and halves the last two years', () => {
    always((statement, { creditBreakdown: it }) => {
      const years = [...new Set(statement.map((entry) => entry.date.slice(0, 4)))].slice(-2);
      const ofYears = (map: MonthlyAmounts) =>
        Object.fromEntries(Object.entries(map).filter(([month]) => years.includes(month.slice(-4))));
      for (const side of ['credit', 'debit'] as const) {
        for (const index of [0, 1] as const) {
          expect(it[`${side}FirstHalf${index}`]).toEqual({
            ...it[`${side}FirstQuarter${index}`],
            ...it[`${side}SecondQuarter${index}`],
          });
          expect(it[`${side}SecondHalf${index}`]).toEqual({
            ...it[`${side}ThirdQuarter${index}`],
            ...it[`${side}FourthQuarter${index}`],
          });
        }
        const quarters = (['FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'FourthQuarter'] as const).flatMap((name) =>
          Object.keys(it[`${side}${name}0`]),
        );
        expect(new Set(quarters).size).toBe(quarters.length);
        const halves = [
          it[`${side}FirstHalf0`],
          it[`${side}SecondHalf0`],
          it[`${side}FirstHalf1`],
          it[`${side}SecondHalf1`],
        ];
        expect(Object.assign({}, ...halves)).toEqual(ofYears(side === 'credit' ? it.monthlyCredit : it.monthlyDebit));
      }
    });
  });

  test('no loan is recommended that a third of the income could not carry', () => {
    always((_statement, insight) => {
      const room = kobo(insight.averageMonthlyIncome) / 3 - kobo(insight.average_monthly_recurring_debt_expenses);
      expect(kobo(insight.eligibleAmount)).toBeLessThanOrEqual(Math.max(0, 3 * room) + 3);
      expect(kobo(insight.eligibleAmount) % 10_000).toBe(0);
    });
  });
});

describe('an insight stays the same', () => {
  const balanceNames = [
    'averageDailyBal',
    'negBalDays',
    'max_bal_day_list_dict',
    'max_bal_week_list_dict',
    'min_bal_days_list_dict',
    'min_bal_week_list_dict',
  ];
  const withoutBalances = ({
    balance: _balance,
    average_monthly_balance: _average,
    creditBreakdown,
    ...rest
  }: IncomeInsightData) => ({
    ...rest,
    creditBreakdown: Object.fromEntries(
      Object.entries(creditBreakdown).filter(([name]) => !balanceNames.includes(name)),
    ),
  });

  test('but for balances, when entries of a day change places', () => {
    const shuffled = anyStatement.chain((statement) =>
      fc.tuple(fc.constant(statement), fc.shuffledSubarray(statement, { minLength: statement.length })),
    );
    fc.assert(
      fc.property(shuffled, ([statement, mixed]) => {
        const sameDays = mixed.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
        expect(withoutBalances(computeInsight(sameDays))).toEqual(withoutBalances(computeInsight(statement)));
      }),
      { numRuns: 150 },
    );
  });

  test('when the entries come newest first', () => {
    always((statement, insight) => {
      // A single day says nothing of the order, and then only a chain of balances can.
      const isClear = new Set(statement.map((entry) => entry.date)).size > 1;
      if (isClear) expect(withoutBalances(computeInsight(statement.toReversed()))).toEqual(withoutBalances(insight));
    });
  });

  test('in its ratios, and grows with its amounts, when all amounts grow', () => {
    fc.assert(
      fc.property(anyStatement, fc.integer({ min: 2, max: 9 }), (statement, times) => {
        const scale = (amount: number) => (kobo(amount) * times) / 100;
        const scaled = statement.map((entry) => ({
          ...entry,
          amount: scale(entry.amount),
          ...(typeof entry.balance === 'number' && { balance: scale(entry.balance) }),
        }));
        const [before, after] = [computeInsight(statement), computeInsight(scaled)];
        for (const name of ['EDTI', 'annual_edti', 'average_monthly_edti', 'numberOfActiveMonths'] as const)
          expect(after[name]).toEqual(before[name]);
        for (const name of [
          'perCredTrans',
          'negBalDays',
          'max_bal_day_list_dict',
          'max_depo_week_list_dict',
        ] as const) {
          expect(after.creditBreakdown[name]).toEqual(before.creditBreakdown[name]);
        }
        expect(kobo(after.totalMoneySpent)).toBe(times * kobo(before.totalMoneySpent));
        expect(kobo(after.recurrent_debt_sum)).toBe(times * kobo(before.recurrent_debt_sum));
        expect(total(after.creditBreakdown.monthlyCredit)).toBe(times * total(before.creditBreakdown.monthlyCredit));
        expect(after.salary.amount.map(kobo)).toEqual(before.salary.amount.map((amount) => times * kobo(amount)));
        expect(
          Math.abs(kobo(after.averageMonthlyIncome) - times * kobo(before.averageMonthlyIncome)),
        ).toBeLessThanOrEqual(times / 2 + 0.5);
      }),
      { numRuns: 150 },
    );
  });
});
