import type { LoanAccountState, LoanState } from '../../../domain/loan/state.ts';
import type { ChoiceGround } from '../../../domain/selection.ts';

/** What a choice of the payer is checked against: the accounts that were discovered, and when the payer consented. Spec §1.2. */
export function choiceGround({ accounts, consent }: LoanState): ChoiceGround {
  return {
    discovered: accounts.flatMap((account) => (account.details ? [{ ...account.details, active: account.usable, ...spent(account) }] : [])),
    consentedAt: consent.scopes.map((grant) => grant.grantedAt),
  };
}

// A signature that did not match may be given again: the service was asked for an opinion on it, not for a deposit that never came.
function spent({ attachment, mandateStatus }: LoanAccountState): Pick<ChoiceGround['discovered'][number], 'spent'> {
  const isSpent = attachment !== 'rejected' && (mandateStatus === 'failed' || mandateStatus === 'pending_timeout');
  return isSpent ? { spent: mandateStatus } : {};
}
