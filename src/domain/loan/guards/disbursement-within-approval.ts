import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import type { LoanState } from '../state.ts';

/** What was disbursed is at most what was approved. Spec §1, §6.3. */
export function disbursementWithinApproval(state: LoanState, amount: Kobo): Decision {
  if (amount > 0 && amount <= state.terms.approvedAmount) return allowed;
  return refused(
    'disbursement-within-approval',
    'Spec §1, §6.3',
    `A disbursement of ${formatKobo(amount)} does not fit the approved ${formatKobo(state.terms.approvedAmount)}: report what was really sent, at most the approved amount`,
  );
}
