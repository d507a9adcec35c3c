import type {
  CreditBreakdown,
  IncomeInsightData,
  MonthlyAmounts,
  SpendingAnalysis,
} from '../../domain/income-insight.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, sumKobo } from '../../domain/money.ts';
import type { InsightExplanation, InsightField } from '../../statements/insight/compute-insight.ts';
import { type Cell, type Paint, printable, right, textTable } from '../terminal/terminal-text.ts';
import { amountText } from './transaction-table.ts';

const DEFINITIONS = 'docs/statements.md, "What each figure means"';

/** The figures of the income insight in groups, under common names. Spec §6.4. */
export function insightText(insight: IncomeInsightData, explanation: InsightExplanation, paint: Paint): string {
  const label: Label = (field, name) => (explanation.figures[field].definition === 'ours' ? `${name} *` : name);
  const section = (title: string, table: string) => (table === '' ? '' : `${paint('bold', title)}\n${table}\n`);
  const list = (figures: readonly Figure[]) => figuresText(figures, label);
  return [
    section('Income', list(incomeFigures(insight))),
    section('Salary', salaryTable(insight, { label, paint })),
    section('Debt, and what may be lent', list(debtFigures(insight)) + sentences(insight)),
    section('Month by month', monthTable(insight, { label, paint })),
    section('Quarters and halves', periodTable(insight.creditBreakdown, { label, paint })),
    section('Spending', spendingTable(insight.spendingAnalysis, { label, paint })),
    section('Balance and entries', list([...balanceFigures(insight), ...entryFigures(insight)])),
    `* our definition: the specification gives the name and no formula; see ${DEFINITIONS}\n`,
  ].join('');
}

type Figure = readonly [field: InsightField, name: string, value: string];

function figuresText(figures: readonly Figure[], label: Label): string {
  // No colours are needed: the table has no head and no coloured cell.
  return textTable(
    figures.map(([field, name, value]) => [label(field, name), right(value)]),
    (_, text) => text,
  );
}

function incomeFigures(insight: IncomeInsightData): readonly Figure[] {
  return [
    ['average_monthly_income', 'average income a month', decimal(insight.average_monthly_income)],
    ['number_of_active_months', 'months with entries', insight.number_of_active_months],
    ['totalMoneyReceive', 'money in, all of it', decimal(insight.totalMoneyReceive)],
    ['totalMoneySpent', 'money out, all of it', decimal(insight.totalMoneySpent)],
    [
      'creditBreakdown.aveSweepMonthlyCred',
      'money in that leaves again at once, a month',
      decimal(insight.creditBreakdown.aveSweepMonthlyCred),
    ],
  ];
}

function debtFigures(insight: IncomeInsightData): readonly Figure[] {
  const bureau: readonly Figure[] = [
    ['totalBorrowed', 'borrowed elsewhere', insight.totalBorrowed],
    ['totalOutstanding', 'owed elsewhere', insight.totalOutstanding],
    ['totalOverdue', 'overdue elsewhere', insight.totalOverdue],
  ];
  return [
    [
      'average_monthly_recurring_debt_expenses',
      'recurring debt and expenses, a month',
      decimal(insight.average_monthly_recurring_debt_expenses),
    ],
    ['recurrent_debt_sum', 'recurring debt and expenses, altogether', amountText(insight.recurrent_debt_sum)],
    ['annual_edti', 'debt to income, of the whole', percent(insight.annual_edti)],
    ['average_monthly_edti', 'debt to income, mean of the months', percent(insight.average_monthly_edti)],
    ['eligibleAmount', 'may be lent', decimal(insight.eligibleAmount)],
    // The text `null` means that no bureau was asked.
    ...bureau
      .filter(([, , value]) => value !== 'null')
      .map(([field, name, value]): Figure => [field, name, decimal(value)]),
  ];
}

function sentences({ DTI_reason, creditInsight }: IncomeInsightData): string {
  return [DTI_reason, creditInsight]
    .filter((sentence) => sentence !== '' && sentence !== 'null')
    .map((sentence) => `  ${printable(sentence)}\n`)
    .join('');
}

const extremes = [
  ['max_bal_day_list_dict', 'day of the month with the highest balance'],
  ['min_bal_days_list_dict', 'day of the month with the lowest balance'],
  ['max_bal_week_list_dict', 'week of the month with the highest balance'],
  ['min_bal_week_list_dict', 'week of the month with the lowest balance'],
  ['max_depo_day_list_dict', 'day of the month with the most money in'],
  ['max_depo_week_list_dict', 'week of the month with the most money in'],
] as const;

function balanceFigures({ average_monthly_balance, creditBreakdown: of }: IncomeInsightData): readonly Figure[] {
  return [
    ['creditBreakdown.averageDailyBal', 'mean balance of the days', decimal(of.averageDailyBal)],
    ['average_monthly_balance', 'mean balance of the months', decimal(average_monthly_balance)],
    ['creditBreakdown.negBalDays', 'days below zero', of.negBalDays],
    ...extremes.map(([field, name]): Figure => [`creditBreakdown.${field}`, name, String(of[field][0] ?? '-')]),
  ];
}

