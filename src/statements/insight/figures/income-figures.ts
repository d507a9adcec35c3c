import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import {
  averageKobo,
  decimalFromKobo,
  formatKobo,
  type Kobo,
  koboOf,
  NO_MONEY,
  nairaFromKobo,
} from '../../../domain/money.ts';
import { compareText, groupByMonth } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import { type Figure, figure, meanText, monthlyFigure, monthlySums, ours, specs, sumOf } from './figure.ts';

export function incomeFigures(study: Study) {
  const { credits, debits, entries, activeMonths } = study;
  const income = incomeOf(study);
  const averageIncome = figure(
    meanText(sumOf(income), activeMonths),
    income,
    ours(`Credits that are income, divided by the active months. No income: reversals, refunds, reimbursed expenses,
      money that came back or went round with the same party, loans paid out, betting payouts, savings and deposits
      taken out again, transfers from the holder’s own accounts, the holder’s own cash, sweeps, balances brought
      forward.`),
  );
  const months = figure(String(activeMonths), entries, specs('Calendar months with at least one entry.'));
  return {
    average_monthly_income: averageIncome,
    averageMonthlyIncome: averageIncome,
    number_of_active_months: months,
    numberOfActiveMonths: months,
    totalMoneyReceive: figure(decimalFromKobo(study.totalCredit), credits, ours('All credits, gross.')),
    totalMoneySpent: figure(decimalFromKobo(study.totalDebit), debits, ours('All debits, gross.')),
    salary: salaryFigure(study),
  };
}

function incomeOf({ credits, noIncome }: Study): readonly StudiedEntry[] {
  return credits.filter((entry) => !noIncome.has(entry.row));
}

function salaryFigure(study: Study): Figure<IncomeInsightData['salary']> {
  const salaries = study.credits.filter((entry) => study.salaries.has(entry.row)).sort(inDateOrder);
  const value = {
    narration: salaries.map((entry) => entry.narration),
    amount: salaries.map((entry) => nairaFromKobo(entry.amount)),
  };
  const definition =
    ours(`Credits that say so (salary, SAL or PAY and a month, payroll, wages, IPPIS, GIFMIS, stipend, pension), where a
    person who says so pays again and again; credits of employers that were named; and credits of one firm whose remark
    names no goods and that come monthly, weekly or fortnightly. Monthly: also in parts, in three months or more (two
    where the statement has up to three), within five days of the month and 15 % of each other, of four or more most of
    them; or always the same amount; or most of the income in their time, within half of their median. Weekly or
    fortnightly: four times or more, most of them within half of their median. Also what such a firm pays as allowance,
    as arrears or for a month. Credits without words are at least 15 % of the mean monthly income, in which one credit
    counts at most four times their median. In date order; a bonus is no salary.`);
  return figure(value, salaries, definition);
}

// Equal dates are sorted by text and amount, so that the order of rows within a day does not matter.
function inDateOrder(a: StudiedEntry, b: StudiedEntry): number {
  const byDay = a.when.day - b.when.day || compareText(a.stamp, b.stamp);
  return byDay || compareText(a.narration, b.narration) || a.amount - b.amount;
}

// ₦100. A recommended loan is rounded down to a multiple of it.
const LOAN_STEP_KOBO = 10_000;

const RECURRING_DEBT =
  ours(`Recurring debits of each active month: loan repayments, rent, school fees by instalment, and debits to one
    counterparty in at least three months (two where the statement has two, or for insurance and dues), every 6–8, 13–16
    or 26–35 days, within 10 % of their median, 5 % if more often than monthly, 2 % by card. Never: own transfers,
    savings, betting, airtime, cash, shops and markets, transport, bank charges, sweeps, debits that came back.`);
const RATING =
  ours(`By annual_edti: up to 20 % low, up to 33.33 % acceptable, up to 50 % high, above that very high; without
    income it cannot be rated.`);
const DEBT_SHARE =
  ours(`Recurring debits in per cent of the month’s income; 0 without debits, 100 with debits and no income, at most
    999.99.`);

