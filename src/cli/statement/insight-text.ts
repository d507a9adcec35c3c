import type { CreditBreakdown, IncomeInsightData, MonthlyAmounts, SpendingAnalysis } from '../../domain/income-insight.ts';
import type { Paint } from '../colour.ts';
import { printable } from '../printable.ts';
import { type Cell, textTable } from '../text-table.ts';
import { amountText } from './amount-text.ts';

/** The guide that defines every figure. */
export const DEFINITIONS = 'docs/statements.md#what-each-figure-means';

/** The figures of the income insight in groups, with the names that a lender's analyst uses; a `*` marks what the specification names without a formula. Spec §6.4. */
export function insightText(insight: IncomeInsightData, paint: Paint): string {
  const section = (title: string, table: string) => (table === '' ? '' : `${paint('bold', title)}\n${table}\n`);
  return [
    section('Income', figures(incomeFigures(insight))),
    section('Salary', salaryTable(insight, paint)),
    section('Debt and what may be lent', figures(debtFigures(insight)) + wrappedReason(insight)),
    section('Month by month', monthTable(insight, paint)),
    section('Halves and quarters', periodTable(insight.creditBreakdown, paint)),
    section('Spending', spendingTable(insight.spendingAnalysis, paint)),
    section('Balance', figures(balanceFigures(insight))),
    section('Entries', figures(entryFigures(insight.creditBreakdown))),
    `* our definition: the specification gives the name and no formula; see ${DEFINITIONS}\n`,
  ].join('');
}

type Figure = readonly [label: string, value: string];

function figures(list: readonly Figure[]): string {
  // The brush does nothing: there is no head, and no cell has a colour.
  return textTable(
    list.map(([label, value]) => [label, right(value)]),
    (_, text) => text,
  );
}

function incomeFigures({
  average_monthly_income,
  number_of_active_months,
  totalMoneyReceive,
  totalMoneySpent,
  creditBreakdown,
}: IncomeInsightData): readonly Figure[] {
  return [
    ['average income a month *', decimal(average_monthly_income)],
    ['months with entries', number_of_active_months],
    ['money in, all of it', decimal(totalMoneyReceive)],
    ['money out, all of it', decimal(totalMoneySpent)],
    ['money in that leaves again at once, a month *', decimal(creditBreakdown.aveSweepMonthlyCred)],
  ];
}

function debtFigures(insight: IncomeInsightData): readonly Figure[] {
  const bureau: readonly Figure[] = [
    ['borrowed elsewhere', insight.totalBorrowed],
    ['owed elsewhere', insight.totalOutstanding],
    ['overdue elsewhere', insight.totalOverdue],
  ];
  return [
    ['recurring debt and expenses, a month *', decimal(insight.average_monthly_recurring_debt_expenses)],
    ['recurring debt and expenses, altogether *', amountText(insight.recurrent_debt_sum)],
    ['debt to income, of the whole *', percent(insight.annual_edti)],
    ['debt to income, mean of months *', percent(insight.average_monthly_edti)],
    ['may be lent *', decimal(insight.eligibleAmount)],
    // `null` is text here: no bureau was asked.
    ...bureau.filter(([, value]) => value !== 'null').map(([label, value]): Figure => [label, decimal(value)]),
  ];
}

function wrappedReason({ DTI_reason, creditInsight }: IncomeInsightData): string {
  const sentences = [DTI_reason, ...(creditInsight === 'null' ? [] : [creditInsight])];
  return sentences
    .filter((text) => text !== '')
    .map((text) => `  ${printable(text)}\n`)
    .join('');
}

function salaryTable({ salary }: IncomeInsightData, paint: Paint): string {
  const rows = salary.narration.map((narration, index): readonly Cell[] => [printable(narration, 60), right(amountText(salary.amount[index] ?? null))]);
  return textTable(rows, paint, ['narration *', right('amount')]);
}

function monthTable({ creditBreakdown, balance, recurrent_expenses_debt, EDTI }: IncomeInsightData, paint: Paint): string {
  const months = Object.keys(creditBreakdown.monthlyCredit);
  const rows = months.map((month): readonly Cell[] => [
    month,
    ...[creditBreakdown.monthlyCredit, creditBreakdown.monthlyDebit, balance, recurrent_expenses_debt].map((map) => right(amountText(map[month] ?? null))),
    right(percent(String(EDTI[month] ?? '?'))),
  ]);
  return textTable(rows, paint, ['month', ...['money in', 'money out', 'balance *', 'recurring *', 'debt to income *'].map(right)]);
}