function entryFigures({ creditBreakdown: of }: IncomeInsightData): readonly Figure[] {
  const list = (...texts: readonly string[]) => texts.map(decimal).join(' / ');
  return [
    ['creditBreakdown.perCredTrans', 'credits among the entries', percent(of.perCredTrans)],
    ['creditBreakdown.perDebTrans', 'debits among the entries', percent(of.perDebTrans)],
    [
      'creditBreakdown.meanCredit',
      'greatest / mean / smallest credit',
      list(of.maxCredit, of.meanCredit, of.min_crebit),
    ],
    ['creditBreakdown.meanDebit', 'greatest / mean / smallest debit', list(of.maxDebit, of.meanDebit, of.minDebit)],
    [
      'creditBreakdown.dailyAverageDeposit',
      'money in a day / a week',
      list(of.dailyAverageDeposit, of.weeklyAverageDeposit),
    ],
    [
      'creditBreakdown.dailyAverageWithdrawal',
      'money out a day / a week',
      list(of.dailyAverageWithdrawal, of.weeklyAverageWithdrawal),
    ],
  ];
}

type TableInk = { readonly label: Label; readonly paint: Paint };

const MOST_NARRATION = 60;

function salaryTable({ salary }: IncomeInsightData, { label, paint }: TableInk): string {
  const rows = salary.narration.map((narration, index): readonly Cell[] => [
    printable(narration, MOST_NARRATION),
    right(amountText(salary.amount[index] ?? null)),
  ]);
  return textTable(rows, paint, [label('salary', 'narration'), right('amount')]);
}

function monthTable(
  { creditBreakdown, balance, recurrent_expenses_debt, EDTI }: IncomeInsightData,
  { label, paint }: TableInk,
): string {
  const { monthlyCredit, monthlyDebit } = creditBreakdown;
  const rows = Object.keys(monthlyCredit).map((month): readonly Cell[] => [
    month,
    ...[monthlyCredit, monthlyDebit, balance, recurrent_expenses_debt].map((amounts) =>
      right(amountText(amounts[month] ?? null)),
    ),
    right(percent((EDTI[month] ?? 0).toFixed(2))),
  ]);
  const heads = [
    label('creditBreakdown.monthlyCredit', 'money in'),
    label('creditBreakdown.monthlyDebit', 'money out'),
    label('balance', 'balance at its end'),
    label('recurrent_expenses_debt', 'recurring'),
    label('EDTI', 'debt to income'),
  ];
  return textTable(rows, paint, ['month', ...heads.map(right)]);
}

const periods = ['FirstQuarter', 'SecondQuarter', 'FirstHalf', 'ThirdQuarter', 'FourthQuarter', 'SecondHalf'] as const;

function periodTable(breakdown: CreditBreakdown, { label, paint }: TableInk): string {
  const rows = (['0', '1'] as const).flatMap((year) =>
    periods.flatMap((period): readonly (readonly Cell[])[] => {
      const [credit, debit] = [breakdown[`credit${period}${year}`], breakdown[`debit${period}${year}`]];
      const [month] = Object.keys({ ...credit, ...debit });
      if (month === undefined) return [];
      const name = period.replace(/(?=Quarter|Half)/, ' ').toLowerCase();
      return [[`${name} of ${month.slice(-4)}`, right(sumText(credit)), right(sumText(debit))]];
    }),
  );
  const heads = [
    label('creditBreakdown.creditFirstHalf0', 'money in'),
    label('creditBreakdown.debitFirstHalf0', 'money out'),
  ];
  return textTable(rows, paint, ['', ...heads.map(right)]);
}

function sumText(amounts: MonthlyAmounts): string {
  return amountText(nairaFromKobo(sumKobo(Object.values(amounts).map((amount) => koboFromAnswer(amount) ?? NO_MONEY))));
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

/** Spending by category, the highest first. Leaves out categories without spending. */
function spendingTable(spending: SpendingAnalysis, { label, paint }: TableInk): string {
  const rows = (Object.keys(categoryNames) as (keyof SpendingAnalysis)[])
    .map((category) => ({ category, amount: spending[category][0] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .map(({ category, amount }): readonly Cell[] => [
      label(`spendingAnalysis.${category}`, categoryNames[category]),
      right(amountText(amount)),
    ]);
  return textTable(rows, paint);
}

type Label = (field: InsightField, name: string) => string;

/** Formats a decimal of the insight as `12,500.00`. Other text, such as `null`, stays. */
function decimal(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? amountText(Number(text)) : printable(text);
}

function percent(text: string): string {
  return `${text} %`;
}
