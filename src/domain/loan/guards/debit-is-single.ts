import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { isOpenDebit } from '../balances.ts';
import type { LoanState } from '../state.ts';

/** One open debit for a mandate and day: a second one is nearly always the first one sent again. Spec §4.7. */
export function debitIsSingle(state: LoanState, debitDate: PlainDate): Decision {
  const open = state.debits.find((debit) => debit.debitDate === debitDate && isOpenDebit(debit));
  if (!open) return allowed;
  return refused('debit-is-single', 'Spec §4.7', `A debit for ${debitDate} is already ${open.status}: wait for its end, or choose another day`);
}
