import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** A repayment outside the platform is at most what is outstanding. Spec §1. */
export function repaymentIsOwed(state: LoanState, amount: Kobo): Decision {
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  return refused(
    'repayment-is-owed',
    'Spec §1',
    `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what belongs to this loan and refund the rest`,
  );
}
