import type { Kobo } from '../../domain/money.ts';
import type { PrintedMoney } from './money-text.ts';
import type { PrintedEntry } from './printed-entry.ts';

/** What an entry may have done to the balance: signed kobo, the likeliest first. More than one where the page leaves it open. */
export type Movements = readonly [Kobo, ...Kobo[]];

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

/** The balance a row prints, with its sign: minus, parentheses and DR say that the account is overdrawn. */
export function balanceOf({ balance }: PrintedEntry): Kobo | undefined {
  if (!balance) return undefined;
  return (balance.sign < 0 || balance.side === 'debit' ? -balance.magnitude : balance.magnitude) as Kobo;
}
