/** Withdrawal of consent. It is not retroactive: earlier acts stay valid. Spec §1.1. */

import { anyText, oneOf, optional, text } from '../../validation/checks.ts';
import { type Fields, record } from '../../validation/record.ts';
import { type Instant, parseInstant } from '../calendar.ts';
import { allowed, type Decision, firstRefusal, refused } from '../decision.ts';
import { instant, ipAddress } from '../values.ts';
import { type ConsentScope, consentScopes, evidenceIsPast } from './consent.ts';

/** The context of a withdrawal, as evidence. */
export interface WithdrawalEvidence {
  /** The channel of the withdrawal: `web`, `branch`, `phone` or your own term. */
  readonly channel: string;
  /** The IP address that it came from, if any. */
  readonly ipAddress?: string;
  /** The reason, in the payer's words or yours. Include nothing personal. */
  readonly reason?: string;
}

/** The withdrawal of one scope. */
export interface ScopeRevocation extends WithdrawalEvidence {
  /** The scope that the payer withdraws. */
  readonly scope: ConsentScope;
  /** When the payer withdrew it, ISO 8601 with its offset. */
  readonly revokedAt: string;
}

/** The payer's request to cancel the mandate. */
export interface CancellationRequest extends WithdrawalEvidence {
  /** When the payer asked, ISO 8601 with its offset. */
  readonly requestedAt: string;
}

const evidence: Fields<WithdrawalEvidence> = {
  channel: text("the channel by which it was said, such as 'web'"),
  ipAddress: optional(ipAddress()),
  reason: optional(anyText),
};

export const scopeRevocation = record<ScopeRevocation>({
  scope: oneOf(Object.keys(consentScopes)),
  revokedAt: instant(),
  ...evidence,
});

export const cancellationRequest = record<CancellationRequest>({ requestedAt: instant(), ...evidence });

export function isDebitScope(scope: ConsentScope): boolean {
  return scope === 'automatedDebit' || scope === 'cascadeDebit';
}

/** A withdrawal must be after the grant and not in the future. Otherwise it is no valid evidence. Spec §1.1. */
export function withdrawalIsTimely(
  what: string,
  at: string,
  { grantedAt, now }: { readonly grantedAt: readonly Instant[]; readonly now: Instant },
): Decision {
  const withdrawn = parseInstant(at) ?? 0;
  const isBefore = grantedAt.some((grant) => grant > withdrawn);
  const why = `${what} is dated ${at}, before the consent itself: give the time at which the payer took it back`;
  return firstRefusal(
    evidenceIsPast(what, at, now),
    isBefore ? refused('withdrawal-follows-consent', 'Spec §1.1', why) : allowed,
  );
}
