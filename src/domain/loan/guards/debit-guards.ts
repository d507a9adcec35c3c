import type { PlainDate } from '../../calendar.ts';
import { decideGate } from '../../collection.ts';
import { isDebitScope } from '../../consent/withdrawal.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { MandateStatus } from '../../mandate.ts';
import { formatKobo, type Kobo, subtractKobo } from '../../money.ts';
import { isOpenDebit, loanBalances, obligationLeft } from '../balances.ts';
import { isDoubtful } from '../debits/debit-reading.ts';
import { standingDispute } from '../disputes.ts';
import type { DebitState, LoanState } from '../state.ts';

/** A debit never exceeds what the payer owes and consented to, minus open debits and repayments elsewhere. Spec §1. */
export function debitIsOwed(state: LoanState, amount: Kobo): Decision {
  const { outstanding, openDebits, debitable, collectable } = loanBalances(state);
  if (outstanding === 0) {
    const why = 'The loan is fully repaid: report its closure and release the mandate, nothing more may be collected';
    return refused('debit-after-repayment', 'Spec §1', why);
  }
  if (amount <= collectable) return allowed;
  const beyond = subtractKobo(outstanding, debitable);
  const underWay = openDebits > 0 ? `, of which ${formatKobo(openDebits)} are under way` : '';
  const unconsented = beyond > 0 ? `, with ${formatKobo(beyond)} that the payer never consented to` : '';
  const left = `${formatKobo(outstanding)} outstanding${underWay}${unconsented}; ask for ${formatKobo(collectable)} at most`;
  return refused(
    'debit-within-terms',
    'Spec §1',
    `${formatKobo(amount)} is more than the approved terms leave: ${left}`,
  );
}

/** After a withdrawal or a cancellation request, only a recorded obligation is collected. Spec §1.1. */
export function debitAfterRevocation(state: LoanState, amount: Kobo): Decision {
  if (!isWithdrawn(state)) return allowed;
  const { obligation } = state;
  const left = obligation && obligationLeft(state, obligation);
  if (left !== undefined && amount <= left) return allowed;
  const why =
    obligation && left !== undefined
      ? `${formatKobo(amount)} is more than the recorded obligation of ${formatKobo(obligation.amount)} leaves: ask for ${formatKobo(left)} at most`
      : 'The payer took the consent to debits back: end the collection, or record what is still owed, and on which ground, with loans.recordObligation first';
  return refused('debit-after-revocation', 'Spec §1.1', why);
}

export function isWithdrawn({ revocations, cancellation }: LoanState): boolean {
  return cancellation !== undefined || revocations.some(({ scope }) => isDebitScope(scope));
}

/** Another debit may take the same money twice, so it must name every debit of unknown outcome. Spec §1, §4.7. */
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

// The caller relied on a state that the named debit does not have.
function whyMisnamed({ debits }: LoanState, debitId: string): string {
  const known = debits.find((debit) => debit.debitId === debitId);
  if (!known) return `despiteUnknown names '${debitId}', but the loan has no such debit: take the ids from loan.debits`;
  return `despiteUnknown names '${debitId}', but that debit is '${known.status}' by now: read the loan again, and decide anew`;
}

/** From today to the end of the tenure. Earlier than the first due date is early repayment. Spec §1. */
export function debitDateIsInTerm(state: LoanState, debitDate: PlainDate, today: PlainDate): Decision {
  const { endDate } = state.terms;
  if (debitDate < today) {
    const why = `The debit date ${debitDate} has passed: choose ${today} or later`;
    return refused('debit-date-not-past', 'Spec §4.7', why);
  }
  if (debitDate <= endDate) return allowed;
  const why = `${debitDate} is after the end of the tenure, ${endDate}: the mandate is valid for the tenure only, it is no means of recovery`;
  return refused('debit-within-tenure', 'Spec §1, §8', why);
}

/** The platform debits the other mandates on their due dates. Spec §4.7. */
export function debitIsManual(state: LoanState): Decision {
  if (state.terms.collectionMode === 'manual') return allowed;
  const why =
    "This loan's collectionMode is 'auto': the platform debits it on each due date, a debit on demand is not possible";
  return refused('debit-is-manual', 'Spec §4.7', why);
}

/** Each mandate has at most one open debit per day, because a second one is nearly always a duplicate. Spec §4.7. */
export function debitIsSingle(state: LoanState, debitDate: PlainDate): Decision {
  const open = state.debits.filter((debit) => debit.debitDate === debitDate && isOpenDebit(debit));
  const first = open.find(isDoubtful) ?? open[0];
  if (!first) return allowed;
  const next = isDoubtful(first)
    ? 'the money may have been taken. Wait until collections.settle finds that out, or a person decides it; despiteUnknown permits no second debit for one day'
    : 'wait for its end, or choose another day';
  return refused('debit-is-single', 'Spec §4.7', `A debit for ${debitDate} is already ${first.status}: ${next}`);
}

/** No debits in a dispute with the lender, or after one was upheld. The service's own shut the gate. Spec §1, §3.4. */
export function debitIsUndisputed(state: LoanState): Decision {
  const dispute = standingDispute(state);
  if (!dispute) return allowed;
  const why =
    dispute.outcome === 'upheld'
      ? 'was upheld: nothing is collected on this loan any more, release the mandate'
      : 'is open: you debit nothing until mandates.resolveDispute records how it ended';
  return refused('debit-is-undisputed', 'Spec §1, §3.4', `Dispute '${dispute.reference}' ${why}`);
}

/** The file's view of the gate: an active mandate and an acknowledged disbursement. Spec §3.4. */
export function debitNeedsOpenGate(state: LoanState): Decision {
  const gate = decideGate({
    status: (state.mandateStatus ?? 'pending') as MandateStatus,
    disbursed: state.reports.some(({ report, acknowledged }) => report.event === 'loan.disbursed' && acknowledged),
    closed: state.stage === 'closed',
    merchantApproved: true,
  });
  return gate.open ? allowed : refused(gate.rule, gate.spec, gate.reason);
}
