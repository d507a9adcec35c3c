import { type ConsentScope, consentScopes } from '../../consent.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { standingDispute } from '../disputes.ts';
import type { Duty } from '../duties/duty.ts';
import type { LoanState } from '../state.ts';
import { isWithdrawn } from './debit-guards.ts';

/** Every scope that a loan needs. */
export const everyScope = Object.keys(consentScopes) as readonly ConsentScope[];

/** Nothing new is done on a consent that the payer took back, in a scope that it needs or as a whole. Spec §1.1. */
export function consentStands(
  { revocations, cancellation }: LoanState,
  scopes: readonly ConsentScope[] = everyScope,
): Decision {
  const revoked = revocations.filter(({ scope }) => scopes.includes(scope)).map(({ scope }) => scope);
  if (revoked.length > 0) {
    return refused(
      'consent-stands',
      'Spec §1.1',
      `The payer took ${revoked.join(', ')} back: stop here. Before money was sent, abandon the loan and release the mandate`,
    );
  }
  if (!cancellation) return allowed;
  return refused(
    'consent-stands',
    'Spec §1.1',
    'The payer asked for the mandate to be cancelled: stop here. Before money was sent, abandon the loan and release the mandate',
  );
}

/** While the payer disputes the loan or its mandate, with the merchant or at the service, nothing is added to it and no money is sent. Spec §1, §3.4. */
export function loanIsUndisputed(state: LoanState): Decision {
  const dispute = standingDispute(state);
  if (dispute) {
    const what = dispute.outcome === 'upheld' ? 'was upheld: this loan ends here' : 'is open: resolve it first';
    return refused('loan-is-undisputed', 'Spec §1, §3.4', `Dispute '${dispute.reference}' ${what}`);
  }
  if (state.mandateStatus !== 'disputed') return allowed;
  return refused(
    'loan-is-undisputed',
    'Spec §1, §3.4',
    'The mandate is disputed at the service: resolve the dispute there first, then refresh the loan',
  );
}

/** A dispute is resolved once, and only one that was opened. Spec §3.4. */
export function disputeIsOpen({ disputes }: LoanState, reference: string): Decision {
  const dispute = disputes.find((filed) => filed.reference === reference);
  if (!dispute)
    return refused(
      'dispute-is-open',
      'Spec §3.4',
      `No dispute '${reference}' is on file for this loan: open it first with mandates.openDispute`,
    );
  if (!dispute.outcome) return allowed;
  return refused(
    'dispute-is-open',
    'Spec §3.4',
    `Dispute '${reference}' was ${dispute.outcome}, and that is final: open another one with a reference of its own`,
  );
}

/** Only a duty that is owed now, and that nothing on file can show to be done, is discharged by a person's word. Spec §1. */
export function dutyIsDischargeable(duties: readonly Duty[], key: string): Decision {
  const duty = duties.find((candidate) => candidate.key === key);
  if (!duty) return refused('duty-is-owed', 'Spec §1', `No duty '${key}' is owed now: take its key from loans.duties`);
  if (duty.isDischargeable) return allowed;
  return refused(
    'duty-needs-its-deed',
    duty.spec,
    `'${key}' is not discharged by a note, it goes away when it is done. ${duty.why}`,
  );
}

/** A loan that began elsewhere enters as the service knows it: what differs is named, and nothing is written. Spec §1.3, §2.2. */
export function adoptionAgrees(differences: readonly string[]): Decision {
  if (differences.length === 0) return allowed;
  return refused(
    'adoption-agrees',
    'Spec §1.3, §2.2',
    `The service knows another loan under this mandate: ${differences.join('; ')}. Adopt it as it really is`,
  );
}

/** An obligation is recorded after the payer withdrew, and is at most what is outstanding. Spec §1.1. */
export function obligationIsOwed(state: LoanState, amount: Kobo): Decision {
  if (!isWithdrawn(state)) {
    return refused(
      'obligation-follows-withdrawal',
      'Spec §1.1',
      'The payer’s consent to debits stands: there is nothing to record before it is taken back',
    );
  }
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  return refused(
    'obligation-is-owed',
    'Spec §1.1',
    `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what is really owed`,
  );
}

/** A repayment outside the platform is at most what is outstanding. Spec §1. */
export function repaymentIsOwed(state: LoanState, amount: Kobo): Decision {
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  return refused(
    'repayment-is-owed',
    'Spec §1',
    `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what belongs to this loan and refund the rest`,
  );
}

/** No more goes back than came in, earlier reversals counted. Spec §1. */
export function reversalIsCovered(state: LoanState, of: 'repayment' | 'collection', amount: Kobo): Decision {
  const { collected, repaidOutside } = loanBalances(state);
  const left = of === 'collection' ? collected : repaidOutside;
  if (amount <= left) return allowed;
  const what = of === 'collection' ? 'collected' : 'repaid outside the platform';
  return refused(
    'reversal-is-covered',
    'Spec §1',
    `${formatKobo(amount)} is more than the ${formatKobo(left)} that was ${what}: refresh the loan, or mend the amount`,
  );
}
