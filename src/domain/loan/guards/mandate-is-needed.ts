import { allowed, type Decision, refused } from '../../decision.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** A mandate on which all came in that the payer consented to is not kept, so that nothing is added to one. Spec §1. */
export function mandateIsNeeded(state: LoanState): Decision {
  const { outstanding, debitable } = loanBalances(state);
  if (debitable > 0) return allowed;
  const why =
    outstanding > 0
      ? 'All that the payer consented to has come in: '
      : 'The loan is fully repaid: report its closure and ';
  return refused('mandate-after-repayment', 'Spec §1', `${why}release the mandate, nothing is added to it`);
}
