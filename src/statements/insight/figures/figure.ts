import type { MonthlyAmounts } from '../../../domain/income-insight.ts';
import { divideRounded, type Kobo, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import type { Entry, MonthlyEntries } from '../entries/entry.ts';

/** Whose definition a figure follows: the specification's, or one of ours where it shows a name and no formula. */
export type FigureDefinition = 'spec' | 'ours';

/** An entry, by its place in the list that was given. */
export type Placed = Pick<Entry, 'row'>;

/** A value of an insight together with what it was made of: the insight shows the one, its explanation the other. */
export interface Figure<Value> {
  readonly value: Value;
  /** The entries that made it; maps of months have `months` instead. */
  readonly from?: Iterable<Placed>;
  /** For maps of months: the entries of each. */
  readonly months?: MonthlyEntries;
  /** Where only a part of an entry counts: how much of it, by row. */
  readonly parts?: ReadonlyMap<number, Kobo>;
  /** How it is made, in words. */
  readonly rule: string;
  readonly definition: FigureDefinition;
}

/** What a figure is, apart from its value and entries. */
export type Definition = Pick<Figure<unknown>, 'rule' | 'definition'>;

/** A definition of ours, in words. */
export function ours(rule: string): Definition {
  return { rule, definition: 'ours' };
}

/** A definition that the specification gives, in words. */
export function specs(rule: string): Definition {
  return { rule, definition: 'spec' };
}

/** The sum of entries. */
export function sumOf(entries: readonly Pick<Entry, 'amount'>[]): Kobo {
  return sumKobo(entries.map((entry) => entry.amount));
}

/** A map of months to what their entries add up to. */
export function monthlySums(months: MonthlyEntries<Entry>, definition: Definition): Figure<MonthlyAmounts> {
  return monthlyFigure(months, (entries) => nairaFromKobo(sumOf(entries)), definition);
}

/** A map of months to whatever is made of their entries. */
export function monthlyFigure<Item extends Placed>(
  months: MonthlyEntries<Item>,
  monthValue: (entries: readonly Item[], label: string) => number,
  definition: Definition,
): Figure<MonthlyAmounts> {
  return {
    value: Object.fromEntries([...months].map(([label, entries]) => [label, monthValue(entries, label)])),
    months,
    ...definition,
  };
}

/** Where a percentage ends: debt without any income to speak of. Ours. */
const MOST_PERCENT = 999.99;

/** What share of income debt takes, in per cent, not rounded: 0 without debt, 100 where there is debt and no income. Ours. */
export function debtShare(debt: Kobo, income: Kobo): number {
  if (debt === 0) return 0;
  return income === 0 ? 100 : Math.min(MOST_PERCENT, (100 * debt) / income);
}

/** To two decimals, half away from zero. */
export function roundPercent(percent: number): number {
  return Math.round(percent * 100 * (1 + Number.EPSILON)) / 100;
}

/** The mean of percentages, not rounded; 0 if there are none. */
export function meanPercent(percents: readonly number[]): number {
  return percents.length === 0 ? 0 : percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
}

/** Shares of two counts in hundredths of a per cent that add up to 100 %, or to nothing. */
export function shareOut(first: number, second: number): readonly [Kobo, Kobo] {
  const all = first + second;
  if (all === 0) return [0 as Kobo, 0 as Kobo];
  const share = Number(divideRounded(10_000n * BigInt(first), BigInt(all)));
  return [share as Kobo, (10_000 - share) as Kobo];
}
