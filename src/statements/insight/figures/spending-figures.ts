import type { MonthlyAmounts, MonthlySpending } from '../../../domain/income-insight.ts';
import { nairaFromKobo } from '../../../domain/money.ts';
import type { SpendingCategory } from '../categories/category-rule.ts';
import { spendingCategories } from '../categories/check-rules.ts';
import { addTo, groupByMonth } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import { type Figure, figure, monthlySums, ours, sumOf } from './figure.ts';

/** Electricity and tax come without a map of their own. Spec §6.4. */
type MappedCategory = keyof MonthlySpending;

const withoutMap: Readonly<Record<Exclude<SpendingCategory, MappedCategory>, true>> = { electricity: true, tax: true };

/** What was spent in each category, altogether, and by month: only months in which something was. */
export function spendingFigures({ debits }: Study) {
  const groups = new Map<string, StudiedEntry[]>();
  for (const debit of debits) addTo(groups, debit.category, debit);
  const spentOn = (category: SpendingCategory) => groups.get(category) ?? [];
  const rule = (category: SpendingCategory) =>
    ours(`Debits that the ordered table of rules sorts into ${category}, by the words of their narration.`);
  const mapped = spendingCategories.filter((category): category is MappedCategory => !(category in withoutMap));
  return {
    totals: each(spendingCategories, (category): Figure<readonly number[]> => {
      const spent = spentOn(category);
      return figure([nairaFromKobo(sumOf(spent))], spent, rule(category));
    }),
    byMonth: each(mapped, (category): Figure<MonthlyAmounts> => {
      const spent = spentOn(category).filter((entry) => entry.amount > 0);
      return monthlySums(groupByMonth(spent), rule(category));
    }),
  };
}

function each<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): { readonly [Key in Name]: Value } {
  // Each name becomes a key; fromEntries forgets which.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as { readonly [Key in Name]: Value };
}
