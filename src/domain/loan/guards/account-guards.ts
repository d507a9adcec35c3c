import { formatInstant, type Instant, type PlainDate, parseInstant } from '../../calendar.ts';
import { allowed, type Decision, firstRefusal, refused } from '../../decision.ts';
import { loanBalances } from '../balances.ts';
import {
  chosenAccounts,
  type LoanAccountState,
  type LoanState,
  primaryAccount,
  type SelectionState,
} from '../state.ts';

const failures: ReadonlySet<string | undefined> = new Set(['failed', 'pending_timeout']);

export function accountFailed(account: LoanAccountState): boolean {
  return attachmentWasRefused(account) || failures.has(account.mandateStatus);
}

/** Whether it was refused or its signature did not match, with no accepted attachment since. Spec §4.4, §4.5. */
export function attachmentWasRefused({ attachment, isGivenAgain, mandateStatus }: LoanAccountState): boolean {
  // If the service shows it as active, that counts.
  return mandateStatus !== 'active' && (attachment === 'rejected' || isGivenAgain === true);
}

export function primaryFailed(state: LoanState): boolean {
  const primary = primaryAccount(state);
  return failures.has(state.mandateStatus) || (primary !== undefined && accountFailed(primary));
}

/** Whether the choice failed, so that the payer is offered another one. A dispute has a flow of its own. Spec §3.1. */
export function choiceFailed(state: LoanState): boolean {
  if (state.mandateStatus === 'disputed') return false;
  return primaryFailed(state) || chosenAccounts(state).some(accountFailed);
}

/** Attaching again resolves the unknown outcome. If the service never answers, the payer may choose again. */
export function hasUnansweredAttachment(state: LoanState): boolean {
  return state.stage === 'placed' && chosenAccounts(state).some(({ attachment }) => attachment === 'intended');
}

/** Only after the choice failed or is disputed, and before anything depends on it. Spec §3.1. */
export function reselectionFollowsFailure(state: LoanState): Decision {
  const isDisputed =
    state.mandateStatus === 'disputed' ||
    chosenAccounts(state).some(({ mandateStatus }) => mandateStatus === 'disputed');
  if (state.stage === 'selected' || isDisputed || choiceFailed(state) || hasUnansweredAttachment(state)) return allowed;
  const why =
    state.stage === 'placed'
      ? 'No attachment of the choice is without an answer: attach it, then see whether it is honoured'
      : `The mandate is '${state.mandateStatus ?? 'pending'}': the payer can choose again after it failed, timed out or was disputed; refresh the loan first`;
  return refused('reselection-follows-failure', 'Spec §3.1', why);
}

type NewChoice = Pick<SelectionState, 'primary' | 'chosenAt'>;

/** A new choice may replace an earlier one only if the mandate is not on its primary. Spec §1.2, §3.1. */
export function reselectionReplacesChoice(state: LoanState, choice: NewChoice): Decision {
  if (!state.selection) return allowed;
  return firstRefusal(choiceIsTheLatest(state.selection, choice), primaryIsFree(state, choice));
}

// A delayed request must not restore an old choice.
function choiceIsTheLatest({ chosenAt, optedInAt }: SelectionState, choice: NewChoice): Decision {
  const latest = Math.max(...[chosenAt, ...Object.values(optedInAt)].map(instantOf));
  if (instantOf(choice.chosenAt) >= latest) return allowed;
  return refused(
    'selection-is-the-payers',
    'Spec §1.2',
    `The choice is older than the payer's last one of ${formatInstant(latest)}: it was replaced by that, let the payer choose anew`,
  );
}

// After an interrupted placement the service accepts another primary only if the first one failed.
function primaryIsFree(state: LoanState, choice: NewChoice): Decision {
  const primary = primaryAccount(state);
  const isEarly = state.stage === 'selected' || state.stage === 'placed';
  const isTaken =
    isEarly && primary?.placement === 'confirmed' && primary.attachment !== 'intended' && !accountFailed(primary);
  if (!isTaken || choice.primary === primary.account) return allowed;
  return refused(
    'reselection-follows-failure',
    'Spec §3.1',
    'The mandate stands on the chosen primary account already: keep it and change the backups, or place and attach it and see whether it is honoured',
  );
}

function instantOf(at: string): Instant {
  return parseInstant(at) ?? 0;
}

/** An added backup was not chosen before, unless the earlier choice of it failed. Spec §1.2, §3.1. */
export function backupIsNew({ selection }: LoanState, account: LoanAccountState): Decision {
  const isPrimary = account.account === selection?.primary;
  if (!isPrimary && (!selection?.backups.includes(account.account) || accountFailed(account))) return allowed;
  const why = `This account is ${isPrimary ? 'the primary' : 'a backup'} already: each account has one place in the cascade`;
  return refused('selection-is-distinct', 'Spec §1.2', why);
}

/** After everything that the payer consented to has come in, nothing is added to the mandate. Spec §1. */
export function mandateIsNeeded(state: LoanState): Decision {
  const { outstanding, debitable } = loanBalances(state);
  if (debitable > 0) return allowed;
  const why =
    outstanding > 0
      ? 'All that the payer consented to has come in: '
      : 'The loan is fully repaid: report its closure and ';
  return refused('mandate-after-repayment', 'Spec §1', `${why}release the mandate, nothing is added to it`);
}

/** The mandate's validity ends with the tenure. Setting it up and sending money must happen before that. Spec §8. */
export function tenureIsOpen({ terms }: LoanState, today: PlainDate): Decision {
  if (today <= terms.endDate) return allowed;
  return refused(
    'mandate-within-tenure',
    'Spec §8',
    `The tenure ended on ${terms.endDate}: open another loan with terms that lie ahead`,
  );
}
