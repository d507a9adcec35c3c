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
  // Credits of a day come before its debits, so that the order inside a day decides nothing.
  for (const entry of [...entries].sort((a, b) => a.day - b.day || (a.side < b.side ? -1 : a.side > b.side ? 1 : 0))) {
    if (entry.side === 'credit') {
      queue.push({ entry, left: entry.amount });
      continue;
    }
    let toCover: number = entry.amount;
    for (let credit = queue[head]; credit && toCover > 0; credit = queue[head]) {
      const used = credit.entry.day < entry.day - 1 ? 0 : Math.min(credit.left, toCover);
      credit.left -= used;
      toCover -= used;
      if (used > 0) swept.set(credit.entry.row, ((swept.get(credit.entry.row) ?? 0) + used) as Kobo);
      if (used === 0 || credit.left === 0) head += 1;
    }
  }
  return swept;
}
