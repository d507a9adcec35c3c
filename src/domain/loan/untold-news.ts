import { sumKobo } from '../money.ts';
import type { LoanState } from './state.ts';

/**
 * Did the mandate show money or a miss that was not heard of instalment by instalment yet? Who read it may have ended before; the reports that follow from it are
 * still owed. Spec §6.3.
 */
export function hasUntoldNews({ collected, collections, instalments, terms }: LoanState): boolean {
  if (collected > sumKobo(collections.map((news) => news.collected))) return true;
  // On demand a due date that passes is no failure of a debit.
  if (terms.collectionMode === 'manual') return false;
  return instalments.some(
    ({ breakdownId, status }) =>
      (status === 'failed' || status === 'overdue') && !collections.some((news) => news.breakdownId === breakdownId),
  );
}
