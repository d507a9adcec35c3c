import type { MonthlyAmounts, MonthlySpending } from '../../../domain/income-insight.ts';
import { nairaFromKobo } from '../../../domain/money.ts';
import type { EntryCategory, SpendingCategory } from '../categories/category-rule.ts';
import { spendingCategories } from '../categories/check-rules.ts';
import { groupByMonth } from '../entries/entry.ts';
import type { StudiedEntry } from '../entries/streams.ts';
import type { Study } from '../study.ts';
import { type Figure, monthlySums, ours, sumOf } from './figure.ts';

/** Electricity and tax come without a map of their own. Spec §6.4. */
type MappedCategory = keyof MonthlySpending;

const withoutMap: Readonly<Record<Exclude<SpendingCategory, MappedCategory>, true>> = { electricity: true, tax: true };

const rule = (category: SpendingCategory) =>
  ours(`Debits that the ordered table of rules sorts into ${category}, by the words of their narration.`);

/** What was spent in each category, altogether. */
export function spendingTotals(study: Study): { readonly [Category in SpendingCategory]: Figure<readonly number[]> } {
  const byCategory = groupByCategory(study);
  return each(spendingCategories, (category) => {
    const spent = byCategory.get(category) ?? [];
    return { value: [nairaFromKobo(sumOf(spent))], from: spent, ...rule(category) };
  });
}

/** What was spent in each category, by month; only months in which something was. */
export function spendingByMonth(study: Study): { readonly [Category in MappedCategory]: Figure<MonthlyAmounts> } {
  const mapped = spendingCategories.filter((category): category is MappedCategory => !(category in withoutMap));
  const byCategory = groupByCategory(study);
  return each(mapped, (category) =>
    monthlySums(groupByMonth((byCategory.get(category) ?? []).filter((entry) => entry.amount > 0)), rule(category)),
  );
}

function groupByCategory(study: Study): ReadonlyMap<EntryCategory, readonly StudiedEntry[]> {
  const groups = new Map<EntryCategory, StudiedEntry[]>();
  for (const debit of study.debits) {
    const group = groups.get(debit.category);
    if (group) group.push(debit);
    else groups.set(debit.category, [debit]);
  }
  return groups;
}

function each<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): { readonly [Key in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as { readonly [Key in Name]: Value };
}
