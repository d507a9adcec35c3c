import { allowed, type Decision, refused } from '../../decision.ts';
import { standingDispute } from '../disputes.ts';
import type { LoanState } from '../state.ts';

/** Nothing is debited while a dispute that the payer filed is open, and nothing after one was upheld. The service's own disputes shut the gate. Spec §1, §3.4. */
export function debitIsUndisputed(state: LoanState): Decision {
  const dispute = standingDispute(state);
  if (!dispute) return allowed;
  if (dispute.outcome === 'upheld') {
    return refused(
      'debit-is-undisputed',
      'Spec §1, §3.4',
      `Dispute '${dispute.reference}' was upheld: nothing is collected on this loan any more, release the mandate`,
    );
  }
  return refused(
    'debit-is-undisputed',
    'Spec §1, §3.4',
    `Dispute '${dispute.reference}' is open: you debit nothing until mandates.resolveDispute records how it ended`,
  );
}
