import type { Kobo } from '../../domain/money.ts';
import type { PrintedEntry } from '../table/printed-rows.ts';
import type { PrintedMoney } from '../text/money.ts';

/** An entry as the chain sees it. */
export interface ChainEntry {
  readonly movements: Movements;
  /** As printed. */
  readonly balance: Kobo | undefined;
}

/** An entry whose movement is decided. */
export interface ChainedEntry {
  readonly movement: Kobo;
  /** As printed, else as it follows; undefined where nothing is known. */
  readonly balance: Kobo | undefined;
}

/** A printed balance that does not follow from the one before. */
export interface ChainBreak {
  /** Index of the entry. */
  readonly index: number;
  readonly expected: Kobo;
  readonly printed: Kobo;
}

/** Entries in the order of the account, with what their balances say. */
export interface WalkedChain {
  readonly entries: readonly ChainedEntry[];
  /** Balance before the first entry, as given or counted back. */
  readonly opening: Kobo | undefined;
  readonly checked: number;
  readonly breaks: readonly ChainBreak[];
}

/** Walks from balance to balance. Where an entry's movement is open, the one that makes the balance hold is taken. */
export function walkChain(entries: readonly ChainEntry[], opening: Kobo | undefined): WalkedChain {
  const start = opening ?? countBack(entries);
  const chained: ChainedEntry[] = [];
  const breaks: ChainBreak[] = [];
  let balance = start;
  let checked = 0;
  // Counted back, the first printed balance holds by itself.
  let isGiven = opening !== undefined;
  for (let from = 0; from < entries.length; ) {
    const to = nextBalance(entries, from);
    const printed = entries[to]?.balance;
    const group = entries.slice(from, to + 1);
    const movements = decide(group, balance, printed);
    let running = balance;
    for (const [offset, movement] of movements.entries()) {
      running = running === undefined ? undefined : ((running + movement) as Kobo);
      chained.push({ movement, balance: group[offset]?.balance ?? running });
    }
    if (printed !== undefined && running !== undefined) {
      if (isGiven) checked++;
      if (running !== printed) breaks.push({ index: Math.min(to, entries.length - 1), expected: running, printed });
    }
    if (printed !== undefined) isGiven = true;
    balance = printed ?? running;
    from = to + 1;
  }
  return { entries: chained, opening: start, checked, breaks };
}

function nextBalance(entries: readonly ChainEntry[], from: number): number {
  for (let at = from; at < entries.length; at++) if (entries[at]?.balance !== undefined) return at;
  return entries.length - 1;
}

function countBack(entries: readonly ChainEntry[]): Kobo | undefined {
  const to = entries.findIndex((entry) => entry.balance !== undefined);
  if (to < 0) return undefined;
  let balance: number = entries[to]?.balance ?? 0;
  for (const entry of entries.slice(0, to + 1)) balance -= entry.movements[0];
  return balance as Kobo;
}

// Only where the likeliest movements do not lead to the printed balance are others tried; few entries are open at once.
function decide(group: readonly ChainEntry[], before: Kobo | undefined, printed: Kobo | undefined): readonly Kobo[] {
  const likely = group.map((entry) => entry.movements[0]);
  if (before === undefined || printed === undefined) return likely;
  const wanted = printed - before;
  let sum = 0;
  for (const movement of likely) sum += movement;
  if (sum === wanted) return likely;
  return otherMovements(group, wanted) ?? likely;
}

const MOST_OPEN = 16;

// Only the open ones are walked through: between two balances there may be thousands of others.
function otherMovements(group: readonly ChainEntry[], wanted: number): readonly Kobo[] | undefined {
  const open = group.flatMap((entry, index) => (entry.movements.length > 1 ? [index] : []));
  if (open.length === 0 || open.length > MOST_OPEN) return undefined;
  const chosen = group.map((entry) => entry.movements[0]);
  const settled = group.reduce((sum, entry) => (entry.movements.length > 1 ? sum : sum + entry.movements[0]), 0);
  const walk = (at: number, left: number): boolean => {
    const index = open[at];
    if (index === undefined) return left === 0;
    return (group[index]?.movements ?? []).some((movement) => {
      chosen[index] = movement;
      return walk(at + 1, left - movement);
    });
  };
  return walk(0, wanted - settled) ? chosen : undefined;
}

/** What an entry may have done to the balance: signed kobo, the likeliest first. More than one where the page leaves it open. */
type Movements = readonly [Kobo, ...Kobo[]];

/** How the statement as a whole prints its amounts. */
export interface AmountHabits {
  /** Some amounts of the single column bear a minus, so that those without a sign are credits. */
  readonly hasMinus: boolean;
  /** Some bear a plus, so that those without a sign are debits. */
  readonly hasPlus: boolean;
  /** Fees of a column of their own are taken from the balance beside the amount. */
  readonly feesApart: boolean;
}

/** Looks at all entries before one is judged. */
export function amountHabitsOf(entries: readonly PrintedEntry[]): Omit<AmountHabits, 'feesApart'> {
  return {
    hasMinus: entries.some(({ amount }) => amount?.sign === -1),
    hasPlus: entries.some(({ amount }) => amount?.sign === 1),
  };
}

/** What an entry did to the balance, as its columns, signs and suffixes say; undefined where it shows no amount. */
export function movementsOf(entry: PrintedEntry, habits: AmountHabits): Movements | undefined {
  const movements = columnMovements(entry) ?? amountMovements(entry, habits);
  const fee = habits.feesApart ? (entry.fee?.magnitude ?? 0) : 0;
  return fee > 0 && movements
    ? (movements.map((movement) => movement - fee) as readonly number[] as Movements)
    : movements;
}

function columnMovements({ debit, credit }: PrintedEntry): Movements | undefined {
  const [out, into] = [amountIn(debit), amountIn(credit)];
  if (out && into) return [into.kobo, out.kobo] as readonly number[] as Movements;
  const [only, direction] = out ? [out, -1] : [into, 1];
  if (!only) return undefined;
  const movement = direction * only.kobo;
  // A minus in a column of debits is the bank's habit or a correction: the balance tells.
  return (only.isNegative ? [movement, -movement] : [movement]) as readonly number[] as Movements;
}

function amountIn(
  money: PrintedMoney | undefined,
): { readonly kobo: number; readonly isNegative: boolean } | undefined {
  return money && money.magnitude > 0 ? { kobo: money.magnitude, isNegative: money.sign < 0 } : undefined;
}

function amountMovements({ amount, side }: PrintedEntry, { hasMinus, hasPlus }: AmountHabits): Movements | undefined {
  if (!amount || amount.magnitude === 0) return undefined;
  const said = side ?? amount.side;
  const [out, into] = [-amount.magnitude as Kobo, amount.magnitude];
  if (said) return [said === 'debit' ? out : into];
  if (amount.sign !== 0) return [amount.sign < 0 ? out : into];
  if (hasMinus !== hasPlus) return [hasMinus ? into : out];
  return [out, into];
}
