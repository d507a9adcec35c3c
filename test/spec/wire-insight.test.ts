import { describe, expect, test } from 'vitest';
import { incomeInsightShape } from '../../src/wire/webhooks/insight-shapes.ts';
import { type FieldTable, judge, sampleOf } from './wire-judge.ts';
import { objectId } from './wire-samples.ts';

const months = { 'January 2026': 1200.5, 'February 2026': 0 };
const monthMaps = (names: string): FieldTable =>
  names.split(' ').map((field) => ({ field, sample: months, optional: true as const }));
const texts = (names: string): FieldTable =>
  names.split(' ').map((field) => ({ field, sample: '1234.567890123', optional: true as const }));
const singles = (names: string): FieldTable =>
  names.split(' ').map((field) => ({ field, sample: [17], optional: true as const }));

/** Spec §6.4, `creditBreakdown`. */
const creditBreakdownTable: FieldTable = [
  ...monthMaps(
    'creditFirstHalf0 creditFirstHalf1 creditFirstQuarter0 creditFirstQuarter1 creditSecondQuarter0 creditSecondQuarter1 creditThirdQuarter0 creditThirdQuarter1 creditFourthQuarter0 creditFourthQuarter1 creditSecondHalf0 creditSecondHalf1',
  ),
  ...monthMaps(
    'debitFirstHalf0 debitFirstHalf1 debitFirstQuarter0 debitFirstQuarter1 debitSecondQuarter0 debitSecondQuarter1 debitThirdQuarter0 debitThirdQuarter1 debitFourthQuarter0 debitFourthQuarter1 debitSecondHalf0 debitSecondHalf1',
  ),
  ...monthMaps('monthlyCredit monthlyDebit'),
  ...texts(
    'dailyAverageDeposit dailyAverageWithdrawal weeklyAverageDeposit weeklyAverageWithdrawal numberOfActiveMonths perCredTrans perDebTrans negBalDays aveSweepMonthlyCred averageDailyBal maxCredit min_crebit meanCredit maxDebit minDebit meanDebit',
  ),
  ...singles(
    'max_bal_day_list_dict max_bal_week_list_dict max_depo_day_list_dict max_depo_week_list_dict min_bal_days_list_dict min_bal_week_list_dict',
  ),
];

/** Spec §6.4, `spendingAnalysis`. */
const spendingTable = singles(
  'atm airtime transfers party gambling titheOffering rent tv investment loans education transport electricity tax',
);

/** Spec §6.4, `income_insight`; any figure may be missing. */
const insightTable: FieldTable = [
  { field: 'success', sample: true, optional: true },
  { field: 'businessId', sample: '650000000000000000000002', optional: true },
  { field: 'borrowerId', sample: objectId, optional: true },
  ...texts(
    'average_monthly_income averageMonthlyIncome annual_edti average_monthly_balance average_monthly_recurring_debt_expenses',
  ),
  ...texts('number_of_active_months numberOfActiveMonths average_monthly_edti'),
  { field: 'DTI_reason', sample: 'Low debt', optional: true },
  ...monthMaps('balance EDTI recurrent_expenses_debt'),
  { field: 'recurrent_debt_sum', sample: 1200.5, optional: true },
  ...texts('totalMoneyReceive totalMoneySpent eligibleAmount'),
  ...['totalBorrowed', 'totalOutstanding', 'totalOverdue', 'creditInsight'].map((field) => ({
    field,
    sample: 'null',
    nullable: true as const,
    optional: true as const,
  })),
  { field: 'spendingAnalysis', sample: sampleOf(spendingTable), optional: true },
  ...monthMaps('titheOffering airtime atm gambling tv investment loans party rent transfers transport'),
  { field: 'education', sample: {}, optional: true },
  { field: 'salary', sample: { narration: ['SALARY'], amount: [250000] }, optional: true },
  { field: 'creditBreakdown', sample: sampleOf(creditBreakdownTable), optional: true },
];

describe('an income insight (§6.4)', () => {
  const insight = sampleOf(insightTable);
  judge(insightTable, { shape: incomeInsightShape });
  describe('has spending by category', () => {
    judge(spendingTable, {
      shape: incomeInsightShape,
      path: 'spendingAnalysis',
      within: (spendingAnalysis) => ({ ...insight, spendingAnalysis }),
    });
  });
  describe('has a credit breakdown', () => {
    judge(creditBreakdownTable, {
      shape: incomeInsightShape,
      path: 'creditBreakdown',
      within: (creditBreakdown) => ({ ...insight, creditBreakdown }),
    });
  });

  test('without any figure is none', () => {
    expect(incomeInsightShape.safeParse({ success: true, businessId: objectId, borrowerId: objectId }).success).toBe(
      false,
    );
  });

  test('nested in a record reads the same, with the id of the record', () => {
    expect(incomeInsightShape.parse({ id: 'r-1', record: insight })).toEqual({ id: 'r-1', ...insight });
  });
});
