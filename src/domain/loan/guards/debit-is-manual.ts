import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** Only a mandate in mode `manual` is debited on demand; the platform debits the others on their due dates. Spec §4.7. */
export function debitIsManual(state: LoanState): Decision {
  if (state.terms.collectionMode === 'manual') return allowed;
  return refused(
    'debit-is-manual',
    'Spec §4.7',
    "This loan's collectionMode is 'auto': the platform debits it on each due date, a debit on demand is not possible",
  );
}
