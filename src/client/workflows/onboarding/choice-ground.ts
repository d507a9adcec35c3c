import { attachmentWasRefused } from '../../../domain/loan/guards/account-guards.ts';
import type { LoanAccountState, LoanState } from '../../../domain/loan/state.ts';
import { grantInstants } from '../../../domain/loan/withdrawal-effect.ts';
import type { ChoiceGround } from '../../../domain/selection.ts';
import type { LoanContext } from '../loan-context.ts';

/** What a choice of the payer is checked against: the accounts that were discovered, when the payer consented, and what time it is. Spec §1.2. */
export function choiceGround({ engine }: LoanContext, state: LoanState): ChoiceGround {
  return {
    discovered: state.accounts.flatMap((account) =>
      account.details ? [{ ...account.details, active: account.usable, ...spent(account) }] : [],
    ),
    consentedAt: grantInstants(state),
    now: engine.settings.clock.now(),
  };
}

// What the service did not take may be given again: a signature that did not match, an attachment that it refused.
function spent(account: LoanAccountState): Pick<ChoiceGround['discovered'][number], 'spent'> {
  const { mandateStatus } = account;
  const isSpent = !attachmentWasRefused(account) && (mandateStatus === 'failed' || mandateStatus === 'pending_timeout');
  return isSpent ? { spent: mandateStatus } : {};
}
