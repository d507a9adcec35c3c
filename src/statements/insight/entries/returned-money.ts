import type { Kobo } from '../../../domain/money.ts';
import type { StudiedEntry } from './streams.ts';

/** Days within which money that comes back is taken for the same money. Ours. */
const RETURN_DAYS = 3;

/** Entries that took each other back. */
export interface ReturnedMoney {
  /** Credits that are a debit come back, or that a debit took back; by row. Those that only say so are not among them. */
  readonly credits: ReadonlySet<number>;
  /** Debits that came back; by row. */
  readonly debits: ReadonlySet<number>;
}

/**
 * Pairs equal amounts of opposite sides within three days. That a credit says it is a reversal or a refund is enough for any debit of that amount; without such
 * words both must name the same counterparty, or the credit nobody. Each entry is used once, the nearest first.
 */
export function findReturnedMoney(entries: readonly StudiedEntry[]): ReturnedMoney {
  const paired = thoseWithOpposite(entries);
  const returned = { credits: new Set<number>(), debits: new Set<number>() };
  const setOff = (a: StudiedEntry, b: StudiedEntry) => {
    for (const entry of [a, b]) returned[entry.side === 'credit' ? 'credits' : 'debits'].add(entry.row);
  };
  pair(paired, 'debit', setOff, returned);
  pair(paired, 'credit', setOff, returned);
  return returned;
}

// Most amounts occur on one side only.
function thoseWithOpposite(entries: readonly StudiedEntry[]): readonly StudiedEntry[] {
  const amounts = { credit: new Set<number>(), debit: new Set<number>() };
  for (const { side, amount } of entries) amounts[side].add(amount);
  return entries.filter(({ amount }) => amounts.credit.has(amount) && amounts.debit.has(amount));
}

type Taken = { readonly credits: ReadonlySet<number>; readonly debits: ReadonlySet<number> };

function pair(
  entries: readonly StudiedEntry[],
  first: 'debit' | 'credit',
  onPair: (earlier: StudiedEntry, later: StudiedEntry) => void,
  taken: Taken,
): void {
  const waiting = new Map<string, StudiedEntry[]>();
  const isFree = (entry: StudiedEntry) => !taken.credits.has(entry.row) && !taken.debits.has(entry.row);
  for (const entry of inPairingOrder(entries, first)) {
    if (!isFree(entry)) continue;
    if (entry.side === first) {
      if (mayComeBack(entry)) for (const key of keysOf(entry)) push(waiting, key, entry);
      continue;
    }
    const key = returnKey(entry);
    const earlier = key === undefined ? undefined : popFree(waiting.get(key), isFree, entry.when.day - RETURN_DAYS);
    if (earlier) onPair(earlier, entry);
  }
}

// Day by day, what may come back before what brings it back; within that by counterparty and text, so that the order of rows inside a day decides nothing.
function inPairingOrder(entries: readonly StudiedEntry[], first: 'debit' | 'credit'): StudiedEntry[] {
  const rank = (entry: StudiedEntry) => (entry.side === first ? 0 : 1);
  const payee = (entry: StudiedEntry) => entry.stream ?? -1;
  return [...entries].sort(
    (a, b) =>
      a.when.day - b.when.day || rank(a) - rank(b) || payee(a) - payee(b) || compareTexts(a.narration, b.narration),
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const neverBack: ReadonlySet<string> = new Set([
  'charges',
  'sweep',
  'interest',
  'loan_in',
  'balance_forward',
  'reversal',
  'refund',
]);

function mayComeBack(entry: StudiedEntry): boolean {
  return !neverBack.has(entry.category);
}

function keysOf(entry: StudiedEntry): readonly string[] {
  const any = `${entry.amount}`;
  // What says that it is pay is taken back only by what says that it takes back.
  const isPay = entry.side === 'credit' && entry.category !== 'inflow';
  return entry.stream === undefined || isPay ? [any] : [any, `${any} ${entry.stream}`];
}

/** What the other side of the pair must have been filed under; undefined if this entry brings nothing back. */
function returnKey(entry: StudiedEntry): string | undefined {
  if (entry.amount === 0) return undefined;
  if (entry.category === 'reversal' || entry.category === 'refund') return `${entry.amount}`;
  if (entry.side === 'credit' && entry.category !== 'inflow') return undefined;
  if (entry.side === 'debit' && !mayComeBack(entry)) return undefined;
  if (entry.stream !== undefined) return `${entry.amount} ${entry.stream}`;
  return entry.side === 'credit' ? `${entry.amount}` : undefined;
}

function push(waiting: Map<string, StudiedEntry[]>, key: string, entry: StudiedEntry): void {
  const stack = waiting.get(key);
  if (stack) stack.push(entry);
  else waiting.set(key, [entry]);
}

function popFree(
  stack: StudiedEntry[] | undefined,
  isFree: (entry: StudiedEntry) => boolean,
  earliestDay: number,
): StudiedEntry | undefined {
  for (let top = stack?.pop(); top; top = stack?.pop())
    if (isFree(top)) return top.when.day >= earliestDay ? top : undefined;
  return undefined;
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

/** Says why a credit is no income; undefined if it is. Interest, bonuses and gifts are. Ours. */
export function whyNoIncome(
  entry: StudiedEntry,
  returned: ReturnedMoney,
  holder: readonly string[],
): NoIncomeReason | undefined {
  const named = byCategory[entry.category];
  if (named) return named;
  if (returned.credits.has(entry.row)) return 'returned';
  return entry.category === 'inflow' && isHolder(entry.counterparty, holder) ? 'own-transfer' : undefined;
}

/** Is it the account's own name? Banks cut and turn names, so two words and two thirds of them do. */
function isHolder(counterparty: readonly string[], holder: readonly string[]): boolean {
  const common = holder.filter((name) => counterparty.includes(name)).length;
  return common >= 2 && common * 3 >= holder.length * 2;
}

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
