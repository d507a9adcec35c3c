import { consentScopes } from '../../consent/consent.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { standingDispute } from '../disputes.ts';
import type { Duty } from '../duties/duty.ts';
import type { LoanState } from '../state.ts';
import { isWithdrawn } from './debit-guards.ts';

/** Nothing new is done if the payer withdrew the consent, or the scope that it needs. Spec §1.1. */
export function consentStands(
  { revocations, cancellation }: LoanState,
  scopes: readonly string[] = Object.keys(consentScopes),
): Decision {
  const revoked = revocations.map(({ scope }) => scope).filter((scope) => scopes.includes(scope));
  if (revoked.length === 0 && !cancellation) return allowed;
  const what =
    revoked.length > 0
      ? `The payer took ${revoked.join(', ')} back`
      : 'The payer asked for the mandate to be cancelled';
  const why = `${what}: stop here. Before money was sent, abandon the loan and release the mandate`;
  return refused('consent-stands', 'Spec §1.1', why);
}

/** During a dispute nothing is added to the loan and no money is sent. Spec §1, §3.4. */
export function loanIsUndisputed(state: LoanState): Decision {
  const dispute = standingDispute(state);
  if (!dispute && state.mandateStatus !== 'disputed') return allowed;
  const end = dispute?.outcome === 'upheld' ? 'was upheld: this loan ends here' : 'is open: resolve it first';
  const why = dispute
    ? `Dispute '${dispute.reference}' ${end}`
    : 'The mandate is disputed at the service: resolve the dispute there first, then refresh the loan';
  return refused('loan-is-undisputed', 'Spec §1, §3.4', why);
}

export function disputeIsOpen({ disputes }: LoanState, reference: string): Decision {
  const dispute = disputes.find((filed) => filed.reference === reference);
  if (dispute && !dispute.outcome) return allowed;
  const why = dispute
    ? `Dispute '${reference}' was ${dispute.outcome}, and that is final: open another one with a reference of its own`
    : `No dispute '${reference}' is on file for this loan: open it first with mandates.openDispute`;
  return refused('dispute-is-open', 'Spec §3.4', why);
}

/** A person may discharge only a duty that is owed now and that the file cannot show to be done. Spec §1. */
export function dutyIsDischargeable(duties: readonly Duty[], key: string): Decision {
  const duty = duties.find((candidate) => candidate.key === key);
  if (!duty) return refused('duty-is-owed', 'Spec §1', `No duty '${key}' is owed now: take its key from loans.duties`);
  if (duty.isDischargeable) return allowed;
  const why = `'${key}' is not discharged by a note, it goes away when it is done. ${duty.why}`;
  return refused('duty-needs-its-deed', duty.spec, why);
}

/** An adopted loan must match what the service knows, or nothing is written. Spec §1.3, §2.2. */
export function adoptionAgrees(differences: readonly string[]): Decision {
  if (differences.length === 0) return allowed;
  const why = `The service knows another loan under this mandate: ${differences.join('; ')}. Adopt it as it really is`;
  return refused('adoption-agrees', 'Spec §1.3, §2.2', why);
}

/** An obligation is recorded after the payer withdrew, and is at most the outstanding amount. Spec §1.1. */
export function obligationIsOwed(state: LoanState, amount: Kobo): Decision {
  if (!isWithdrawn(state)) {
    const why = 'The payer’s consent to debits stands: there is nothing to record before it is taken back';
    return refused('obligation-follows-withdrawal', 'Spec §1.1', why);
  }
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  const why = `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what is really owed`;
  return refused('obligation-is-owed', 'Spec §1.1', why);
}

export function repaymentIsOwed(state: LoanState, amount: Kobo): Decision {
  const { outstanding } = loanBalances(state);
  if (amount <= outstanding) return allowed;
  const why = `${formatKobo(amount)} is more than the ${formatKobo(outstanding)} outstanding: record what belongs to this loan and refund the rest`;
  return refused('repayment-is-owed', 'Spec §1', why);
}

export function reversalIsCovered(state: LoanState, of: 'repayment' | 'collection', amount: Kobo): Decision {
  const { collected, repaidOutside } = loanBalances(state);
  const left = of === 'collection' ? collected : repaidOutside;
  if (amount <= left) return allowed;
  const what = of === 'collection' ? 'collected' : 'repaid outside the platform';
  const why = `${formatKobo(amount)} is more than the ${formatKobo(left)} that was ${what}: refresh the loan, or fix the amount`;
  return refused('reversal-is-covered', 'Spec §1', why);
}
