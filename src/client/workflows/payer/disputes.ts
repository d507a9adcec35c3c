import { parseInstant } from '../../../domain/calendar.ts';
import { evidenceIsPast } from '../../../domain/consent.ts';
import { loanBalances } from '../../../domain/loan/balances.ts';
import { disputeInput, disputeResolution } from '../../../domain/loan/disputes.ts';
import { disputeIsOpen } from '../../../domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { grantInstants, isNewCancellation } from '../../../domain/loan/withdrawal-effect.ts';
import {
  cancellationRequest,
  scopeRevocation,
  type WithdrawalEvidence,
  withdrawalIsTimely,
} from '../../../domain/withdrawal.ts';
import { nowText, obey, recording, requireNoProblems } from '../loan-context.ts';
import { noteWithoutPersonal } from './known-payer.ts';

/** Records a dispute that the payer filed. The lender debits nothing from here on. Spec §1, §3.4. */
export const recordDispute = recording({
  step: 'openDispute',
  subject: 'The dispute cannot be recorded',
  declared: disputeInput,
  events(context, now, { reference, openedAt, reason: said }) {
    const reason = noteWithoutPersonal(said, now);
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
  },
});

/** Records how a dispute ended, once and for good. Spec §3.4. @throws InputError, RuleError, StaleLoanError */
export const recordResolution = recording({
  step: 'resolveDispute',
  subject: 'The resolution cannot be recorded',
  declared: disputeResolution,
  events(context, now, { reference, outcome, reason: said, resolvedAt }) {
    const dispute = now.disputes.find((filed) => filed.reference === reference);
    if (dispute?.outcome === outcome) return [];
    obey(disputeIsOpen(now, reference));
    const isTooEarly = (parseInstant(resolvedAt) ?? 0) < (parseInstant(dispute?.openedAt) ?? 0);
    requireNoProblems(
      'The resolution cannot be recorded',
      isTooEarly ? [{ path: 'resolvedAt', message: 'is before the dispute was opened' }] : [],
    );
    obey(evidenceIsPast('The resolution', resolvedAt, context.engine.settings.clock.now()));
    const reason = noteWithoutPersonal(said, now);
    return [{ type: 'dispute.resolved', at: nowText(context), reference, outcome, reason, resolvedAt }];
  },
});

/** Records that the payer revoked one scope. A scope can be revoked only once. Spec §1.1. */
export const recordRevocation = recording({
  step: 'revokeScope',
  subject: 'The revocation cannot be recorded',
  declared: scopeRevocation,
  events(context, now, { scope, revokedAt, ...evidence }) {
    if (now.revocations.some((revoked) => revoked.scope === scope)) return [];
    const grantedAt = grantInstants(now, scope);
    obey(withdrawalIsTimely('The revocation', revokedAt, { grantedAt, now: context.engine.settings.clock.now() }));
    return [{ type: 'scope.revoked', at: nowText(context), scope, revokedAt, ...evidenceOf(evidence, now) }];
  },
});

/** Records a request to cancel, or another one after an obligation was recorded. */
export const recordCancellation = recording({
  step: 'requestCancellation',
  subject: 'The request to cancel cannot be recorded',
  declared: cancellationRequest,
  events(context, now, { requestedAt, ...evidence }) {
    if (!isNewCancellation(now, requestedAt)) return [];
    const times = { grantedAt: grantInstants(now), now: context.engine.settings.clock.now() };
    obey(withdrawalIsTimely('The request to cancel', requestedAt, times));
    const { outstanding } = loanBalances(now);
    const stated = evidenceOf(evidence, now);
    return [{ type: 'cancellation.requested', at: nowText(context), requestedAt, outstanding, ...stated }];
  },
});

function evidenceOf({ channel, reason, ipAddress }: WithdrawalEvidence, now: LoanState) {
  const stated = reason === undefined ? {} : { reason: noteWithoutPersonal(reason, now) };
  return { channel, ...stated, ...(ipAddress === undefined ? {} : { personal: { ipAddress } }) };
}
