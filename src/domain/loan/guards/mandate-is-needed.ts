import { allowed, type Decision, refused } from '../../decision.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** A loan that is fully repaid keeps no mandate, so that nothing is added to one. Spec §1. */
export function mandateIsNeeded(state: LoanState): Decision {
  if (loanBalances(state).outstanding > 0) return allowed;
  return refused('mandate-after-repayment', 'Spec §1', 'The loan is fully repaid: report its closure and release the mandate, nothing is added to it');
}
