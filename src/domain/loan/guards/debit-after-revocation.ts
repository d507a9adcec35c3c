import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { isDebitScope } from '../../withdrawal.ts';
import { obligationLeft } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** After the payer took the consent to debits back, or asked to cancel, only an obligation that was recorded is collected. Spec §1.1. */
export function debitAfterRevocation(state: LoanState, amount: Kobo): Decision {
  if (!isWithdrawn(state)) return allowed;
  const { obligation } = state;
  if (!obligation) {
    return refused(
      'debit-after-revocation',
      'Spec §1.1',
      'The payer took the consent to debits back: end the collection, or record what is still owed, and on which ground, with loans.recordObligation first',
    );
  }
  const left = obligationLeft(state, obligation);
  if (amount <= left) return allowed;
  return refused(
    'debit-after-revocation',
    'Spec §1.1',
    `${formatKobo(amount)} is more than the recorded obligation of ${formatKobo(obligation.amount)} leaves: ask for ${formatKobo(left)} at most`,
  );
}

/** Did the payer take back what debits rest on? */
export function isWithdrawn({ revocations, cancellation }: LoanState): boolean {
  return cancellation !== undefined || revocations.some(({ scope }) => isDebitScope(scope));
}
