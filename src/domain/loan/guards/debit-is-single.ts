import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { isOpenDebit } from '../balances.ts';
import { isDoubtful } from '../debits/debit-reading.ts';
import type { LoanState } from '../state.ts';

/** One open debit for a mandate and day: a second one is nearly always the first one sent again. Spec §4.7. */
export function debitIsSingle(state: LoanState, debitDate: PlainDate): Decision {
  const open = state.debits.filter((debit) => debit.debitDate === debitDate && isOpenDebit(debit));
  const first = open.find(isDoubtful) ?? open[0];
  if (!first) return allowed;
  const next = isDoubtful(first)
    ? 'the money may have been taken. Wait until collections.settle finds that out, or a person decides it; despiteUnknown permits no second debit for one day'
    : 'wait for its end, or choose another day';
  return refused('debit-is-single', 'Spec §4.7', `A debit for ${debitDate} is already ${first.status}: ${next}`);
}
