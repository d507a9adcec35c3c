import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** No more goes back than came in, earlier reversals counted. Spec §1. */
export function reversalIsCovered(state: LoanState, of: 'repayment' | 'collection', amount: Kobo): Decision {
  const { collected, repaidOutside } = loanBalances(state);
  const left = of === 'collection' ? collected : repaidOutside;
  if (amount <= left) return allowed;
  const what = of === 'collection' ? 'collected' : 'repaid outside the platform';
  return refused(
    'reversal-is-covered',
    'Spec §1',
    `${formatKobo(amount)} is more than the ${formatKobo(left)} that was ${what}: refresh the loan, or mend the amount`,
  );
}
