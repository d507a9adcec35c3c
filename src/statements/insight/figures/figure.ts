import type { MonthlyAmounts } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, type Kobo, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
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

export type Figures<Part> = { readonly [Name in keyof Part]: Figure<Part[Name]> };

/** What a figure is, apart from its value and entries. */
export type Definition = Pick<Figure<unknown>, 'rule' | 'definition'>;

/** A definition of ours, in words; they may be wrapped. */
export function ours(rule: string): Definition {
  return { rule: rule.replace(/\n\s*/g, ' '), definition: 'ours' };
}

/** A definition that the specification gives, in words. */
export function specs(rule: string): Definition {
  return { rule, definition: 'spec' };
}

export function figure<Value>(value: Value, from: Iterable<Placed>, definition: Definition): Figure<Value> {
  return { value, from, ...definition };
}

export function sumOf(entries: readonly Pick<Entry, 'amount'>[]): Kobo {
  return sumKobo(entries.map((entry) => entry.amount));
}

/** An equal share of a total, as decimal text. */
export function meanText(total: Kobo | bigint, parts: number): string {
  return decimalFromKobo(averageKobo(total, parts));
}

export function monthlySums(months: MonthlyEntries<Entry>, definition: Definition): Figure<MonthlyAmounts> {
  return monthlyFigure(months, (entries) => nairaFromKobo(sumOf(entries)), definition);
}

/** A map of months to a value that is made of their entries. */
export function monthlyFigure<Item extends Placed>(
  months: MonthlyEntries<Item>,
  monthValue: (entries: readonly Item[], label: string) => number,
  definition: Definition,
): Figure<MonthlyAmounts> {
  const value = Object.fromEntries([...months].map(([label, entries]) => [label, monthValue(entries, label)]));
  return { value, months, ...definition };
}