const periods = ['FirstQuarter', 'SecondQuarter', 'FirstHalf', 'ThirdQuarter', 'FourthQuarter', 'SecondHalf'] as const;

function periodTable(breakdown: CreditBreakdown, paint: Paint): string {
  const rows = (['0', '1'] as const).flatMap((year) =>
    periods.flatMap((period): readonly (readonly Cell[])[] => {
      const [credit, debit] = [breakdown[`credit${period}${year}`], breakdown[`debit${period}${year}`]];
      const [month] = Object.keys({ ...credit, ...debit });
      if (month === undefined) return [];
      const name = period.replace(/(?=Quarter|Half)/, ' ').toLowerCase();
      return [[`${month.slice(-4)}, ${name}`, right(amountText(sum(credit))), right(amountText(sum(debit)))]];
    }),
  );
  return textTable(rows, paint, ['period *', right('money in'), right('money out')]);
}

const categoryNames: Readonly<Record<keyof SpendingAnalysis, string>> = {
  atm: 'cash withdrawn',
  airtime: 'airtime and data',
  transfers: 'transfers to others',
  party: 'entertainment',
  gambling: 'betting',
  titheOffering: 'tithes and offerings',
  rent: 'rent',
  tv: 'television',
  investment: 'savings and investments',
  loans: 'loan repayments',
  education: 'school fees and examinations',
  transport: 'transport and fuel',
  electricity: 'electricity',
  tax: 'taxes',
};

function spendingTable(spending: SpendingAnalysis, paint: Paint): string {
  const rows = Object.entries(categoryNames)
    .map(([category, name]) => ({ name, amount: spending[category as keyof SpendingAnalysis][0] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .map(({ name, amount }): readonly Cell[] => [name, right(amountText(amount))]);
  return textTable(rows, paint, ['category *', right('altogether')]);
}

function balanceFigures({ average_monthly_balance, creditBreakdown }: IncomeInsightData): readonly Figure[] {
  const { averageDailyBal, negBalDays, ...days } = creditBreakdown;
  return [
    ['mean at the end of a day', decimal(averageDailyBal)],
    ['mean of the months *', decimal(average_monthly_balance)],
    ['days below zero', negBalDays],
    ['highest on day of the month *', first(days.max_bal_day_list_dict)],
    ['lowest on day of the month *', first(days.min_bal_days_list_dict)],
    ['highest in week of the month *', first(days.max_bal_week_list_dict)],
    ['lowest in week of the month *', first(days.min_bal_week_list_dict)],
    ['most money in on day of the month *', first(days.max_depo_day_list_dict)],
    ['most money in, in week of the month *', first(days.max_depo_week_list_dict)],
  ];
}

function entryFigures(breakdown: CreditBreakdown): readonly Figure[] {
  return [
    ['credits among the entries *', percent(breakdown.perCredTrans)],
    ['debits among the entries *', percent(breakdown.perDebTrans)],
    ['greatest, mean and smallest credit', [breakdown.maxCredit, breakdown.meanCredit, breakdown.min_crebit].map(decimal).join(' / ')],
    ['greatest, mean and smallest debit', [breakdown.maxDebit, breakdown.meanDebit, breakdown.minDebit].map(decimal).join(' / ')],
    ['money in a day, a week *', [breakdown.dailyAverageDeposit, breakdown.weeklyAverageDeposit].map(decimal).join(' / ')],
    ['money out a day, a week *', [breakdown.dailyAverageWithdrawal, breakdown.weeklyAverageWithdrawal].map(decimal).join(' / ')],
  ];
}

// Figures of the insight are decimal text; what is none, such as `null`, is shown as it is.
function decimal(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? amountText(Number(text)) : printable(text);
}

function percent(text: string): string {
  return `${text} %`;
}

function first(list: readonly number[]): string {
  return list.length === 0 ? '-' : String(list[0]);
}

// In kobo, because naira do not add up exactly.
function sum(amounts: MonthlyAmounts): number {
  return Object.values(amounts).reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
}

function right(text: string): Cell {
  return { text, isRight: true };
}
