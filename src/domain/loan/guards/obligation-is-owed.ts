import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';
import { isWithdrawn } from './debit-after-revocation.ts';

/** An obligation is recorded after the payer withdrew, and is at most what is outstanding. Spec §1.1. */
export function obligationIsOwed(state: LoanState, amount: Kobo): Decision {
  if (!isWithdrawn(state)) {
    return refused(
      'obligation-follows-withdrawal',
      'Spec §1.1',
      'The payer’s consent to debits stands: there is nothing to record before it is taken back',
    );
  }
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  return refused(
    'obligation-is-owed',
    'Spec §1.1',
    `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what is really owed`,
  );
}
