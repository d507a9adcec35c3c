import { allowed, type Decision, refused } from '../../decision.ts';
import { type LoanState, primaryAccount } from '../state.ts';

/** No money is sent before the primary account is active and while nothing is disputed. Spec §1.4, §8. */
export function disbursementNeedsActivePrimary(state: LoanState): Decision {
  if (state.mandateStatus === 'active' && primaryAccount(state)?.mandateStatus === 'active') return allowed;
  return refused(
    'disbursement-needs-active-primary',
    'Spec §1.4, §8',
    `The mandate is '${state.mandateStatus ?? 'unread'}': at least the primary account has to be active before money is sent`,
  );
}
