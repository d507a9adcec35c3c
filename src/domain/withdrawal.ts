/** Consent taken back: scope by scope, or the whole mandate. It is never retroactive: what was done on it stands. Spec §1.1. */

import { anyText, oneOf, optional, text } from '../validation/checks.ts';
import { type Fields, record } from '../validation/record.ts';
import { type Instant, parseInstant } from './calendar.ts';
import { type ConsentScope, consentScopes, evidenceIsPast } from './consent.ts';
import { allowed, type Decision, firstRefusal, refused } from './decision.ts';
import { instant, ipAddress } from './values.ts';

/** How the payer said it: part of the evidence, as the context of the grant is. */
export interface WithdrawalEvidence {
  /** Where it was said: `web`, `branch`, `phone` or your own word. */
  readonly channel: string;
  /** The address that it came from, where there is one. */
  readonly ipAddress?: string;
  /** The payer's words, or yours; nothing personal. */
  readonly reason?: string;
}

/** One scope that the payer takes back. */
export interface ScopeRevocation extends WithdrawalEvidence {
  /** The one that no longer holds. */
  readonly scope: ConsentScope;
  /** When the payer took it back, ISO 8601 with its offset. */
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

/** Does a debit rest on this scope? */
export function isDebitScope(scope: ConsentScope): boolean {
  return scope === 'automatedDebit' || scope === 'cascadeDebit';
}

/** Consent is taken back after it was given, and not ahead of time: a withdrawal that would reach further back, or forward, is no evidence. Spec §1.1. */
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
