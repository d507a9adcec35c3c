import type { MonthlyAmounts, PeriodAmounts } from '../../../domain/income-insight.ts';
import type { Entry } from '../entries/entry.ts';
import type { MonthlyEntries } from '../entries/months.ts';
import type { Study } from '../study.ts';
import { type Definition, type Figure, monthlySums, ours } from './figure.ts';

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
export function periodFigures(study: Study): { readonly [Name in keyof PeriodAmounts]: Figure<MonthlyAmounts> } {
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
