import type { Kobo } from '../../../domain/money.ts';
import type { StudiedEntry } from '../entries/studied-entry.ts';

/**
 * What of each credit leaves again within 24 hours, by row: debits use up the oldest credit first, of the same statement day or the day before.
 * Days are the measure, not times, for few statements print them. Ours.
 */
export function findSweptCredits(entries: readonly StudiedEntry[]): ReadonlyMap<number, Kobo> {
  const swept = new Map<number, Kobo>();
  const queue: { readonly entry: StudiedEntry; left: number }[] = [];
  let head = 0;
  const cover = (debit: StudiedEntry) => {
    let toCover: number = debit.amount;
    for (let credit = queue[head]; credit && toCover > 0; credit = queue[head]) {
      const used = credit.entry.when.day < debit.when.day - 1 ? 0 : Math.min(credit.left, toCover);
      credit.left -= used;
      toCover -= used;
      if (used > 0) swept.set(credit.entry.row, ((swept.get(credit.entry.row) ?? 0) + used) as Kobo);
      if (used === 0 || credit.left === 0) head += 1;
    }
  };
  // Credits of a day come before its debits, so that the order inside a day decides nothing.
  for (const day of daysOf(entries)) {
    for (const entry of day) if (entry.side === 'credit') queue.push({ entry, left: entry.amount });
    for (const entry of day) if (entry.side === 'debit') cover(entry);
  }
  return swept;
}

function* daysOf(entries: readonly StudiedEntry[]): Generator<readonly StudiedEntry[]> {
  let start = 0;
  for (let place = 1; place <= entries.length; place += 1) {
    if (entries[place]?.when.day === entries[start]?.when.day) continue;
    yield entries.slice(start, place);
    start = place;
  }
}
