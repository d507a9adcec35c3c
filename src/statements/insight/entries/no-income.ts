import type { CircularMoney } from './circular-money.ts';
import type { ReturnedMoney } from './returned-money.ts';
import type { StudiedEntry } from './streams.ts';

/** The reason why a credit is not income. */
export type NoIncomeReason =
  | ('reversal' | 'refund' | 'returned' | 'circular' | 'loan' | 'sweep' | 'own-transfer' | 'balance-forward')
  | ('betting' | 'savings' | 'own-cash');

const byCategory: Readonly<Partial<Record<string, NoIncomeReason>>> = {
  reversal: 'reversal',
  refund: 'refund',
  loan_in: 'loan',
  sweep: 'sweep',
  balance_forward: 'balance-forward',
  gambling: 'betting',
  investment: 'savings',
  own_transfer: 'own-transfer',
  cash_deposit: 'own-cash',
};

/** Finds credits that are not income, by row, with the reason. Interest, bonuses and gifts are income. Ours. */
export function findNoIncome(
  entries: readonly StudiedEntry[],
  returned: ReturnedMoney,
  circular: CircularMoney,
): ReadonlyMap<number, NoIncomeReason> {
  const reasons = new Map<number, NoIncomeReason>();
  const repaid = firstRepayments(entries);
  for (const { row, side, category, stream, when } of entries) {
    if (side === 'debit') continue;
    const isRepaid = category === 'inflow' && stream !== undefined && when.day < (repaid.get(stream) ?? 0);
    const reason =
      byCategory[category] ??
      ((returned.credits.has(row) && 'returned') ||
        (circular.credits.has(row) && 'circular') ||
        (circular.savings.has(row) && 'savings') ||
        (isRepaid && 'loan'));
    if (reason) reasons.set(row, reason);
  }
  return reasons;
}

/** The day of the last loan repayment to each party. What such a party sent before is a loan. */
function firstRepayments(entries: readonly StudiedEntry[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const { side, category, stream, when } of entries)
    if (side === 'debit' && category === 'loans' && stream !== undefined) days.set(stream, when.day);
  return days;
}
