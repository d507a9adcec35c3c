import type { CreditBreakdown, MonthlyAmounts, PeriodAmounts } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, type Kobo, sumKobo } from '../../../domain/money.ts';
import { depositExtreme } from '../entries/balances.ts';
import type { Entry, MonthlyEntries } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import { dayBalanceFigures } from './balance-figures.ts';
import { type Definition, type Figure, monthlySums, ours, shareOut, specs } from './figure.ts';

type BreakdownFigures = { readonly [Member in keyof CreditBreakdown]: Figure<CreditBreakdown[Member]> };

/** How money came and went. Spec §6.4, `creditBreakdown`. */
export function breakdownFigures(study: Study): BreakdownFigures {
  const { credits, debits, entries } = study;
  return {
    ...periodFigures(study),
    ...dayBalanceFigures(study),
    ...averageFigures(study),
    ...singleFigures(credits, debits),
    ...depositFigures(credits),
    monthlyCredit: monthlySums(study.monthlyCredits, specs('Credits of each active month, gross.')),
    monthlyDebit: monthlySums(study.monthlyDebits, specs('Debits of each active month, gross.')),
    numberOfActiveMonths: {
      value: String(study.activeMonths),
      from: entries,
      ...specs('Calendar months with at least one entry.'),
    },
    aveSweepMonthlyCred: sweptFigure(study),
  };
}

type Averages =
  | 'dailyAverageDeposit'
  | 'dailyAverageWithdrawal'
  | 'weeklyAverageDeposit'
  | 'weeklyAverageWithdrawal'
  | 'perCredTrans'
  | 'perDebTrans';

function averageFigures({
  credits,
  debits,
  totalCredit,
  totalDebit,
  balances,
}: Study): Pick<BreakdownFigures, Averages> {
  const [creditShare, debitShare] = shareOut(credits.length, debits.length);
  const daily = 'divided by the calendar days from the first to the last of the period';
  const perWeek = (total: Kobo) => decimalFromKobo(averageKobo(7n * BigInt(total), balances.days));
  return {
    dailyAverageDeposit: {
      value: decimalFromKobo(averageKobo(totalCredit, balances.days)),
      from: credits,
      ...ours(`All credits ${daily}.`),
    },
    dailyAverageWithdrawal: {
      value: decimalFromKobo(averageKobo(totalDebit, balances.days)),
      from: debits,
      ...ours(`All debits ${daily}.`),
    },
    weeklyAverageDeposit: { value: perWeek(totalCredit), from: credits, ...ours(`Seven times all credits ${daily}.`) },
    weeklyAverageWithdrawal: { value: perWeek(totalDebit), from: debits, ...ours(`Seven times all debits ${daily}.`) },
    perCredTrans: {
      value: decimalFromKobo(creditShare),
      from: credits,
      ...ours('Credits in per cent of all entries, by number.'),
    },
    perDebTrans: {
      value: decimalFromKobo(debitShare),
      from: debits,
      ...ours('Debits in per cent of all entries, by number.'),
    },
  };
}

type Singles = 'maxCredit' | 'min_crebit' | 'meanCredit' | 'maxDebit' | 'minDebit' | 'meanDebit';

function singleFigures(
  credits: readonly StudiedEntry[],
  debits: readonly StudiedEntry[],
): Pick<BreakdownFigures, Singles> {
  return {
    maxCredit: extremeAmount(credits, (a, b) => a > b, ours('The largest single credit.')),
    min_crebit: extremeAmount(credits, (a, b) => a < b, ours('The smallest single credit.')),
    meanCredit: meanAmount(credits, ours('All credits divided by their number.')),
    maxDebit: extremeAmount(debits, (a, b) => a > b, ours('The largest single debit.')),
    minDebit: extremeAmount(debits, (a, b) => a < b, ours('The smallest single debit.')),
    meanDebit: meanAmount(debits, ours('All debits divided by their number.')),
  };
}

