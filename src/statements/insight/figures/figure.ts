import type { MonthlyAmounts } from '../../../domain/income-insight.ts';
import { averageKobo, decimalFromKobo, type Kobo, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import type { Entry, MonthlyEntries } from '../entries/entry.ts';

/** The author of a figure's definition: the specification, or us where the specification gives only a name. */
export type FigureDefinition = 'spec' | 'ours';

/** An entry by its index in the given list. */
export type Placed = Pick<Entry, 'row'>;

/** A value of an insight with its origin. The insight uses the value, the explanation uses the rest. */
export interface Figure<Value> {
  readonly value: Value;
  /** The entries used. Maps of months have `months` instead. */
  readonly from?: Iterable<Placed>;
  readonly months?: MonthlyEntries;
  /** For entries that count only in part: the amount that counts, by row. */
  readonly parts?: ReadonlyMap<number, Kobo>;
  readonly rule: string;
  readonly definition: FigureDefinition;
}

export type Figures<Part> = { readonly [Name in keyof Part]: Figure<Part[Name]> };

/** The definition of a figure, without value and entries. */
export type Definition = Pick<Figure<unknown>, 'rule' | 'definition'>;

/** Our own definition. The text may be wrapped. */
export function ours(rule: string): Definition {
  return { rule: rule.replace(/\n\s*/g, ' '), definition: 'ours' };
}

export function specs(rule: string): Definition {
  return { rule, definition: 'spec' };
}

export function figure<Value>(value: Value, from: Iterable<Placed>, definition: Definition): Figure<Value> {
  return { value, from, ...definition };
}

export function sumOf(entries: readonly Pick<Entry, 'amount'>[]): Kobo {
  return sumKobo(entries.map((entry) => entry.amount));
}

/** A total divided into equal parts, as decimal text. */
export function meanText(total: Kobo | bigint, parts: number): string {
  return decimalFromKobo(averageKobo(total, parts));
}

export function monthlySums(months: MonthlyEntries<Entry>, definition: Definition): Figure<MonthlyAmounts> {
  return monthlyFigure(months, (entries) => nairaFromKobo(sumOf(entries)), definition);
}

export function monthlyFigure<Item extends Placed>(
  months: MonthlyEntries<Item>,
  monthValue: (entries: readonly Item[], label: string) => number,
  definition: Definition,
): Figure<MonthlyAmounts> {
  const value = Object.fromEntries([...months].map(([label, entries]) => [label, monthValue(entries, label)]));
  return { value, months, ...definition };
}
