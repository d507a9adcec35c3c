import type { LoanState } from '../../../domain/loan/state.ts';
import type { ChoiceGround } from '../../../domain/selection.ts';

/** What a choice of the payer is checked against: the accounts that were discovered, and when the payer consented. Spec §1.2. */
export function choiceGround({ accounts, consent }: LoanState): ChoiceGround {
  return {
    discovered: accounts.flatMap(({ details, usable }) => (details ? [{ ...details, active: usable }] : [])),
    consentedAt: consent.scopes.map((grant) => grant.grantedAt),
  };
}