/** The share of income that goes to debt, and the loan that income can still carry. */
export function debtFigures(study: Study) {
  const { activeMonths, settings } = study;
  const income = incomeOf(study);
  const recurring = study.debits.filter((entry) => study.recurring.has(entry.row));
  const both = [...income, ...recurring];
  const [incomeSum, debtSum] = [sumOf(income), sumOf(recurring)];
  const [meanIncome, meanDebt] = [averageKobo(incomeSum, activeMonths), averageKobo(debtSum, activeMonths)];
  const monthlyDebt = groupByMonth(recurring, study.months.keys());
  const monthlyIncome = groupByMonth(income, study.months.keys());
  const shareOf = new Map<string, number>();
  for (const [label, debts] of monthlyDebt)
    shareOf.set(label, debtShare(sumOf(debts), sumOf(monthlyIncome.get(label) ?? [])));
  const meanShare = [...shareOf.values()].reduce((sum, share) => sum + share, 0) / Math.max(1, shareOf.size);
  const annual = roundPercent(debtShare(debtSum, incomeSum));
  return {
    recurrent_expenses_debt: monthlySums(monthlyDebt, RECURRING_DEBT),
    recurrent_debt_sum: figure(nairaFromKobo(debtSum), recurring, ours('The sum of recurrent_expenses_debt.')),
    average_monthly_recurring_debt_expenses: figure(
      decimalFromKobo(meanDebt),
      recurring,
      ours('The recurrent_debt_sum divided by the active months.'),
    ),
    EDTI: monthlyFigure(
      groupByMonth(both, study.months.keys()),
      (_entries, label) => roundPercent(shareOf.get(label) ?? 0),
      DEBT_SHARE,
    ),
    average_monthly_edti: figure(
      roundPercent(meanShare).toFixed(2),
      both,
      ours('The mean of EDTI over the active months.'),
    ),
    annual_edti: figure(
      annual.toFixed(2),
      both,
      ours('The recurrent_debt_sum in per cent of all income; a year of both gives the same.'),
    ),
    DTI_reason: figure(ratingSentence(annual, meanDebt, meanIncome), both, RATING),
    eligibleAmount: figure(
      decimalFromKobo(eligibleLoan(study, incomeSum, debtSum)),
      both,
      ours(`What is left of ${describeRatio(settings.capRatio)} of the average monthly income after the average
        recurring debits, times ${settings.tenureMonths} months, rounded down to ₦100; nothing with fewer than two
        active months or without income.`),
    ),
  };
}

/** The maximum percentage, for debt with almost no income. Ours. */
const MOST_PERCENT = 999.99;

/** Debt as a percentage of income, not rounded. 0 without debt, 100 for debt without income. Ours. */
function debtShare(debt: Kobo, income: Kobo): number {
  if (debt === 0) return 0;
  return income === 0 ? 100 : Math.min(MOST_PERCENT, (100 * debt) / income);
}

/** Rounds to two decimals, half away from zero. */
function roundPercent(percent: number): number {
  return Math.round(percent * 100 * (1 + Number.EPSILON)) / 100;
}

// The prudential limit for consumer loans is one third of net income.
function ratingSentence(percent: number, debt: Kobo, income: Kobo): string {
  const debts = `recurring debts and expenses of ${formatKobo(debt)} a month`;
  const share = `${percent.toFixed(2)} %`;
  if (income <= 0) return `Cannot be rated: the statement shows no income to set against ${debts} (${share}).`;
  const rating = percent <= 20 ? 'Low' : percent <= 33.33 ? 'Acceptable' : percent <= 50 ? 'High' : 'Very high';
  const remark = `, ${percent <= 33.33 ? 'inside' : 'above'} the one-third limit of the CBN`;
  return `${rating}: ${debts} take ${share} of an average monthly income of ${formatKobo(income)}${remark}.`;
}

function describeRatio(capRatio: number): string {
  return Math.abs(capRatio - 1 / 3) < 1e-9 ? 'one third' : `${roundPercent(capRatio * 100)} %`;
}

function eligibleLoan({ settings, activeMonths }: Study, income: Kobo, debt: Kobo): Kobo {
  if (activeMonths < 2 || income <= 0) return NO_MONEY;
  const steps = (((income * settings.capRatio - debt) / activeMonths) * settings.tenureMonths) / LOAN_STEP_KOBO;
  // The small term corrects products such as 3 × 33.333… that fall just short of a step.
  return koboOf(Math.max(0, Math.floor(steps + 1e-9)) * LOAN_STEP_KOBO);
}
