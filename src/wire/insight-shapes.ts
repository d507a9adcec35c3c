import * as z from 'zod';
import type {
  CreditBreakdown,
  IncomeInsightData,
  MonthlyAmounts,
  MonthlySpending,
  PeriodAmounts,
  SalaryFindings,
  SpendingAnalysis,
} from '../domain/income-insight.ts';
import { listOf, mapOf } from './answer-collections.ts';
import * as answer from './answer-fields.ts';
import { answerShape } from './shape-of.ts';

const monthly: z.ZodType<MonthlyAmounts> = mapOf(answer.decimal);
const oneNumber = listOf(answer.decimal);
const text = answer.decimalText;

/** The same shape under each of these names. */
function each<Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape): { [Key in Name]: Shape } {
  return Object.fromEntries(names.map((name) => [name, shape])) as { [Key in Name]: Shape };
}

const spent: readonly (keyof MonthlySpending)[] = [
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
];

const analysed: readonly (keyof SpendingAnalysis)[] = [...spent, 'electricity', 'tax'];

const periods: readonly (keyof PeriodAmounts)[] = (['credit', 'debit'] as const).flatMap((side) => [
  `${side}FirstHalf0` as const,
  `${side}FirstHalf1` as const,
  `${side}FirstQuarter0` as const,
  `${side}FirstQuarter1` as const,
  `${side}SecondQuarter0` as const,
  `${side}SecondQuarter1` as const,
  `${side}ThirdQuarter0` as const,
  `${side}ThirdQuarter1` as const,
  `${side}FourthQuarter0` as const,
  `${side}FourthQuarter1` as const,
  `${side}SecondHalf0` as const,
  `${side}SecondHalf1` as const,
]);

const creditBreakdown = answerShape<CreditBreakdown>({
  ...each(periods, monthly),
  monthlyCredit: monthly,
  monthlyDebit: monthly,
  dailyAverageDeposit: text,
  dailyAverageWithdrawal: text,
  weeklyAverageDeposit: text,
  weeklyAverageWithdrawal: text,
  numberOfActiveMonths: text,
  perCredTrans: text,
  perDebTrans: text,
  negBalDays: text,
  aveSweepMonthlyCred: text,
  averageDailyBal: text,
  maxCredit: text,
  min_crebit: text,
  meanCredit: text,
  maxDebit: text,
  minDebit: text,
  meanDebit: text,
  max_bal_day_list_dict: oneNumber,
  max_bal_week_list_dict: oneNumber,
  max_depo_day_list_dict: oneNumber,
  max_depo_week_list_dict: oneNumber,
  min_bal_days_list_dict: oneNumber,
  min_bal_week_list_dict: oneNumber,
});

/** The fields of an insight. Spec §6.4. */
export const incomeInsightFields = answerShape<IncomeInsightData>({
  ...each(spent, monthly),
  id: answer.extraText,
  success: answer.flag,
  businessId: answer.idText,
  borrowerId: answer.idText,
  average_monthly_income: text,
  averageMonthlyIncome: text,
  annual_edti: text,
  average_monthly_balance: text,
  average_monthly_recurring_debt_expenses: text,
  number_of_active_months: text,
  numberOfActiveMonths: text,
  average_monthly_edti: text,
  DTI_reason: answer.text,
  balance: monthly,
  EDTI: monthly,
  recurrent_expenses_debt: monthly,
  recurrent_debt_sum: answer.decimal,
  totalMoneyReceive: text,
  totalMoneySpent: text,
  eligibleAmount: text,
  totalBorrowed: answer.creditText,
  totalOutstanding: answer.creditText,
  totalOverdue: answer.creditText,
  creditInsight: answer.creditText,
  spendingAnalysis: answerShape<SpendingAnalysis>(each(analysed, oneNumber)),
  salary: answerShape<SalaryFindings>({ narration: listOf(answer.text), amount: listOf(answer.decimal) }),
  creditBreakdown,
});

/** An income insight, flat or nested as `{ id, record: { … } }`. Spec §6.4. */
export const incomeInsightShape: z.ZodType<IncomeInsightData> = z.pipe(z.transform(unwrapRecord), incomeInsightFields);

function unwrapRecord(data: unknown): unknown {
  const { id, record } = (data ?? {}) as { id?: unknown; record?: unknown };
  return typeof record === 'object' && record !== null ? { id, ...record } : data;
}
