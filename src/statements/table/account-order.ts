/** In which order a statement prints its entries. */
export type PrintedOrder = 'oldest-first' | 'newest-first' | 'oldest-day-first' | 'newest-day-first';

/** All orders, the commonest first. */
export const printedOrders: readonly PrintedOrder[] = [
  'oldest-first',
  'newest-first',
  'newest-day-first',
  'oldest-day-first',
];

/**
 * Puts entries into the order of the account. `oldest-day-first` has the newest entry of each day on top of the day, `newest-day-first` has the newest day on top and
 * within it the oldest entry.
 */
export function inAccountOrder<Entry>(
  entries: readonly Entry[],
  order: PrintedOrder,
  dayOf: (entry: Entry) => unknown,
): readonly Entry[] {
  switch (order) {
    case 'oldest-first':
      return entries;
    case 'newest-first':
      return entries.toReversed();
    case 'oldest-day-first':
      return daysOf(entries, dayOf).flatMap((day) => day.toReversed());
    case 'newest-day-first':
      return daysOf(entries, dayOf).toReversed().flat();
  }
}

function daysOf<Entry>(entries: readonly Entry[], dayOf: (entry: Entry) => unknown): readonly (readonly Entry[])[] {
  const days: Entry[][] = [];
  let day: unknown;
  for (const entry of entries) {
    if (days.length > 0 && dayOf(entry) === day) days.at(-1)?.push(entry);
    else days.push([entry]);
    day = dayOf(entry);
  }
  return days;
}
