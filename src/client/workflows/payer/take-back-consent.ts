import { loanBalances } from '../../../domain/loan/balances.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import type { OpenLoan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { grantInstants, isNewCancellation } from '../../../domain/loan/withdrawal-effect.ts';
import {
  type CancellationRequest,
  cancellationProblems,
  revocationProblems,
  type ScopeRevocation,
  type WithdrawalEvidence,
  withdrawalIsTimely,
} from '../../../domain/withdrawal.ts';
import { enterStep, requireStage } from '../enter-step.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey, requireNoProblems } from '../refusals.ts';
import { noteWithoutPersonal } from './without-personal.ts';

/** Writes down that the payer took one scope back; what was taken back cannot be taken back again. Spec §1.1. @throws InputError, RuleError, StaleLoanError */
export async function recordRevocation(
  context: LoanContext,
  loan: OpenLoan,
  revocation: ScopeRevocation,
): Promise<LoanState> {
  requireNoProblems('The revocation cannot be recorded', revocationProblems(revocation));
  const { scope, revokedAt } = revocation;
  await enterStep(context, loan, 'revokeScope');
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('revokeScope', loan, now);
    if (now.revocations.some((revoked) => revoked.scope === scope)) return [];
    const grantedAt = grantInstants(now, scope);
    obey(withdrawalIsTimely('The revocation', revokedAt, { grantedAt, now: context.engine.settings.clock.now() }));
    return [{ type: 'scope.revoked', at: nowText(context), scope, revokedAt, ...evidenceOf(revocation, now) }];
  });
}

/** Writes down that the payer asked for the mandate to be cancelled, and asked again after an obligation was recorded. Spec §1.1. @throws InputError, RuleError, StaleLoanError */
export async function recordCancellation(
  context: LoanContext,
  loan: OpenLoan,
  request: CancellationRequest,
): Promise<LoanState> {
  requireNoProblems('The request to cancel cannot be recorded', cancellationProblems(request));
  const { requestedAt } = request;
  await enterStep(context, loan, 'requestCancellation');
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('requestCancellation', loan, now);
    if (!isNewCancellation(now, requestedAt)) return [];
    const grantedAt = grantInstants(now);
    obey(
      withdrawalIsTimely('The request to cancel', requestedAt, { grantedAt, now: context.engine.settings.clock.now() }),
    );
    const { outstanding } = loanBalances(now);
    return [
      { type: 'cancellation.requested', at: nowText(context), requestedAt, outstanding, ...evidenceOf(request, now) },
    ];
  });
}

function evidenceOf({ channel, reason, ipAddress }: WithdrawalEvidence, now: LoanState) {
  const stated = reason === undefined ? {} : { reason: noteWithoutPersonal(reason, now) };
  return { channel, ...stated, ...(ipAddress === undefined ? {} : { personal: { ipAddress } }) };
}
