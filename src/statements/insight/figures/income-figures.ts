import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, formatKobo, type Kobo, nairaFromKobo } from '../../../domain/money.ts';
import { groupByMonth } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import {
  debtShare,
  type Figure,
  meanPercent,
  monthlyFigure,
  monthlySums,
  ours,
  roundPercent,
  specs,
  sumOf,
} from './figure.ts';

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

type DebtFields =
  | 'recurrent_expenses_debt'
  | 'recurrent_debt_sum'
  | 'average_monthly_recurring_debt_expenses'
  | 'EDTI'
  | 'average_monthly_edti'
  | 'annual_edti'
  | 'DTI_reason'
  | 'eligibleAmount';

// A recommended loan is rounded down to this: ₦100.
const LOAN_STEP_KOBO = 10_000;

/** What of the income is spoken for, and what loan it could still carry. */
export function debtFigures(study: Study): { readonly [Field in DebtFields]: Figure<IncomeInsightData[Field]> } {
  const income = incomeOf(study);
  const recurring = study.debits.filter((entry) => study.recurring.has(entry.row));
  const [incomeSum, debtSum] = [sumOf(income), sumOf(recurring)];
  const monthlyDebt = groupByMonth(recurring, study.months.keys());
  const monthlyIncome = groupByMonth(income, study.months.keys());
  const shares = [...monthlyDebt].map(
    ([label, debts]) => [label, debtShare(sumOf(debts), sumOf(monthlyIncome.get(label) ?? []))] as const,
  );
  const shareOfMonth = new Map(shares);
  const annual = roundPercent(debtShare(debtSum, incomeSum));
  const both = [...income, ...recurring];
  return {
    recurrent_expenses_debt: monthlySums(
      monthlyDebt,
      ours(
        'Recurring debits of each active month: loan repayments, rent, and debits to one counterparty in at least three months (two where the statement has two), every 6–8, 13–16 or 26–35 days, all within 25 % of their median. Airtime, cash, bank charges, sweeps and debits that came back never count.',
      ),
    ),
    recurrent_debt_sum: {
      value: nairaFromKobo(debtSum),
      from: recurring,
      ...ours('The sum of recurrent_expenses_debt.'),
    },
    average_monthly_recurring_debt_expenses: {
      value: decimalFromKobo(averageKobo(debtSum, study.activeMonths)),
      from: recurring,
      ...ours('The recurrent_debt_sum divided by the active months.'),
    },
    EDTI: monthlyFigure(
      groupByMonth([...income, ...recurring], study.months.keys()),
      (_entries, label) => roundPercent(shareOfMonth.get(label) ?? 0),
      ours(
        'Recurring debits in per cent of the month’s income; 0 without debits, 100 with debits and no income, at most 999.99.',
      ),
    ),
    average_monthly_edti: {
      value: roundPercent(meanPercent(shares.map(([, share]) => share))).toFixed(2),
      from: both,
      ...ours('The mean of EDTI over the active months.'),
    },
    annual_edti: {
      value: annual.toFixed(2),
      from: both,
      ...ours('The recurrent_debt_sum in per cent of all income; a year of both gives the same.'),
    },
    DTI_reason: {
      value: ratingSentence(
        annual,
        averageKobo(debtSum, study.activeMonths),
        averageKobo(incomeSum, study.activeMonths),
      ),
      from: both,
      ...ours(
        'By annual_edti: up to 20 % low, up to 33.33 % acceptable, up to 50 % high, above that very high; without income it cannot be rated.',
      ),
    },
    eligibleAmount: {
      value: decimalFromKobo(eligibleLoan(study, incomeSum, debtSum)),
      from: both,
      ...ours(
        `What is left of ${describeRatio(study.settings.capRatio)} of the average monthly income after the average recurring debits, times ${study.settings.tenureMonths} months, rounded down to ₦100; nothing with fewer than two active months or without income.`,
      ),
    },
  };
}

function ratingSentence(percent: number, debt: Kobo, income: Kobo): string {
  const debts = `recurring debts and expenses of ${formatKobo(debt)} a month`;
  if (income <= 0)
    return `Cannot be rated: the statement shows no income to set against ${debts} (${percent.toFixed(2)} %).`;
  return `${rate(percent)}: ${debts} take ${percent.toFixed(2)} % of an average monthly income of ${formatKobo(income)}${remark(percent)}.`;
}

// One third of net income is the prudential limit for consumer loans.
function rate(percent: number): string {
  if (percent <= 20) return 'Low';
  if (percent <= 33.33) return 'Acceptable';
  return percent <= 50 ? 'High' : 'Very high';
}

function remark(percent: number): string {
  return percent <= 33.33 ? ', inside the one-third limit of the CBN' : ', above the one-third limit of the CBN';
}

function describeRatio(capRatio: number): string {
  return Math.abs(capRatio - 1 / 3) < 1e-9 ? 'one third' : `${roundPercent(capRatio * 100)} %`;
}

function eligibleLoan({ settings, activeMonths }: Study, income: Kobo, debt: Kobo): Kobo {
  if (activeMonths < 2 || income <= 0) return 0 as Kobo;
  const steps = (((income * settings.capRatio - debt) / activeMonths) * settings.tenureMonths) / LOAN_STEP_KOBO;
  // The small term mends products such as 3 × 33.333… that fall short of the step they reach.
  return (Math.max(0, Math.floor(steps + 1e-9)) * LOAN_STEP_KOBO) as Kobo;
}
