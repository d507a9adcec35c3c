import { describe, expect, test } from 'vitest';
import { computeInsight, explainInsight } from '../../src/statements/insight/compute-insight.ts';

/** Typed again from the text of §6.4, to judge what is computed. */
const statement = [
  {
    type: 'credit',
    narration: 'SALARY PAYMENT AUG 2022 NORTHSTAR AGRO ALLIED',
    amount: 250_000,
    date: '2022-08-25T00:00:00.000Z',
    balance: 260_000.5,
  },
  {
    type: 'debit',
    narration: 'LOAN REPAYMENT FAIRMONEY 112233',
    amount: 20_000.25,
    date: '2022-08-27T00:00:00.000Z',
    balance: 240_000.25,
  },
  {
    type: 'debit',
    narration: 'DSTV SUBSCRIPTION 7012345678',
    amount: 10_500,
    date: '2022-09-02T00:00:00.000Z',
    balance: 229_500.25,
  },
  {
    type: 'credit',
    narration: 'NIP/GTB/ADA OKONKWO/payment',
    amount: 1_000,
    date: '2023-01-05T00:00:00.000Z',
    balance: 230_500.25,
  },
];
const insight = computeInsight(statement, {
  businessId: '650000000000000000000002',
  borrowerId: '650000000000000000000003',
});

const words = (text: string) => text.trim().split(/\s+/);
const decimalText = /^-?\d+\.\d{2}$/;
const countText = /^\d+$/;
const monthName = /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/;
const isMonthMap = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([month, amount]) => monthName.test(month) && Number.isFinite(amount));

const own = {
  flag: words('success'),
  text: words('businessId borrowerId DTI_reason totalBorrowed totalOutstanding totalOverdue creditInsight'),
  decimal:
    words(`average_monthly_income averageMonthlyIncome annual_edti average_monthly_balance average_monthly_recurring_debt_expenses average_monthly_edti
    totalMoneyReceive totalMoneySpent eligibleAmount`),
  count: words('number_of_active_months numberOfActiveMonths'),
  months: words(`balance EDTI recurrent_expenses_debt
    titheOffering airtime atm gambling tv investment loans party rent transfers transport education`),
  number: words('recurrent_debt_sum'),
  object: words('spendingAnalysis salary creditBreakdown'),
};

const categories = words(
  'atm airtime transfers party gambling titheOffering rent tv investment loans education transport electricity tax',
);

const breakdown = {
  months:
    words(`creditFirstHalf0 creditFirstHalf1 creditFirstQuarter0 creditFirstQuarter1 creditSecondQuarter0 creditSecondQuarter1
    creditThirdQuarter0 creditThirdQuarter1 creditFourthQuarter0 creditFourthQuarter1 creditSecondHalf0 creditSecondHalf1
    debitFirstHalf0 debitFirstHalf1 debitFirstQuarter0 debitFirstQuarter1 debitSecondQuarter0 debitSecondQuarter1
    debitThirdQuarter0 debitThirdQuarter1 debitFourthQuarter0 debitFourthQuarter1 debitSecondHalf0 debitSecondHalf1
    monthlyCredit monthlyDebit`),
  decimal:
    words(`dailyAverageDeposit dailyAverageWithdrawal weeklyAverageDeposit weeklyAverageWithdrawal perCredTrans perDebTrans aveSweepMonthlyCred
    averageDailyBal maxCredit min_crebit meanCredit maxDebit minDebit meanDebit`),
  count: words('numberOfActiveMonths negBalDays'),
  single: words(
    `max_bal_day_list_dict max_bal_week_list_dict max_depo_day_list_dict max_depo_week_list_dict min_bal_days_list_dict min_bal_week_list_dict`,
  ),
};

const cases = (names: readonly string[]) => names.map((name) => [name] as const);
const fieldOf = (part: object, name: string) => (part as Readonly<Record<string, unknown>>)[name];

describe.each([
  ['of two years', insight],
  ['of nothing', computeInsight([])],
])('a computed income insight %s (§6.4)', (_what, it) => {
  test('has every field and no other', () => {
    expect(Object.keys(it).toSorted()).toEqual(Object.values(own).flat().toSorted());
    expect(Object.keys(it.spendingAnalysis).toSorted()).toEqual(categories.toSorted());
    expect(Object.keys(it.creditBreakdown).toSorted()).toEqual(Object.values(breakdown).flat().toSorted());
    expect(Object.keys(it.salary).toSorted()).toEqual(['amount', 'narration']);
  });

  test('succeeded', () => expect(it.success).toBe(true));
  test.each(cases(own.text))('%s is text', (name) => expect(typeof fieldOf(it, name)).toBe('string'));
  test.each(cases(own.decimal))('%s is decimal text', (name) => expect(fieldOf(it, name)).toMatch(decimalText));
  test.each(cases(own.count))('%s is a count in text', (name) => expect(fieldOf(it, name)).toMatch(countText));
  test.each(cases(own.months))('%s maps months to numbers', (name) => expect(fieldOf(it, name)).toSatisfy(isMonthMap));
  test.each(cases(own.number))('%s is a number', (name) => expect(fieldOf(it, name)).toEqual(expect.any(Number)));
  test.each(cases(categories))('spendingAnalysis.%s holds one number', (name) =>
    expect(fieldOf(it.spendingAnalysis, name)).toEqual([expect.any(Number)]),
  );
  test.each(cases(breakdown.months))('creditBreakdown.%s maps months to numbers', (name) =>
    expect(fieldOf(it.creditBreakdown, name)).toSatisfy(isMonthMap),
  );
  test.each(cases(breakdown.decimal))('creditBreakdown.%s is decimal text', (name) =>
    expect(fieldOf(it.creditBreakdown, name)).toMatch(decimalText),
  );
  test.each(cases(breakdown.count))('creditBreakdown.%s is a count in text', (name) =>
    expect(fieldOf(it.creditBreakdown, name)).toMatch(countText),
  );
  test.each(cases(breakdown.single))('creditBreakdown.%s holds one number', (name) =>
    expect(fieldOf(it.creditBreakdown, name)).toEqual([expect.any(Number)]),
  );

  test('lists as many salary narrations as amounts', () =>
    expect(it.salary.narration).toHaveLength(it.salary.amount.length));
  test('gives both spellings the same value', () => {
    expect([it.averageMonthlyIncome, it.numberOfActiveMonths]).toEqual([
      it.average_monthly_income,
      it.number_of_active_months,
    ]);
  });
  test('says null in text where no bureau was asked', () => {
    expect([it.totalBorrowed, it.totalOutstanding, it.totalOverdue, it.creditInsight]).toEqual([
      'null',
      'null',
      'null',
      'null',
    ]);
  });
});

test('months are English and carry their year, empty maps stay empty (§6.4)', () => {
  expect(insight.balance).toEqual({
    'August 2022': 240_000.25,
    'September 2022': 229_500.25,
    'January 2023': 230_500.25,
  });
  expect(insight.tv).toEqual({ 'September 2022': 10_500 });
  expect(insight.education).toEqual({});
});

test('an explanation exists for every field (§6.4)', () => {
  const names = [
    ...Object.values(own)
      .flat()
      .filter((name) => name !== 'spendingAnalysis' && name !== 'creditBreakdown'),
    ...categories.map((name) => `spendingAnalysis.${name}`),
    ...Object.values(breakdown)
      .flat()
      .map((name) => `creditBreakdown.${name}`),
  ];
  expect(Object.keys(explainInsight(statement).figures).toSorted()).toEqual(names.toSorted());
});
