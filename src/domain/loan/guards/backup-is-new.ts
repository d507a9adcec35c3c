import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanAccountState, LoanState } from '../state.ts';
import { accountCameToNothing } from './reselection-follows-failure.ts';

/** A backup that is added later is none of the accounts chosen before, unless the earlier choice of it came to nothing. Spec §1.2, §3.1. */
export function backupIsNew({ selection }: LoanState, account: LoanAccountState): Decision {
  if (account.account === selection?.primary) {
    return refused(
      'selection-is-distinct',
      'Spec §1.2',
      'This account is the primary already: each account has one place in the cascade',
    );
  }
  if (!selection?.backups.includes(account.account) || accountCameToNothing(account)) return allowed;
  return refused(
    'selection-is-distinct',
    'Spec §1.2',
    'This account is a backup already: each account has one place in the cascade',
  );
}
