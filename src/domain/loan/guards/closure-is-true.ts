import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

// The bureau's own word may say the same: `Repaid`, `fully_repaid`, `paid in full`.
const claimsRepayment = /^\s*(?:fully[\s_-]*)?(?:re)?paid(?![a-z]|[\s_-]*part)/i;

/** A loan is reported as repaid only when nothing is outstanding, and is not closed over a debit whose end is open. Spec §6.3. */
export function closureIsTrue(state: LoanState, finalStatus: string): Decision {
  const { totalAmountDue, collected, outstanding, openDebits } = loanBalances(state);
  // Once the platform has collected everything, no open debit can take anything more.
  if (openDebits > 0 && collected < totalAmountDue)
    return refused(
      'closure-is-settled',
      'Spec §6.3',
      `Debits of ${formatKobo(openDebits)} are still under way: wait for their end before closing`,
    );
  if (!claimsRepayment.test(finalStatus) || outstanding === 0) return allowed;
  return refused(
    'closure-is-true',
    'Spec §6.3',
    `${formatKobo(outstanding)} is outstanding: close as 'written_off', or collect or record the rest first`,
  );
}
