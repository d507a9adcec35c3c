import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo, subtractKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** Never more than the payer owes and consented to, debits under way and repayments elsewhere counted; nothing after full repayment. Spec §1. */
export function debitIsOwed(state: LoanState, amount: Kobo): Decision {
  const { outstanding, openDebits, debitable, collectable } = loanBalances(state);
  if (outstanding === 0) {
    return refused(
      'debit-after-repayment',
      'Spec §1',
      'The loan is fully repaid: report its closure and release the mandate, nothing more may be collected',
    );
  }
  if (amount <= collectable) return allowed;
  const beyond = subtractKobo(outstanding, debitable);
  const underWay = openDebits > 0 ? `, of which ${formatKobo(openDebits)} are under way` : '';
  const unconsented = beyond > 0 ? `, with ${formatKobo(beyond)} that the payer never consented to` : '';
  return refused(
    'debit-within-terms',
    'Spec §1',
    `${formatKobo(amount)} is more than the approved terms leave: ${formatKobo(outstanding)} outstanding${underWay}${unconsented}; ask for ${formatKobo(collectable)} at most`,
  );
}
