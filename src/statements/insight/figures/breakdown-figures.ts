import {
  type CreditBreakdown,
  eachName,
  type IncomeInsightData,
  type MonthlyAmounts,
  type MonthlySpending,
  type PeriodAmounts,
  spendingCategories,
} from '../../../domain/income-insight.ts';
import {
  decimalFromKobo,
  divideRounded,
  type Kobo,
  koboOf,
  NO_MONEY,
  nairaFromKobo,
  sumKobo,
} from '../../../domain/money.ts';
import type { SpendingCategory } from '../categories/category-rule.ts';
import { type BalanceSpan, balanceExtreme, depositExtreme, type MonthPart } from '../entries/balances.ts';
import { addTo, type Entry, groupByMonth, type MonthlyEntries } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import {
  type Figure,
  type Figures,
  figure,
  meanText,
  monthlyFigure,
  monthlySums,
  ours,
  specs,
  sumOf,
} from './figure.ts';

export function breakdownFigures(study: Study): Figures<CreditBreakdown> {
  const { credits, debits, entries, activeMonths } = study;
  return {
    ...periodFigures(study),
    ...dayBalanceFigures(study),
    ...averageFigures(study),
    maxCredit: extremeAmount(credits, 'largest', 'credit'),
    min_crebit: extremeAmount(credits, 'smallest', 'credit'),
    meanCredit: meanAmount(credits, 'credits'),
    maxDebit: extremeAmount(debits, 'largest', 'debit'),
    minDebit: extremeAmount(debits, 'smallest', 'debit'),
    meanDebit: meanAmount(debits, 'debits'),
    max_depo_day_list_dict: mostDeposited(credits, 'day', 'day of the month (1–31)'),
    max_depo_week_list_dict: mostDeposited(credits, 'week', 'week of the month (1–5)'),
    monthlyCredit: monthlySums(study.monthlyCredits, specs('Credits of each active month, gross.')),
    monthlyDebit: monthlySums(study.monthlyDebits, specs('Debits of each active month, gross.')),
    numberOfActiveMonths: figure(String(activeMonths), entries, specs('Calendar months with at least one entry.')),
    aveSweepMonthlyCred: sweptFigure(study),
  };
}

function averageFigures({ credits, debits, totalCredit, totalDebit, balances: { days } }: Study) {
  const [creditShare, debitShare] = sharesOf(credits.length, debits.length);
  const daily = 'divided by the calendar days from the first to the last of the period';
  const perWeek = (total: Kobo) => meanText(7n * BigInt(total), days);
  return {
    dailyAverageDeposit: figure(meanText(totalCredit, days), credits, ours(`All credits ${daily}.`)),
    dailyAverageWithdrawal: figure(meanText(totalDebit, days), debits, ours(`All debits ${daily}.`)),
    weeklyAverageDeposit: figure(perWeek(totalCredit), credits, ours(`Seven times all credits ${daily}.`)),
    weeklyAverageWithdrawal: figure(perWeek(totalDebit), debits, ours(`Seven times all debits ${daily}.`)),
    perCredTrans: figure(creditShare, credits, ours('Credits in per cent of all entries, by number.')),
    perDebTrans: figure(debitShare, debits, ours('Debits in per cent of all entries, by number.')),
  };
}

/** Percentages of two counts. They add up to 100 %, or are both zero. */
function sharesOf(first: number, second: number): readonly [string, string] {
  const all = first + second;
  if (all === 0) return [decimalFromKobo(NO_MONEY), decimalFromKobo(NO_MONEY)];
  const share = Number(divideRounded(10_000n * BigInt(first), BigInt(all)));
  return [decimalFromKobo(koboOf(share)), decimalFromKobo(koboOf(10_000 - share))];
}

function extremeAmount(entries: readonly StudiedEntry[], which: 'largest' | 'smallest', side: string): Figure<string> {
  let found = entries[0]?.amount ?? NO_MONEY;
  for (const { amount } of entries) if (which === 'largest' ? amount > found : amount < found) found = amount;
  const from = entries.filter((entry) => entry.amount === found);
  return figure(decimalFromKobo(found), from, ours(`The ${which} single ${side}.`));
}

function meanAmount(entries: readonly StudiedEntry[], sides: string): Figure<string> {
  return figure(meanText(sumOf(entries), entries.length), entries, ours(`All ${sides} divided by their number.`));
}

function mostDeposited(credits: readonly StudiedEntry[], part: MonthPart, range: string): Figure<readonly number[]> {
  const most = depositExtreme(credits, part);
  return figure([most.part], most.from, ours(`The ${range} with most money in; the earliest of several.`));
}

function sweptFigure({ swept, activeMonths }: Study): Figure<string> {
  const definition = ours(`What of the credits left again on the same or the next statement day, oldest credit first,
    divided by the active months.`);
  const from = [...swept.keys()].map((row) => ({ row }));
  return { ...figure(meanText(sumKobo(swept.values()), activeMonths), from, definition), parts: swept };
}

/** The first and last month of each half and quarter. */
const spans = {
  FirstHalf: [1, 6],
  SecondHalf: [7, 12],
  FirstQuarter: [1, 3],
  SecondQuarter: [4, 6],
  ThirdQuarter: [7, 9],
  FourthQuarter: [10, 12],
} as const;

