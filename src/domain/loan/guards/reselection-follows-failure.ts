import { allowed, type Decision, refused } from '../../decision.ts';
import { chosenAccounts, type LoanAccountState, type LoanState, primaryAccount } from '../state.ts';

const failures: ReadonlySet<string | undefined> = new Set(['failed', 'pending_timeout']);

/** Was the mandate on this account not honoured, or not proved in time? Spec §3.1. */
export function accountCameToNothing(account: LoanAccountState): boolean {
  return attachmentWasRefused(account) || failures.has(account.mandateStatus);
}

/** Was the account refused, or its signature found not to match, and has the service taken no other attachment of it since? It may be given again. Spec §4.4, §4.5. */
export function attachmentWasRefused({ attachment, isGivenAgain, mandateStatus }: LoanAccountState): boolean {
  // Where the service shows it as active all the same, it is.
  return mandateStatus !== 'active' && (attachment === 'rejected' || isGivenAgain === true);
}

/** Did the account that everything waits for come to nothing? Spec §3.1. */
export function primaryCameToNothing(state: LoanState): boolean {
  const primary = primaryAccount(state);
  return failures.has(state.mandateStatus) || (primary !== undefined && accountCameToNothing(primary));
}

/** Did the choice come to nothing, so that the payer is offered another one? Not in a dispute: that has a flow of its own. Spec §3.1. */
export function choiceCameToNothing(state: LoanState): boolean {
  if (state.mandateStatus === 'disputed') return false;
  return primaryCameToNothing(state) || chosenAccounts(state).some(accountCameToNothing);
}

/** Was an attachment sent whose outcome is unknown? Attaching again asks for it; where the service never answers, the payer may choose again. */
export function hasUnansweredAttachment(state: LoanState): boolean {
  return state.stage === 'placed' && chosenAccounts(state).some(({ attachment }) => attachment === 'intended');
}

/** The payer chooses again only when the choice came to nothing or is disputed, and before anything was made of it. Spec §3.1. */
export function reselectionFollowsFailure(state: LoanState): Decision {
  const isDisputed =
    state.mandateStatus === 'disputed' ||
    chosenAccounts(state).some(({ mandateStatus }) => mandateStatus === 'disputed');
  if (state.stage === 'selected' || isDisputed || choiceCameToNothing(state) || hasUnansweredAttachment(state))
    return allowed;
  if (state.stage === 'placed') {
    return refused(
      'reselection-follows-failure',
      'Spec §3.1',
      'No attachment of the choice is without an answer: attach it, then see whether it is honoured',
    );
  }
  return refused(
    'reselection-follows-failure',
    'Spec §3.1',
    `The mandate is '${state.mandateStatus ?? 'pending'}': the payer can choose again after it failed, timed out or was disputed; refresh the loan first`,
  );
}
