/** Consent taken back: scope by scope, or the whole mandate. It is never retroactive: what was done on it stands. Spec §1.1. */

import { fieldsOf, unknownFields } from '../validation/record.ts';
import { type Instant, parseInstant } from './calendar.ts';
import { type ConsentScope, consentScopes, evidenceIsPast } from './consent.ts';
import { type Decision, firstRefusal, type Problem, refused } from './decision.ts';
import { isIpAddress, isText } from './identifiers.ts';
import { tellInstant, tellText } from './wrong-values.ts';

/** How the payer said it: part of the evidence, as the grant's own circumstances are. */
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

const evidenceFields = { channel: true, ipAddress: true, reason: true } as const;
const revocationFields = fieldsOf<ScopeRevocation>({ ...evidenceFields, scope: true, revokedAt: true });
const cancellationFields = fieldsOf<CancellationRequest>({ ...evidenceFields, requestedAt: true });

/** Does a debit rest on this scope? */
export function isDebitScope(scope: ConsentScope): boolean {
  return scope === 'automatedDebit' || scope === 'cascadeDebit';
}

/** What is wrong with the shape of a revocation. */
export function revocationProblems(revocation: ScopeRevocation): readonly Problem[] {
  const problems = unknownFields(revocation, revocationFields);
  if (!Object.hasOwn(consentScopes, revocation?.scope))
    problems.push({ path: 'scope', message: `is not one of ${Object.keys(consentScopes).join(', ')}` });
  return [...problems, ...withdrawalProblems(revocation, 'revokedAt', revocation?.revokedAt)];
}

/** What is wrong with the shape of a request to cancel. */
export function cancellationProblems(request: CancellationRequest): readonly Problem[] {
  return [
    ...unknownFields(request, cancellationFields),
    ...withdrawalProblems(request, 'requestedAt', request?.requestedAt),
  ];
}

function withdrawalProblems(evidence: WithdrawalEvidence, time: string, at: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  if (parseInstant(at) === undefined)
    problems.push({ path: time, message: tellInstant(at, 'give the time as ISO 8601 with its offset') });
  if (!isText(evidence?.channel))
    problems.push({ path: 'channel', message: tellText(evidence?.channel, "name where it was said, such as 'web'") });
  if (evidence?.ipAddress !== undefined && !isIpAddress(evidence.ipAddress))
    problems.push({ path: 'ipAddress', message: 'must be an IP address; leave it out if there is none' });
  if (evidence?.reason !== undefined && typeof evidence.reason !== 'string')
    problems.push({ path: 'reason', message: 'must be a text; leave it out if there is none' });
  return problems;
}

/** Consent is taken back after it was given, and not ahead of time: a withdrawal that would reach further back, or forward, is no evidence. Spec §1.1. */
export function withdrawalIsTimely(
  what: string,
  at: string,
  { grantedAt, now }: { readonly grantedAt: readonly Instant[]; readonly now: Instant },
): Decision {
  const withdrawn = parseInstant(at) ?? 0;
  const isBefore = grantedAt.some((grant) => grant > withdrawn);
  return firstRefusal(
    evidenceIsPast(what, at, now),
    isBefore
      ? refused(
          'withdrawal-follows-consent',
          'Spec §1.1',
          `${what} is dated ${at}, before the consent itself: give the time at which the payer took it back`,
        )
      : { allowed: true },
  );
}
