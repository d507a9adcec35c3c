import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** A dispute is resolved once, and only one that was opened. Spec §3.4. */
export function disputeIsOpen({ disputes }: LoanState, reference: string): Decision {
  const dispute = disputes.find((filed) => filed.reference === reference);
  if (!dispute)
    return refused(
      'dispute-is-open',
      'Spec §3.4',
      `No dispute '${reference}' is on file for this loan: open it first with mandates.openDispute`,
    );
  if (!dispute.outcome) return allowed;
  return refused(
    'dispute-is-open',
    'Spec §3.4',
    `Dispute '${reference}' was ${dispute.outcome}, and that is final: open another one with a reference of its own`,
  );
}
