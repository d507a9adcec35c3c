import type {
  CreditBreakdown,
  IncomeInsightData,
  MonthlyAmounts,
  SpendingAnalysis,
} from '../../domain/income-insight.ts';
import { koboFromAnswer, NO_MONEY, nairaFromKobo, sumKobo } from '../../domain/money.ts';
import type { InsightField } from '../../statements/insight/compute-insight.ts';
import { type Cell, type Paint, printable, textTable } from '../terminal/terminal-text.ts';
import { amountText, right } from './transaction-table.ts';

/** How tables are written. */
export interface TableInk {
  readonly label: Label;
  readonly paint: Paint;
}

const MOST_NARRATION = 60;

/** What looks like salary, entry by entry. */
export function salaryTable({ salary }: IncomeInsightData, { label, paint }: TableInk): string {
  const rows = salary.narration.map((narration, index): readonly Cell[] => [
    printable(narration, MOST_NARRATION),
    right(amountText(salary.amount[index] ?? null)),
  ]);
  return textTable(rows, paint, [label('salary', 'narration'), right('amount')]);
}

/** The figures that come by month. */
export function monthTable(
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

/** Money in and out by quarter and half of the year. */
export function periodTable(breakdown: CreditBreakdown, { label, paint }: TableInk): string {
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

/** What was spent on what, the most first; categories without spending are left out. */
export function spendingTable(spending: SpendingAnalysis, { label, paint }: TableInk): string {
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

/** Writes the name of a figure, with a star where its definition is ours. */
export type Label = (field: InsightField, name: string) => string;

/** Decimal text of the insight as `12,500.00`; what is none, such as `null`, as it is. */
export function decimal(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? amountText(Number(text)) : printable(text);
}

/** A share in percent. */
export function percent(text: string): string {
  return `${text} %`;
}
