import type { Entry } from './entry.ts';
import { signedAmount } from './read-entries.ts';

/**
 * Oldest first. A list whose days mostly fall is newest first and is turned round, then the days are sorted, each day's entries kept in their order.
 * Where the balances inside the days only fit when read backwards, each day is turned round as well.
 */
export function orderEntries(entries: readonly Entry[]): Entry[] {
  const rising = countPairs(entries, (earlier, later) => earlier.when.day < later.when.day);
  const falling = countPairs(entries, (earlier, later) => earlier.when.day > later.when.day);
  const sorted = (falling > rising ? entries.toReversed() : [...entries]).sort((a, b) => a.when.day - b.when.day);
  const forwards = countPairs(sorted, isLinked);
  const backwards = countPairs(sorted, (earlier, later) => isLinked(later, earlier));
  // Only the order inside the days is in question here, and only a majority of the links may decide it.
  return backwards > forwards ? sorted.toReversed().sort((a, b) => a.when.day - b.when.day) : sorted;
}

function countPairs(entries: readonly Entry[], holds: (earlier: Entry, later: Entry) => boolean): number {
  let count = 0;
  for (let place = 1; place < entries.length; place += 1)
    if (holds(entries[place - 1] as Entry, entries[place] as Entry)) count += 1;
  return count;
}

/** Do the balances of two entries of one day follow from each other? */
function isLinked(earlier: Entry, later: Entry): boolean {
  if (earlier.when.day !== later.when.day || earlier.balance === undefined || later.balance === undefined) return false;
  return earlier.balance + signedAmount(later) === later.balance;
}
