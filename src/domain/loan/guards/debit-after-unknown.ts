import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo } from '../../money.ts';
import { isDoubtful } from '../debits/debit-reading.ts';
import type { DebitState, LoanState } from '../state.ts';

/**
 * While it is open whether a debit was taken, no other debit is sent on the loan, for whatever day: it may take the same money twice. Only a request that names
 * every such debit may pass. Spec §1, §4.7.
 * @param despiteUnknown ids of the debits that the request names
 */
export function debitAfterUnknown(state: LoanState, despiteUnknown: readonly string[]): Decision {
  const misnamed = despiteUnknown.find(
    (debitId) => !state.debits.some((debit) => debit.debitId === debitId && isDoubtful(debit)),
  );
  if (misnamed !== undefined) return refuse(whyMisnamed(state, misnamed));
  const unnamed = state.debits.filter((debit) => isDoubtful(debit) && !despiteUnknown.includes(debit.debitId));
  if (unnamed.length === 0) return allowed;
  return refuse(
    `The payer may be debited twice: it is not known whether the money was taken by ${unnamed.map(describeDebit).join(', ')}. ` +
      'Wait until collections.settle finds that out, or a person decides it. If this is a different payment that may be taken as well, name each such debit in despiteUnknown',
  );
}

function refuse(message: string): Decision {
  return refused('debit-after-unknown', 'Spec §1, §4.7', message);
}

function describeDebit({ debitId, amount, debitDate, status }: DebitState): string {
  const standing = status === 'intended' ? 'on its way, or its process ended' : status;
  return `debit '${debitId}' (${formatKobo(amount)} for ${debitDate}, ${standing})`;
}

// The caller that named it relied on something that is no longer true, or never was: the decision rests on it.
function whyMisnamed({ debits }: LoanState, debitId: string): string {
  const known = debits.find((debit) => debit.debitId === debitId);
  if (!known) return `despiteUnknown names '${debitId}', but the loan has no such debit: take the ids from loan.debits`;
  return `despiteUnknown names '${debitId}', but that debit is '${known.status}' by now: read the loan again, and decide anew`;
}
