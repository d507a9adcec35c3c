import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, nairaFromKobo } from '../../../domain/money.ts';
import type { StudiedEntry } from '../entries/studied-entry.ts';
import type { Study } from '../study.ts';
import { type Figure, ours, specs, sumOf } from './figure.ts';

type IncomeFields =
  | 'average_monthly_income'
  | 'averageMonthlyIncome'
  | 'number_of_active_months'
  | 'numberOfActiveMonths'
  | 'totalMoneyReceive'
  | 'totalMoneySpent'
  | 'salary';

/** The credits that are income. */
export function incomeOf(study: Study): readonly StudiedEntry[] {
  return study.credits.filter((entry) => !study.noIncome.has(entry.row));
}

/** What came in, and how much of it is income. */
export function incomeFigures(study: Study): { readonly [Field in IncomeFields]: Figure<IncomeInsightData[Field]> } {
  const income = incomeOf(study);
  const averageIncome = {
    value: decimalFromKobo(averageKobo(sumOf(income), study.activeMonths)),
    from: income,
    ...ours(
      'Credits that are income, divided by the active months. No income: reversals, refunds and money that came back within three days, loans paid out, sweeps between own wallets, transfers from an account of the same name, balances brought forward.',
    ),
  };
  const months = {
    value: String(study.activeMonths),
    from: study.entries,
    ...specs('Calendar months with at least one entry.'),
  };
  return {
    average_monthly_income: averageIncome,
    averageMonthlyIncome: averageIncome,
    number_of_active_months: months,
    numberOfActiveMonths: months,
    totalMoneyReceive: {
      value: decimalFromKobo(study.totalCredit),
      from: study.credits,
      ...ours('All credits, gross.'),
    },
    totalMoneySpent: { value: decimalFromKobo(study.totalDebit), from: study.debits, ...ours('All debits, gross.') },
    salary: salaryFigure(study),
  };
}

function salaryFigure(study: Study): Figure<IncomeInsightData['salary']> {
  const salaries = study.credits.filter((entry) => study.salaries.has(entry.row)).sort(inDateOrder);
  return {
    value: {
      narration: salaries.map((entry) => entry.narration),
      amount: salaries.map((entry) => nairaFromKobo(entry.amount)),
    },
    from: salaries,
    ...ours(
      'Credits that say so (salary, SAL and a month, payroll, wages, IPPIS, GIFMIS, stipend, pension), credits of employers that were named, and credits of one payer once a month in three months or more (two where the statement has up to three), within five days of the month, 15 % of their median and at least 15 % of the mean monthly income. In date order; a bonus is no salary.',
    ),
  };
}

// By text and amount where the dates are equal, so that the order of rows inside a day decides nothing.
function inDateOrder(a: StudiedEntry, b: StudiedEntry): number {
  if (a.stamp !== b.stamp) return a.when.day - b.when.day || (a.stamp < b.stamp ? -1 : 1);
  if (a.narration !== b.narration) return a.narration < b.narration ? -1 : 1;
  return a.amount - b.amount;
}
