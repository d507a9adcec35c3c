import type { Entry } from './entry.ts';

/** Entries by the month they belong to, in order of time. */
export type MonthlyEntries<Item extends Pick<Entry, 'row'> = Pick<Entry, 'row'>> = ReadonlyMap<string, readonly Item[]>;

/** Entries by month. Every one of the months listed is there, in that order, also without an entry. */
export function groupByMonth<Item extends Entry>(
  entries: readonly Item[],
  listed: Iterable<string> = [],
): MonthlyEntries<Item> {
  const months = new Map<string, Item[]>();
  for (const label of listed) months.set(label, []);
  for (const entry of entries) {
    const month = months.get(entry.when.label);
    if (month) month.push(entry);
    else months.set(entry.when.label, [entry]);
  }
  return months;
}
