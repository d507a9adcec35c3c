import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** A loan is reported as repaid only when nothing is outstanding, and is not closed over a debit whose end is open. Spec §6.3. */
export function closureIsTrue(state: LoanState, finalStatus: string): Decision {
  const { outstanding, openDebits } = loanBalances(state);
  if (openDebits > 0)
    return refused('closure-is-settled', 'Spec §6.3', `Debits of ${formatKobo(openDebits)} are still under way: wait for their end before closing`);
  if (finalStatus !== 'repaid' || outstanding === 0) return allowed;
  return refused('closure-is-true', 'Spec §6.3', `${formatKobo(outstanding)} is outstanding: close as 'written_off', or collect or record the rest first`);
}
