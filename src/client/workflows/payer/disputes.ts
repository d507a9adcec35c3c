import { parseInstant } from '../../../domain/calendar.ts';
import { evidenceIsPast } from '../../../domain/consent.ts';
import { loanBalances } from '../../../domain/loan/balances.ts';
import {
  type DisputeInput,
  type DisputeResolution,
  disputeInput,
  disputeResolution,
} from '../../../domain/loan/disputes.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import { disputeIsOpen } from '../../../domain/loan/guards/standing-guards.ts';
import type { ClosedLoan, LiveLoan, OpenLoan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { grantInstants, isNewCancellation } from '../../../domain/loan/withdrawal-effect.ts';
import {
  type CancellationRequest,
  cancellationRequest,
  type ScopeRevocation,
  scopeRevocation,
  type WithdrawalEvidence,
  withdrawalIsTimely,
} from '../../../domain/withdrawal.ts';
import { requireInput } from '../../../errors.ts';
import { type LoanContext, nowText, obey, recordStep, requireNoProblems } from '../loan-context.ts';
import { noteWithoutPersonal } from './known-payer.ts';

/** Records a dispute that the payer filed. The lender debits nothing from here on. Spec §1, §3.4. */
export async function recordDispute(
  context: LoanContext,
  loan: LiveLoan | ClosedLoan,
  dispute: DisputeInput,
): Promise<LoanState> {
  requireInput('The dispute cannot be recorded', disputeInput, dispute);
  const { reference, openedAt } = dispute;
  const decide = (now: LoanState): readonly LoanEvent[] => {
    const reason = noteWithoutPersonal(dispute.reason, now);
    const known = now.disputes.find((filed) => filed.reference === reference);
    if (known) {
      const isSame = known.reason === reason && parseInstant(known.openedAt) === parseInstant(openedAt);
      requireNoProblems(
        'The dispute is on file',
        isSame
          ? []
          : [{ path: 'reference', message: 'is on file with another reason or time: give each dispute its own' }],
      );
      return [];
    }
    obey(evidenceIsPast('The dispute', openedAt, context.engine.settings.clock.now()));
    return [{ type: 'dispute.opened', at: nowText(context), reference, reason, openedAt }];
  };
  return recordStep(context, loan, { step: 'openDispute', decide });
}

/** Records how a dispute ended, once and for good. Spec §3.4. @throws InputError, RuleError, StaleLoanError */
export async function recordResolution(
  context: LoanContext,
  loan: LiveLoan | ClosedLoan,
  resolution: DisputeResolution,
): Promise<LoanState> {
  requireInput('The resolution cannot be recorded', disputeResolution, resolution);
  const { reference, outcome, reason, resolvedAt } = resolution;
  const decide = (now: LoanState): readonly LoanEvent[] => {
    const dispute = now.disputes.find((filed) => filed.reference === reference);
    if (dispute?.outcome === outcome) return [];
    obey(disputeIsOpen(now, reference));
    const isTooEarly = (parseInstant(resolvedAt) ?? 0) < (parseInstant(dispute?.openedAt) ?? 0);
    requireNoProblems(
      'The resolution cannot be recorded',
      isTooEarly ? [{ path: 'resolvedAt', message: 'is before the dispute was opened' }] : [],
    );
    obey(evidenceIsPast('The resolution', resolvedAt, context.engine.settings.clock.now()));
    return [
      {
        type: 'dispute.resolved',
        at: nowText(context),
        reference,
        outcome,
        reason: noteWithoutPersonal(reason, now),
        resolvedAt,
      },
    ];
  };
  return recordStep(context, loan, { step: 'resolveDispute', decide });
}

/** Records that the payer revoked one scope. A scope can be revoked only once. Spec §1.1. */
export async function recordRevocation(
  context: LoanContext,
  loan: OpenLoan,
  revocation: ScopeRevocation,
): Promise<LoanState> {
  requireInput('The revocation cannot be recorded', scopeRevocation, revocation);
  const { scope, revokedAt } = revocation;
  const decide = (now: LoanState): readonly LoanEvent[] => {
    if (now.revocations.some((revoked) => revoked.scope === scope)) return [];
    const grantedAt = grantInstants(now, scope);
    obey(withdrawalIsTimely('The revocation', revokedAt, { grantedAt, now: context.engine.settings.clock.now() }));
    return [{ type: 'scope.revoked', at: nowText(context), scope, revokedAt, ...evidenceOf(revocation, now) }];
  };
  return recordStep(context, loan, { step: 'revokeScope', decide });
}

/** Records a request to cancel, or another one after an obligation was recorded. */
export async function recordCancellation(
  context: LoanContext,
  loan: OpenLoan,
  request: CancellationRequest,
): Promise<LoanState> {
  requireInput('The request to cancel cannot be recorded', cancellationRequest, request);
  const { requestedAt } = request;
  const decide = (now: LoanState): readonly LoanEvent[] => {
    if (!isNewCancellation(now, requestedAt)) return [];
    const grantedAt = grantInstants(now);
    obey(
      withdrawalIsTimely('The request to cancel', requestedAt, { grantedAt, now: context.engine.settings.clock.now() }),
    );
    const { outstanding } = loanBalances(now);
    return [
      { type: 'cancellation.requested', at: nowText(context), requestedAt, outstanding, ...evidenceOf(request, now) },
    ];
  };
  return recordStep(context, loan, { step: 'requestCancellation', decide });
}

function evidenceOf({ channel, reason, ipAddress }: WithdrawalEvidence, now: LoanState) {
  const stated = reason === undefined ? {} : { reason: noteWithoutPersonal(reason, now) };
  return { channel, ...stated, ...(ipAddress === undefined ? {} : { personal: { ipAddress } }) };
}
