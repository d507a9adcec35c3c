import { monthLabel } from '../../../domain/calendar.ts';
import type { MonthlyAmounts } from '../../../domain/income-insight.ts';
import { type Kobo, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import type { Entry } from '../entries/entry.ts';

/** Whose definition a figure follows: the specification's, or one of ours where it shows a name and no formula. */
export type FigureDefinition = 'spec' | 'ours';

/** A value of an insight together with what it was made of: the insight shows the one, its explanation the other. */
export interface Figure<Value> {
  readonly value: Value;
  /** The entries that made it, as places in the list as it was given, ascending. */
  readonly rows: readonly number[];
  /** For maps of months: the entries of each. */
  readonly months?: Readonly<Record<string, readonly number[]>>;
  /** Where only a part of an entry counts: how much of it, in naira, by row. */
  readonly parts?: Readonly<Record<number, number>>;
  /** How it is made, in words. */
  readonly rule: string;
  readonly definition: FigureDefinition;
}

/** What a figure is, apart from its value and rows. */
export type Definition = Pick<Figure<unknown>, 'rule' | 'definition'>;

/** A definition of ours, in words. */
export function ours(rule: string): Definition {
  return { rule, definition: 'ours' };
}

/** A definition that the specification gives, in words. */
export function specs(rule: string): Definition {
  return { rule, definition: 'spec' };
}

/** The places of entries, ascending. */
export function rowsOf(entries: Iterable<Pick<Entry, 'row'>>): readonly number[] {
  return [...entries].map((entry) => entry.row).sort((a, b) => a - b);
}

/** The sum of entries. */
export function sumOf(entries: readonly Pick<Entry, 'amount'>[]): Kobo {
  return sumKobo(entries.map((entry) => entry.amount));
}

/** The month of an entry as insights name it. */
export function labelOf(entry: Pick<Entry, 'year' | 'month'>): string {
  return monthLabel(entry.year, entry.month);
}

/** Entries by month. Every month of `listed` is there, in that order, also without an entry. */
export function groupByMonth<Item extends Entry>(entries: readonly Item[], listed: readonly Entry[] = entries): ReadonlyMap<string, readonly Item[]> {
  const months = new Map<string, Item[]>();
  for (const entry of listed) if (!months.has(labelOf(entry))) months.set(labelOf(entry), []);
  for (const entry of entries) months.get(labelOf(entry))?.push(entry);
  return months;
}

/** A map of months to what their entries add up to. */
export function monthlySums(months: ReadonlyMap<string, readonly Entry[]>, definition: Definition): Figure<MonthlyAmounts> {
  return monthlyFigure(months, (entries) => nairaFromKobo(sumOf(entries)), definition);
}

/** A map of months to whatever is made of their entries. */
export function monthlyFigure<Item extends Entry>(
  months: ReadonlyMap<string, readonly Item[]>,
  monthValue: (entries: readonly Item[], label: string) => number,
  definition: Definition,
): Figure<MonthlyAmounts> {
  const lists = [...months];
  return {
    value: Object.fromEntries(lists.map(([label, entries]) => [label, monthValue(entries, label)])),
    rows: rowsOf(lists.flatMap(([, entries]) => entries)),
    months: Object.fromEntries(lists.map(([label, entries]) => [label, rowsOf(entries)])),
    ...definition,
  };
}