// Index 1 is the later of the last two calendar years with entries. Index 0 is the earlier, or the only one.
function periodFigures(study: Study): Figures<PeriodAmounts> {
  const years = [...new Set([...study.months.values()].map((entries) => entries[0]?.when.year))].slice(-2);
  const figures: Record<string, Figure<MonthlyAmounts>> = {};
  for (const [name, [first, last]] of Object.entries(spans)) {
    for (const index of [0, 1]) {
      const year = years[index];
      const isInside = ([entry]: readonly Entry[]) =>
        entry !== undefined && entry.when.year === year && entry.when.month >= first && entry.when.month <= last;
      const inside = new Set([...study.months].filter(([, entries]) => isInside(entries)).map(([label]) => label));
      const only = (months: MonthlyEntries<Entry>) => new Map([...months].filter(([label]) => inside.has(label)));
      const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
      const definition = ours(`The months of the ${words} of
        ${year ?? 'a second calendar year, which the statement does not have'}; index 0 is the earlier and 1 the later
        of the last two calendar years of the statement.`);
      figures[`credit${name}${index}`] = monthlySums(only(study.monthlyCredits), definition);
      figures[`debit${name}${index}`] = monthlySums(only(study.monthlyDebits), definition);
    }
  }
  // The names are built from side, span and index, which the compiler cannot follow.
  return figures as unknown as Figures<PeriodAmounts>;
}

/** Electricity and tax have no map of months. Spec §6.4. */
type MappedCategory = keyof MonthlySpending;

const withoutMap: Readonly<Record<Exclude<SpendingCategory, MappedCategory>, true>> = { electricity: true, tax: true };

export function spendingFigures({ debits }: Study) {
  const groups = new Map<string, StudiedEntry[]>();
  for (const debit of debits) addTo(groups, debit.category, debit);
  const spentOn = (category: SpendingCategory) => groups.get(category) ?? [];
  const rule = (category: SpendingCategory) =>
    ours(`Debits that the ordered table of rules sorts into ${category}, by the words of their narration.`);
  const mapped = spendingCategories.filter((category): category is MappedCategory => !(category in withoutMap));
  return {
    totals: eachName(spendingCategories, (category): Figure<readonly number[]> => {
      const spent = spentOn(category);
      return figure([nairaFromKobo(sumOf(spent))], spent, rule(category));
    }),
    byMonth: eachName(mapped, (category): Figure<MonthlyAmounts> => {
      const spent = spentOn(category).filter((entry) => entry.amount > 0);
      return monthlySums(groupByMonth(spent), rule(category));
    }),
  };
}

export function balanceFigures(study: Study): Figures<Pick<IncomeInsightData, 'balance' | 'average_monthly_balance'>> {
  const balanceOf = new Map(study.balances.spans.map((span) => [span.entry?.row, span.balance]));
  const lastOfMonth = new Map([...study.months].map(([label, entries]) => [label, entries.slice(-1)]));
  const lastBalance = (row: number | undefined) => balanceOf.get(row) ?? NO_MONEY;
  const lasts = [...lastOfMonth.values()].map(([last]) => lastBalance(last?.row));
  return {
    balance: monthlyFigure(
      lastOfMonth,
      ([last]) => nairaFromKobo(lastBalance(last?.row)),
      ours('The balance after the last entry of each active month; 0 where no balance is known.'),
    ),
    average_monthly_balance: figure(
      meanText(sumKobo(lasts), lasts.length),
      [...lastOfMonth.values()].flat(),
      ours('The mean of balance over the active months.'),
    ),
  };
}

type DayBalanceFields =
  | 'averageDailyBal'
  | 'negBalDays'
  | 'max_bal_day_list_dict'
  | 'max_bal_week_list_dict'
  | 'min_bal_days_list_dict'
  | 'min_bal_week_list_dict';

function dayBalanceFigures({ balances }: Study): Figures<Pick<CreditBreakdown, DayBalanceFields>> {
  const { spans, days, isKnown } = balances;
  const dayBalance = `the balance after the last entry of a day, carried on over days without
    entries and into the period from its opening balance`;
  const below = spans.filter((span) => span.balance < 0);
  const sum = spans.reduce((total, span) => total + BigInt(span.balance) * BigInt(lengthOf(span)), 0n);
  const daysBelow = below.reduce((total, span) => total + lengthOf(span), 0);
  return {
    averageDailyBal: figure(
      meanText(sum, isKnown ? days : 0),
      spans.flatMap((span) => span.entry ?? []),
      ours(`The mean over all calendar days of the end-of-day balance: ${dayBalance}.`),
    ),
    negBalDays: figure(
      String(daysBelow),
      below.flatMap((span) => span.entry ?? []),
      ours(`Calendar days that end below zero: ${dayBalance}.`),
    ),
    max_bal_day_list_dict: extremeFigure(spans, 'day', 'highest'),
    max_bal_week_list_dict: extremeFigure(spans, 'week', 'highest'),
    min_bal_days_list_dict: extremeFigure(spans, 'day', 'lowest'),
    min_bal_week_list_dict: extremeFigure(spans, 'week', 'lowest'),
  };
}

function extremeFigure(spans: readonly BalanceSpan[], part: MonthPart, which: 'highest' | 'lowest') {
  const { part: value, from } = balanceExtreme(spans, part, which);
  const range = part === 'day' ? 'day of the month (1–31)' : 'week of the month (1–5, days 1–7 being week 1)';
  const rule = `The ${range} whose end-of-day balances are ${which} on average over the statement`;
  return figure([value], from, ours(`${rule}; the earliest of several.`));
}

function lengthOf(span: BalanceSpan): number {
  return span.to - span.from + 1;
}
