import { type Kobo, koboOf, NO_MONEY } from '../../domain/money.ts';
import type { PrintedEntry } from '../table/printed-rows.ts';
import type { PrintedMoney } from '../text/money.ts';

/** Possible changes of the balance by an entry, the likeliest first. Several where the page is ambiguous. */
export type Movements = readonly Kobo[];

export interface ChainEntry {
  readonly movements: Movements;
  /** As printed. */
  readonly balance: Kobo | undefined;
  /** The balance before the entry, if a column prints it. */
  readonly before?: Kobo | undefined;
}

export interface ChainedEntry {
  readonly movement: Kobo;
  /** As printed, else computed; undefined where neither is possible. */
  readonly balance: Kobo | undefined;
}

export interface ChainBreak {
  readonly index: number;
  readonly expected: Kobo;
  readonly printed: Kobo;
}

/** Entries in account order, with the result of checking their balances. */
export interface WalkedChain {
  readonly entries: readonly ChainedEntry[];
  /** Balance before the first entry, as given or computed backwards. */
  readonly opening: Kobo | undefined;
  readonly checked: number;
  readonly breaks: readonly ChainBreak[];
}

/** Walks from balance to balance. For an ambiguous entry, takes the movement that makes the balance hold. */
export function walkChain(entries: readonly ChainEntry[], opening: Kobo | undefined): WalkedChain {
  const start = opening ?? countBack(entries);
  const chained: ChainedEntry[] = [];
  const breaks: ChainBreak[] = [];
  let balance = start;
  let checked = 0;
  // An opening balance that was computed backwards proves nothing: the first printed balance always holds.
  let isGiven = opening !== undefined;
  for (let from = 0; from < entries.length; ) {
    const to = nextBalance(entries, from);
    const printed = entries[to]?.balance;
    const group = entries.slice(from, to + 1);
    let running = balance;
    for (const [offset, movement] of decide(group, balance, printed).entries()) {
      const before = group[offset]?.before;
      if (before !== undefined && running !== undefined && before !== running)
        breaks.push({ index: from + offset, expected: running, printed: before });
      running = running === undefined ? undefined : koboOf(running + movement);
      chained.push({ movement, balance: group[offset]?.balance ?? running });
    }
    if (printed !== undefined && running !== undefined) {
      if (isGiven) checked++;
      if (running !== printed) breaks.push({ index: to, expected: running, printed });
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
  let moved = NO_MONEY;
  for (const entry of entries) {
    moved = koboOf(moved + likeliest(entry));
    if (entry.balance !== undefined) return koboOf(entry.balance - moved);
  }
  return undefined;
}

function likeliest({ movements }: ChainEntry): Kobo {
  return movements[0] ?? NO_MONEY;
}

// Other movements are tried only where the likeliest ones miss the printed balance. Few entries are ambiguous at once.
function decide(group: readonly ChainEntry[], before: Kobo | undefined, printed: Kobo | undefined): readonly Kobo[] {
  const likely = group.map(likeliest);
  if (before === undefined || printed === undefined) return likely;
  let missing = printed - before;
  for (const movement of likely) missing -= movement;
  return missing === 0 ? likely : (otherMovements(group, missing) ?? likely);
}

const MOST_OPEN = 16;

// Only the ambiguous entries are tried: there may be thousands of entries between two balances.
function otherMovements(group: readonly ChainEntry[], missing: number): readonly Kobo[] | undefined {
  const open = group.flatMap((entry, index) => (entry.movements.length > 1 ? [{ entry, index }] : []));
  if (open.length === 0 || open.length > MOST_OPEN) return undefined;
  const chosen = group.map(likeliest);
  const tryFrom = (at: number, left: number): boolean => {
    const next = open[at];
    if (!next) return left === 0;
    return next.entry.movements.some((movement) => {
      chosen[next.index] = movement;
      return tryFrom(at + 1, left - movement + likeliest(next.entry));
    });
  };
  return tryFrom(0, missing) ? chosen : undefined;
}

export interface AmountHabits {
  /** Some amounts of the single column have a minus, so those without a sign are credits. */
  readonly hasMinus: boolean;
  /** Some have a plus, so those without a sign are debits. */
  readonly hasPlus: boolean;
  /** Fees have their own column and reduce the balance in addition to the amount. */
  readonly feesApart: boolean;
}

export function amountHabitsOf(entries: readonly PrintedEntry[]): Omit<AmountHabits, 'feesApart'> {
  return {
    hasMinus: entries.some(({ amount }) => amount?.sign === -1),
    hasPlus: entries.some(({ amount }) => amount?.sign === 1),
  };
}

/** The entry's possible movements by its columns, signs and suffixes; undefined without an amount. */
export function movementsOf(entry: PrintedEntry, habits: AmountHabits): Movements | undefined {
  const movements = columnMovements(entry) ?? amountMovements(entry, habits);
  const fee = entry.fee?.magnitude ?? 0;
  // A fee may have a row of its own.
  if (!movements) return fee > 0 ? [koboOf(-fee)] : undefined;
  return fee > 0 && habits.feesApart ? movements.map((movement) => koboOf(movement - fee)) : movements;
}

function columnMovements({ debit, credit }: PrintedEntry): Movements | undefined {
  const [out, into] = [movedIn(debit), movedIn(credit)];
  if (out && into) return [into.magnitude, out.magnitude];
  const only = out ?? into;
  if (!only) return undefined;
  const [plain, opposite] = [only.magnitude, koboOf(-only.magnitude)];
  const movements = out ? [opposite, plain] : [plain, opposite];
  // A minus in a debit column is either the bank's habit or a correction. The balance decides.
  return only.sign < 0 ? movements : movements.slice(0, 1);
}

function movedIn(money: PrintedMoney | undefined): PrintedMoney | undefined {
  return money && money.magnitude > 0 ? money : undefined;
}

function amountMovements({ amount, side }: PrintedEntry, { hasMinus, hasPlus }: AmountHabits): Movements | undefined {
  if (!amount || amount.magnitude === 0) return undefined;
  const said = side ?? amount.side;
  const [out, into] = [koboOf(-amount.magnitude), amount.magnitude];
  if (said) return [said === 'debit' ? out : into];
  if (amount.sign !== 0) return [amount.sign < 0 ? out : into];
  if (hasMinus !== hasPlus) return [hasMinus ? into : out];
  return [out, into];
}
