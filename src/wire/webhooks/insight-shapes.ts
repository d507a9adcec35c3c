import * as z from 'zod/mini';
import * as insight from '../../domain/income-insight.ts';
import { isRecord } from '../../validation/checks.ts';
import * as answer from '../shapes/answer-fields.ts';
import { type AnswerFields, answerShape, listOf, mapOf } from '../shapes/shapes.ts';
import { unwrittenOf } from './notification-names.ts';
import type { IncomeInsightEventData } from './webhook-types.ts';

const monthly = answer.shown<insight.MonthlyAmounts>(mapOf(answer.decimal, { dropsUnreadable: true }));
const oneNumber = answer.shown(listOf(answer.decimal));
const text = answer.shown(answer.decimalText);

const creditBreakdown = answerShape<Partial<insight.CreditBreakdown>>({
  ...insight.eachName(insight.periodNames, () => monthly),
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

const fields: AnswerFields<IncomeInsightEventData> = {
  ...insight.eachName(insight.monthlyCategories, () => monthly),
  id: answer.extraText,
  success: answer.shown(answer.yesOrNo),
  businessId: answer.shown(answer.idText),
  borrowerId: answer.shown(answer.idText),
  average_monthly_income: text,
  averageMonthlyIncome: text,
  annual_edti: text,
  average_monthly_balance: text,
  average_monthly_recurring_debt_expenses: text,
  number_of_active_months: text,
  numberOfActiveMonths: text,
  average_monthly_edti: text,
  DTI_reason: answer.shown(answer.text),
  balance: monthly,
  EDTI: monthly,
  recurrent_expenses_debt: monthly,
  recurrent_debt_sum: answer.shown(answer.decimal),
  totalMoneyReceive: text,
  totalMoneySpent: text,
  eligibleAmount: text,
  totalBorrowed: answer.shown(answer.creditText),
  totalOutstanding: answer.shown(answer.creditText),
  totalOverdue: answer.shown(answer.creditText),
  creditInsight: answer.shown(answer.creditText),
  spendingAnalysis: answer.shown(
    answerShape<Partial<insight.SpendingAnalysis>>(
      insight.eachName([...insight.monthlyCategories, 'electricity', 'tax'], () => oneNumber),
    ),
  ),
  salary: answer.shown(
    answerShape<Partial<insight.SalaryFindings>>({
      narration: answer.shown(listOf(answer.text)),
      amount: answer.shown(listOf(answer.decimal)),
    }),
  ),
  creditBreakdown: answer.shown(creditBreakdown),
};

/** The fields of an insight. Unreadable fields are left out. Spec §6.4. */
export const incomeInsightFields = answerShape<IncomeInsightEventData>(fields);

/** An income insight, flat or nested as `{ id, record: { … } }`. Without any figure it is refused. Spec §6.4. */
export const incomeInsightShape: z.ZodMiniType<IncomeInsightEventData> = z
  .pipe(z.transform(unwrapRecord), incomeInsightFields)
  .check(z.refine(hasFigure, 'no figure of an insight can be read'));

const ABOUT_IT = new Set(['id', 'success', 'businessId', 'borrowerId']);
const figures = Object.keys(fields).filter((name) => !ABOUT_IT.has(name));

function hasFigure(data: Readonly<Record<string, unknown>>): boolean {
  return figures.some((name) => data[name] !== undefined);
}

/** The fields of a statement event, unwrapped if it is nested as `{ id, record: { … } }`. */
export function unwrapRecord(data: unknown): unknown {
  const record = isRecord(data) ? unwrittenOf(data.record) : undefined;
  return isRecord(data) && isRecord(record) ? { id: data.id, ...record } : data;
}
