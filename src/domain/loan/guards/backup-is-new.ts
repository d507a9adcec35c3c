import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanAccountState, LoanState } from '../state.ts';

/** A backup that is added later is none of the accounts chosen before, unless the earlier choice of it came to nothing. Spec §1.2, §3.1. */
export function backupIsNew({ selection }: LoanState, account: LoanAccountState): Decision {
  if (account.account === selection?.primary) {
    return refused('selection-is-distinct', 'Spec §1.2', 'This account is the primary already: each account has one place in the cascade');
  }
  if (!selection?.backups.includes(account.account) || isSpent(account)) return allowed;
  return refused('selection-is-distinct', 'Spec §1.2', 'This account is a backup already: each account has one place in the cascade');
}

function isSpent({ attachment, mandateStatus }: LoanAccountState): boolean {
  return attachment === 'rejected' || mandateStatus === 'failed' || mandateStatus === 'pending_timeout';
}
