import { allowed, type Decision, refused } from '../../decision.ts';
import { standingDispute } from '../disputes.ts';
import type { LoanState } from '../state.ts';

/** While the payer disputes the loan or its mandate, with the merchant or at the service, nothing is added to it and no money is sent. Spec §1, §3.4. */
export function loanIsUndisputed(state: LoanState): Decision {
  const dispute = standingDispute(state);
  if (dispute) {
    const what = dispute.outcome === 'upheld' ? 'was upheld: this loan ends here' : 'is open: resolve it first';
    return refused('loan-is-undisputed', 'Spec §1, §3.4', `Dispute '${dispute.reference}' ${what}`);
  }
  if (state.mandateStatus !== 'disputed') return allowed;
  return refused(
    'loan-is-undisputed',
    'Spec §1, §3.4',
    'The mandate is disputed at the service: resolve the dispute there first, then refresh the loan',
  );
}
