/** When a person's verdict on an unsettled debit is accepted. Spec §4.7. */
import { formatInstant, type Instant } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo, NO_MONEY } from '../../money.ts';
import type { DebitState } from '../state.ts';
import { isDoubtful, isUnderWay } from './debit-reading.ts';
import { type DebitEvidence, parkingReasons } from './debit-settlement.ts';
import { type Asker, absenceCountsFrom, leavesUntil } from './debit-window.ts';

export interface DebitVerdict {
  readonly result: 'taken' | 'not-taken';
  readonly collected: Kobo;
}

const SPEC = 'Spec §4.7';

/** Whether the debit has already ended the way the person says. If so, nothing is left to decide. */
export function isSettledAs({ status, collected }: DebitState, verdict: DebitVerdict): boolean {
  if (verdict.result === 'taken') return status === 'successful' && collected === verdict.collected;
  return status === 'failed' || status === 'refused';
}

/** Accepts a person's verdict only if what the service shows leaves the outcome open. */
export function verdictMayStand(
  debit: DebitState,
  verdict: DebitVerdict,
  seen: { readonly evidence: DebitEvidence | undefined; readonly at: Instant; readonly isUnasked?: boolean },
): Decision {
  const { evidence, at, isUnasked = false } = seen;
  if (!isDoubtful(debit) || isUnderWay(debit, at, evidence))
    return refused('verdict-needs-doubt', SPEC, whyNotInDoubt(debit, evidence));
  if (verdict.collected > debit.amount) {
    const why = `A debit of ${formatKobo(debit.amount)} cannot have taken ${formatKobo(verdict.collected)}`;
    return refused('verdict-within-debit', SPEC, why);
  }
  if (verdict.result === 'taken') return allowed;
  if (isUnasked ? mayBeShown(debit) : !evidence || evidence.withheld || evidence.unexplained) {
    const why =
      'The service shows money or a debit that no debit on file explains, which may be this one: find out what it is before saying that nothing was taken';
    return refused('verdict-agrees-with-service', SPEC, why);
  }
  const from = absenceCountsFrom(debit, evidence);
  if (at >= from) return allowed;
  const why = `The debit may still turn up: that nothing was taken can be said from ${formatInstant(from)} on`;
  return refused('verdict-after-quiet-window', SPEC, why);
}

// If the service cannot be asked, the reason for parking counts.
function mayBeShown({ status, parkedFor }: DebitState): boolean {
  return status !== 'parked' || parkedFor === parkingReasons.unexplained;
}

function whyNotInDoubt(debit: DebitState, asker: Asker | undefined): string {
  const { status, collected } = debit;
  switch (status) {
    case 'scheduled':
      return 'The service shows the debit and will show its end: settle without a decision';
    case 'intended':
      return `The debit is on its way, or its process ended: settle without a decision first, a person can decide ${fromWhen(leavesUntil(debit, asker))}`;
    default:
      return `The debit has ended as '${status}'${collected > NO_MONEY ? ` with ${formatKobo(collected)}` : ''}: correct money by recording a repayment or a reversal`;
  }
}

function fromWhen(instant: Instant): string {
  return Number.isFinite(instant) ? `from ${formatInstant(instant)} on` : 'twelve minutes later';
}
