import { formatInstant, type Instant, parseInstant } from '../../calendar.ts';
import { allowed, type Decision, firstRefusal, refused } from '../../decision.ts';
import { type LoanState, primaryAccount, type SelectionState } from '../state.ts';
import { accountCameToNothing } from './reselection-follows-failure.ts';

/** The choice that is to replace the one on file. */
export type NewChoice = Pick<SelectionState, 'primary' | 'chosenAt'>;

/** A choice replaces an earlier one of the payer's, whose primary the mandate does not stand on; a first choice replaces none. Spec §1.2, §3.1. */
export function reselectionReplacesChoice(state: LoanState, choice: NewChoice): Decision {
  if (!state.selection) return allowed;
  return firstRefusal(choiceIsTheLatest(state.selection, choice), primaryIsFree(state, choice));
}

// A request that was held up somewhere does not bring an old choice back.
function choiceIsTheLatest({ chosenAt, optedInAt }: SelectionState, choice: NewChoice): Decision {
  const latest = Math.max(...[chosenAt, ...Object.values(optedInAt)].map(instantOf));
  if (instantOf(choice.chosenAt) >= latest) return allowed;
  return refused(
    'selection-is-the-payers',
    'Spec §1.2',
    `The choice is older than the payer's last one of ${formatInstant(latest)}: it was replaced by that, let the payer choose anew`,
  );
}

// Where placing or attaching stopped between two accounts, the service has its primary already and takes another one only once that came to nothing. Where it never
// said whether it attached the primary, it decides itself.
function primaryIsFree(state: LoanState, choice: NewChoice): Decision {
  const primary = primaryAccount(state);
  const isEarly = state.stage === 'selected' || state.stage === 'placed';
  const isTaken =
    isEarly &&
    primary?.placement === 'confirmed' &&
    primary.attachment !== 'intended' &&
    !accountCameToNothing(primary);
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
