/** Facts that the platform cannot know. It collects without them until its support is notified. Spec §1, §6.3. */
import type { PlainDate } from '../../calendar.ts';
import { isDebitScope } from '../../consent/withdrawal.ts';
import { formatKobo } from '../../money.ts';
import { isOpenDebit, loanBalances } from '../balances.ts';
import { cancellationKey, disputeKey, revocationKey } from '../collected-after-stop.ts';
import { standingDispute } from '../disputes.ts';
import { isWithdrawn } from '../guards/debit-guards.ts';
import { consentStands } from '../guards/standing-guards.ts';
import type { LoanState } from '../state.ts';
import { isMoneySent, isPlaced } from '../withdrawal-effect.ts';
import { nextDueDate, type Owed, until } from './duty.ts';

/** What the platform has to be notified of, by its next collection day. */
export function platformDuties(state: LoanState, today: PlainDate): readonly Owed[] {
  if (!isLive(state, today)) return [];
  const deadline = until(nextCollection(state, today));
  return [newTerms(state), outsidePayments(state), reversals(state), disputes(state), withdrawals(state)]
    .flat()
    .map((fact) => ({ duty: 'tell-platform', ...fact, ...deadline }));
}

type PlatformFact = Omit<Owed, 'duty'>;

// A mandate that was never placed or has expired is not debited.
function isLive(state: LoanState, today: PlainDate): boolean {
  const { stage, mandateStatus, terms } = state;
  const isOver = stage === 'closed' || stage === 'abandoned' || mandateStatus === 'expired' || today > terms.endDate;
  return isPlaced(state) && !isOver;
}

// In auto mode the platform may collect once the disbursement was reported, even if its answer was not seen.
function nextCollection(state: LoanState, today: PlainDate): string | undefined {
  if (!isMoneySent(state)) return undefined;
  if (state.terms.collectionMode === 'auto') return nextDueDate(state, today);
  const dates = state.debits
    .filter((debit) => isOpenDebit(debit) && debit.debitDate >= today)
    .map(({ debitDate }) => debitDate);
  return dates.sort()[0];
}

function newTerms(state: LoanState): readonly PlatformFact[] {
  const { due, totalAmountDue } = loanBalances(state);
  const isMore = due > totalAmountDue;
  const limit = isMore
    ? `; no debit goes beyond the ${formatKobo(totalAmountDue)} that the payer consented to, so the rest needs a consent of its own`
    : '';
  return restructurings(state).map(({ report: { reportId, occurredAt } }, index, all) => ({
    key: `tell-platform:${reportId}`,
    why: `The terms changed, but the platform keeps its old schedule: have it changed there, or ask for a new mandate${index === all.length - 1 ? limit : ''}`,
    spec: 'Spec §1, §6.3',
    since: occurredAt,
    subject: { reportId },
  }));
}

function restructurings({ reports }: LoanState): LoanState['reports'] {
  return reports.filter(({ report }) => report.event === 'loan.restructured');
}

function outsidePayments(state: LoanState): readonly PlatformFact[] {
  const { repayments, terms } = state;
  if (terms.collectionMode === 'manual') return debitsBeyond(state);
  return repayments.map(({ reference, date }) => ({
    key: `tell-platform:repayment:${reference}`,
    why: `Repayment '${reference}' came outside the platform, which would collect it once more: tell it what is left`,
    spec: 'Spec §1',
    since: date,
    subject: { reference },
  }));
}

// In manual mode the guards count what came in, so only an open debit can exceed what is left.
function debitsBeyond(state: LoanState): readonly PlatformFact[] {
  const { outstanding, openDebits } = loanBalances(state);
  if (openDebits <= outstanding) return [];
  // Each repayment or restructuring can change which open debits are too much, so each gets a new key.
  const key = `tell-platform:debits-under-way:${state.repayments.length + restructurings(state).length}`;
  const why = `Debits of ${formatKobo(openDebits)} are under way, but ${formatKobo(outstanding)} is left to pay: have the platform stop what is too much`;
  return [{ key, why, spec: 'Spec §1' }];
}

function reversals(state: LoanState): readonly PlatformFact[] {
  // A reversal of an overpayment is not owed.
  if (loanBalances(state).outstanding === 0) return [];
  return state.reversals.map(({ reference, date }) => ({
    key: `tell-platform:reversal:${reference}`,
    why: `Reversal '${reference}' is owed again: tell the platform, whose balance is too low, and the bureau, which has no event for it`,
    spec: 'Spec §1, §6.3',
    since: date,
    subject: { reference },
  }));
}

function disputes(state: LoanState): readonly PlatformFact[] {
  const notified = isStopped(state) ? state.disputes.filter(({ outcome }) => outcome !== 'dismissed') : state.disputes;
  return notified.map(({ reference, openedAt, outcome }) => ({
    key: disputeKey({ reference, outcome }),
    why: outcome
      ? `Dispute '${reference}' was ${outcome}: tell the platform how it ended`
      : `The payer filed dispute '${reference}' with you: have collection paused at the platform too`,
    spec: 'Spec §1, §3.4',
    since: openedAt,
    subject: { reference },
  }));
}

// A dismissal lets the platform collect again. So it waits until nothing else forbids collecting.
function isStopped(state: LoanState): boolean {
  if (standingDispute(state) || state.mandateStatus === 'disputed' || loanBalances(state).debitable === 0) return true;
  return isMoneySent(state) ? isWithdrawn(state) && !state.obligation : !consentStands(state).allowed;
}

function withdrawals({ revocations, cancellation }: LoanState): readonly PlatformFact[] {
  const scopes = revocations
    .filter(({ scope }) => isDebitScope(scope) || scope === 'mandatePlacement')
    .map(({ scope, revokedAt }) => ({
      key: revocationKey(scope),
      why: `The payer took ${scope} back, which the platform does not know: tell it`,
      spec: 'Spec §1.1',
      since: revokedAt,
    }));
  if (!cancellation) return scopes;
  const why =
    'The payer asked for the mandate to be cancelled, which the platform does not know: tell it, and what is still owed';
  return [...scopes, { key: cancellationKey(cancellation), why, spec: 'Spec §1.1', since: cancellation.requestedAt }];
}
