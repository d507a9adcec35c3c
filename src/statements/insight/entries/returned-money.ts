import { type Kobo, koboOf } from '../../../domain/money.ts';
import { addTo, compareText, type EntrySide } from './entry.ts';
import type { StudiedEntry } from './streams.ts';

/** Days within which money that comes back is taken for the same money. Ours. */
const RETURN_DAYS = 3;

export interface ReturnedMoney {
  /** Rows of credits that pair with a debit. A credit that only its words call returned is not among them. */
  readonly credits: ReadonlySet<number>;
  /** Rows of debits that came back. */
  readonly debits: ReadonlySet<number>;
}

/**
 * Pairs equal amounts of opposite sides within three days, each entry once, the nearest first. A reversal or a refund
 * fits any debit of that amount. Else both must name the same counterparty, or the credit no one.
 */
export function findReturnedMoney(entries: readonly StudiedEntry[]): ReturnedMoney {
  const returned = { credit: new Set<number>(), debit: new Set<number>() };
  // Most amounts occur on one side only.
  const amounts = { credit: new Set<number>(), debit: new Set<number>() };
  for (const { side, amount } of entries) amounts[side].add(amount);
  const paired = entries.filter(({ amount }) => amounts.credit.has(amount) && amounts.debit.has(amount));
  for (const first of ['debit', 'credit'] as const) pairEntries(paired, first, returned);
  return { credits: returned.credit, debits: returned.debit };
}

function pairEntries(
  entries: readonly StudiedEntry[],
  first: EntrySide,
  returned: Readonly<Record<EntrySide, Set<number>>>,
): void {
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

// Sorted so that the order of rows inside a day decides nothing.
function inPairingOrder(entries: readonly StudiedEntry[], first: EntrySide): StudiedEntry[] {
  const rank = (entry: StudiedEntry) => (entry.side === first ? 0 : 1);
  const payee = (entry: StudiedEntry) => entry.stream ?? -1;
  return [...entries].sort(
    (a, b) =>
      a.when.day - b.when.day || rank(a) - rank(b) || payee(a) - payee(b) || compareText(a.narration, b.narration),
  );
}

const neverBack: ReadonlySet<string> = new Set(
  'charges sweep interest loan_in balance_forward reversal refund'.split(' '),
);

function keysOf(entry: StudiedEntry): readonly string[] {
  const any = `${entry.amount}`;
  // Pay, by its words, is taken back only by an entry whose words say so.
  const isPay = entry.side === 'credit' && entry.category !== 'inflow';
  return entry.stream === undefined || isPay ? [any] : [any, `${any} ${entry.stream}`];
}

/** What the other side of the pair must have been filed under; undefined if this entry brings nothing back. */
function returnKey(entry: StudiedEntry): string | undefined {
  if (entry.amount === 0) return undefined;
  if (entry.category === 'reversal' || entry.category === 'refund') return `${entry.amount}`;
  if (entry.side === 'credit' && entry.category !== 'inflow') return undefined;
  if (entry.side === 'debit' && neverBack.has(entry.category)) return undefined;
  if (entry.stream !== undefined) return `${entry.amount} ${entry.stream}`;
  return entry.side === 'credit' ? `${entry.amount}` : undefined;
}

/** Why a credit is no income. */
export type NoIncomeReason = 'reversal' | 'refund' | 'returned' | 'loan' | 'sweep' | 'own-transfer' | 'balance-forward';

const byCategory: Readonly<Partial<Record<string, NoIncomeReason>>> = {
  reversal: 'reversal',
  refund: 'refund',
  loan_in: 'loan',
  sweep: 'sweep',
  balance_forward: 'balance-forward',
};

/** The credits that are no income, by row, with the reason. Interest, bonuses and gifts are income. Ours. */
export function findNoIncome(
  credits: readonly StudiedEntry[],
  returned: ReturnedMoney,
  holder: readonly string[],
): ReadonlyMap<number, NoIncomeReason> {
  const reasons = new Map<number, NoIncomeReason>();
  for (const { row, category, counterparty } of credits) {
    const reason = byCategory[category] ?? (returned.credits.has(row) ? 'returned' : undefined);
    if (reason) reasons.set(row, reason);
    else if (category === 'inflow' && isHolder(counterparty, holder)) reasons.set(row, 'own-transfer');
  }
  return reasons;
}

// Banks cut names and change their order: two words and two thirds of them are enough.
function isHolder(counterparty: readonly string[], holder: readonly string[]): boolean {
  const common = holder.filter((name) => counterparty.includes(name)).length;
  return common >= 2 && common * 3 >= holder.length * 2;
}

/** What of each credit leaves again on the same or the next statement day, by row; few statements print times. Ours. */
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
  // Credits of a day come before its debits, so that the order inside a day decides nothing.
  for (const day of days.values()) {
    for (const entry of day) if (entry.side === 'credit') queue.push({ entry, left: entry.amount });
    for (const entry of day) if (entry.side === 'debit') cover(entry);
  }
  return swept;
}
