import type { CircularMoney } from './circular-money.ts';
import type { ReturnedMoney } from './returned-money.ts';
import { type StudiedEntry, streamsOf, totalOf } from './streams.ts';

// Ours: of what a lender lent in three loans or more, most was paid back.
const LEAST_REPAID = 0.5;

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

/**
 * The day of the last loan repayment to each party. What such a party sent before is a loan. But an employer, who may
 * lend too, sends more often and more than he gets back.
 */
function firstRepayments(entries: readonly StudiedEntry[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const stream of streamsOf(entries)) {
    const repaid = stream.filter(({ side, category }) => side === 'debit' && category === 'loans');
    const lent = stream.filter(({ side, category }) => side === 'credit' && category === 'inflow');
    const isEmployer = lent.length > 2 && totalOf(repaid) < LEAST_REPAID * totalOf(lent);
    const [last, id] = [repaid.at(-1), stream[0]?.stream];
    if (last && id !== undefined && !isEmployer) days.set(id, last.when.day);
  }
  return days;
}
