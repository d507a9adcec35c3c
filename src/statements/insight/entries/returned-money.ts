import { type Kobo, koboOf } from '../../../domain/money.ts';
import { addTo, compareText, type EntrySide } from './entry.ts';
import type { StudiedEntry } from './streams.ts';

/** Money that comes back within this many days counts as the same money. Ours. */
const RETURN_DAYS = 3;

export interface ReturnedMoney {
  /** Rows of credits paired with a debit. Credits that are returned only by their words are not included. */
  readonly credits: ReadonlySet<number>;
  readonly debits: ReadonlySet<number>;
}

/**
 * Pairs equal amounts of opposite sides within three days, each entry once, the nearest first. A reversal or a refund
 * matches any debit of that amount. Other credits must name the same counterparty as the debit, or no one.
 */
export function findReturnedMoney(entries: readonly StudiedEntry[]): ReturnedMoney {
  const returned = { credit: new Set<number>(), debit: new Set<number>() };
  // A quick filter: most amounts occur on one side only.
  const amounts = { credit: new Set<number>(), debit: new Set<number>() };
  for (const { side, amount } of entries) amounts[side].add(amount);
  const paired = entries.filter(({ amount }) => amounts.credit.has(amount) && amounts.debit.has(amount));
  for (const first of ['debit', 'credit'] as const) pairEntries(paired, first, returned);
  return { credits: returned.credit, debits: returned.debit };
}

function pairEntries(entries: readonly StudiedEntry[], first: EntrySide, returned: Record<EntrySide, Set<number>>) {
  const waiting = new Map<string, StudiedEntry[]>();
  const isFree = (entry: StudiedEntry) => !returned[entry.side].has(entry.row);
  for (const entry of inPairingOrder(entries, first)) {
    if (!isFree(entry)) continue;
    if (entry.side === first) {
      if (!neverBack.has(entry.category)) for (const key of keysOf(entry)) addTo(waiting, key, entry);
      continue;
    }
    const stack = waiting.get(returnKey(entry) ?? '') ?? [];
    let earlier = stack.pop();
    while (earlier && !isFree(earlier)) earlier = stack.pop();
    if (!earlier || earlier.when.day < entry.when.day - RETURN_DAYS) continue;
    for (const one of [earlier, entry]) returned[one.side].add(one.row);
  }
}

// Sorted so that the order of rows within a day does not matter.
function inPairingOrder(entries: readonly StudiedEntry[], first: EntrySide): StudiedEntry[] {
  const rank = (entry: StudiedEntry) => (entry.side === first ? 0 : 1);
  const payee = (entry: StudiedEntry) => entry.stream ?? -1;
  return [...entries].sort(
    (a, b) =>
      a.when.day - b.when.day || rank(a) - rank(b) || payee(a) - payee(b) || compareText(a.narration, b.narration),
  );
}

const neverBack = new Set<string>('charges sweep interest loan_in balance_forward reversal refund'.split(' '));

function keysOf(entry: StudiedEntry): readonly string[] {
  const any = `${entry.amount}`;
  // A credit with words of pay is reversed only by an entry with words of reversal.
  const isPay = entry.side === 'credit' && entry.category !== 'inflow';
  return entry.stream === undefined || isPay ? [any] : [any, `${any} ${entry.stream}`];
}

/** The key of the entry's counterpart; undefined if the entry returns nothing. */
function returnKey(entry: StudiedEntry): string | undefined {
  if (entry.amount === 0) return undefined;
  if (entry.category === 'reversal' || entry.category === 'refund') return `${entry.amount}`;
  if (entry.side === 'credit' && entry.category !== 'inflow') return undefined;
  if (entry.side === 'debit' && neverBack.has(entry.category)) return undefined;
  if (entry.stream !== undefined) return `${entry.amount} ${entry.stream}`;
  return entry.side === 'credit' ? `${entry.amount}` : undefined;
}

/** The part of each credit that leaves on the same or next statement day, by row. Few statements print times. Ours. */
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
      if (used > 0) swept.set(credit.entry.row, koboOf((swept.get(credit.entry.row) ?? 0) + used));
      if (used === 0 || credit.left === 0) head += 1;
    }
  };
  const days = new Map<number, StudiedEntry[]>();
  for (const entry of entries) addTo(days, entry.when.day, entry);
  // Credits of a day come before its debits, so that the order within a day does not matter.
  for (const day of days.values()) {
    for (const entry of day) if (entry.side === 'credit') queue.push({ entry, left: entry.amount });
    for (const entry of day) if (entry.side === 'debit') cover(entry);
  }
  return swept;
}
