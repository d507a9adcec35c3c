import { allowed, type Decision, refused } from '../../decision.ts';
import { chosenAccounts, type LoanState } from '../state.ts';

const failures: ReadonlySet<string | undefined> = new Set(['failed', 'pending_timeout', 'disputed']);

/** The payer chooses again only when the first choice came to nothing. Spec §3.1. */
export function reselectionFollowsFailure(state: LoanState): Decision {
  const isFailed =
    failures.has(state.mandateStatus) || chosenAccounts(state).some((account) => account.attachment === 'rejected' || failures.has(account.mandateStatus));
  if (isFailed) return allowed;
  return refused(
    'reselection-follows-failure',
    'Spec §3.1',
    `The mandate is '${state.mandateStatus ?? 'pending'}': the payer can choose again after it failed, timed out or was disputed; refresh the loan first`,
  );
}
