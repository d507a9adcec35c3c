import type { StudiedEntry } from '../entries/studied-entry.ts';
import type { ReturnedMoney } from './returned-money.ts';

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
