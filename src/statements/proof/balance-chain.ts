import { type Kobo, koboOf, NO_MONEY } from '../../domain/money.ts';
import type { PrintedEntry } from '../table/printed-rows.ts';
import type { PrintedMoney } from '../text/money.ts';

/** What an entry may have done to the balance, the likeliest first. More than one where the page leaves it open. */
export type Movements = readonly Kobo[];

export interface ChainEntry {
  readonly movements: Movements;
  /** As printed. */
  readonly balance: Kobo | undefined;
}

export interface ChainedEntry {
  readonly movement: Kobo;
  /** As printed, else as it follows; undefined where nothing is known. */
  readonly balance: Kobo | undefined;
}

/** A printed balance that does not follow from the one before. */
export interface ChainBreak {
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
    let running = balance;
    for (const [offset, movement] of decide(group, balance, printed).entries()) {
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

// Only where the likeliest movements do not lead to the printed balance are others tried; few entries are open at once.
function decide(group: readonly ChainEntry[], before: Kobo | undefined, printed: Kobo | undefined): readonly Kobo[] {
  const likely = group.map(likeliest);
  if (before === undefined || printed === undefined) return likely;
  let missing = printed - before;
  for (const movement of likely) missing -= movement;
  return missing === 0 ? likely : (otherMovements(group, missing) ?? likely);
}

const MOST_OPEN = 16;

// Only the open entries are tried, because between two balances there may be thousands of others.
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

/** How the statement as a whole prints its amounts. */
export interface AmountHabits {
  /** Some amounts of the single column bear a minus, so that those without a sign are credits. */
  readonly hasMinus: boolean;
  /** Some bear a plus, so that those without a sign are debits. */
  readonly hasPlus: boolean;
  /** Fees of a column of their own are taken from the balance beside the amount. */
  readonly feesApart: boolean;
}

/** What all entries together show, before one is judged. */
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
  return fee > 0 ? movements?.map((movement) => koboOf(movement - fee)) : movements;
}

function columnMovements({ debit, credit }: PrintedEntry): Movements | undefined {
  const [out, into] = [movedIn(debit), movedIn(credit)];
  if (out && into) return [into.magnitude, out.magnitude];
  const only = out ?? into;
  if (!only) return undefined;
  const [plain, opposite] = [only.magnitude, koboOf(-only.magnitude)];
  const movements = out ? [opposite, plain] : [plain, opposite];
  // A minus in a column of debits is the bank's habit or a correction: the balance decides.
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