function extremeAmount(
  entries: readonly StudiedEntry[],
  isBetter: (a: Kobo, b: Kobo) => boolean,
  definition: Definition,
): Figure<string> {
  const amount = entries.reduce(
    (found, { amount }) => (isBetter(amount, found) ? amount : found),
    entries[0]?.amount ?? (0 as Kobo),
  );
  return { value: decimalFromKobo(amount), from: entries.filter((entry) => entry.amount === amount), ...definition };
}

function meanAmount(entries: readonly StudiedEntry[], definition: Definition): Figure<string> {
  const total = sumKobo(entries.map((entry) => entry.amount));
  return { value: decimalFromKobo(averageKobo(total, entries.length)), from: entries, ...definition };
}

function depositFigures(
  credits: readonly StudiedEntry[],
): Pick<BreakdownFigures, 'max_depo_day_list_dict' | 'max_depo_week_list_dict'> {
  const [day, week] = [depositExtreme(credits, 'day'), depositExtreme(credits, 'week')];
  return {
    max_depo_day_list_dict: {
      value: [day.part],
      from: day.from,
      ...ours('The day of the month (1–31) with most money in; the earliest of several.'),
    },
    max_depo_week_list_dict: {
      value: [week.part],
      from: week.from,
      ...ours('The week of the month (1–5) with most money in; the earliest of several.'),
    },
  };
}

function sweptFigure({ swept, activeMonths }: Study): Figure<string> {
  return {
    value: decimalFromKobo(averageKobo(sumKobo(swept.values()), activeMonths)),
    from: [...swept.keys()].map((row) => ({ row })),
    parts: swept,
    ...ours(
      'What of the credits left again on the same or the next statement day, oldest credit first, divided by the active months.',
    ),
  };
}

/** The months of each half and quarter, first and last included. */
const spans = {
  FirstHalf: [1, 6],
  SecondHalf: [7, 12],
  FirstQuarter: [1, 3],
  SecondQuarter: [4, 6],
  ThirdQuarter: [7, 9],
  FourthQuarter: [10, 12],
} as const;

type SpanName = keyof typeof spans;

/** Credits and debits by half year and quarter of the last two calendar years that have entries: 0 is the earlier, or the only one, 1 the later. */
function periodFigures(study: Study): { readonly [Name in keyof PeriodAmounts]: Figure<MonthlyAmounts> } {
  const years = [...new Set([...study.months.values()].map((entries) => entries[0]?.when.year))].slice(-2);
  const figures: Partial<Record<keyof PeriodAmounts, Figure<MonthlyAmounts>>> = {};
  for (const name of Object.keys(spans) as SpanName[]) {
    for (const index of [0, 1] as const) {
      const inside = monthsInside(study, years[index], name);
      const definition = definitionOf(name, years[index]);
      figures[`credit${name}${index}`] = monthlySums(only(study.monthlyCredits, inside), definition);
      figures[`debit${name}${index}`] = monthlySums(only(study.monthlyDebits, inside), definition);
    }
  }
  return figures as { readonly [Name in keyof PeriodAmounts]: Figure<MonthlyAmounts> };
}

function monthsInside(study: Study, year: number | undefined, name: SpanName): ReadonlySet<string> {
  const [first, last] = spans[name];
  const isInside = (entry: Entry | undefined) =>
    entry !== undefined && entry.when.year === year && entry.when.month >= first && entry.when.month <= last;
  return new Set([...study.months].filter(([, entries]) => isInside(entries[0])).map(([label]) => label));
}

function only(months: MonthlyEntries<Entry>, labels: ReadonlySet<string>): MonthlyEntries<Entry> {
  return new Map([...months].filter(([label]) => labels.has(label)));
}

function definitionOf(name: SpanName, year: number | undefined): Definition {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const where = year === undefined ? 'a second calendar year, which the statement does not have' : String(year);
  return ours(
    `The months of the ${words} of ${where}; index 0 is the earlier and 1 the later of the last two calendar years of the statement.`,
  );
}
