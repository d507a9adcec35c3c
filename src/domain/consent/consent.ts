/** The payer's consent: explicit, informed, auditable, by scope. Spec §1.1. */

import { list, oneOf, text } from '../../validation/checks.ts';
import { type Fields, record } from '../../validation/record.ts';
import { formatInstant, type Instant, MINUTE_MS, parseInstant } from '../calendar.ts';
import { allowed, type Decision, firstRefusal, refused } from '../decision.ts';
import { instant, ipAddress } from '../values.ts';

/** The scopes that the payer agrees to. Spec §1.1. */
export type ConsentScope =
  | 'accountDiscovery'
  | 'mandatePlacement'
  | 'automatedDebit'
  | 'bureauReporting'
  | 'cascadeDebit';

/** The five scopes that a loan needs, with their descriptions. */
export const consentScopes: Readonly<Record<ConsentScope, string>> = {
  accountDiscovery: 'use of the BVN to discover accounts',
  mandatePlacement: 'placing an e-mandate on each selected account',
  automatedDebit: 'automated debit on due dates',
  bureauReporting: 'reporting the loan to a credit bureau',
  cascadeDebit: 'debiting backup accounts when the primary fails',
};

/** The grant of one scope. */
export interface ConsentGrant {
  /** The scope that was granted. */
  readonly scope: ConsentScope;
  /** When the payer granted it, ISO 8601 with its offset. */
  readonly grantedAt: string;
  /** The IP address that the grant came from. */
  readonly ipAddress: string;
}

/** The payer's consent as captured at loan origination. Spec §1.1. */
export interface Consent {
  /** One grant for each of the five scopes. */
  readonly scopes: readonly ConsentGrant[];
  /** Where it was captured: `web`, `app`, `branch`, `ussd` or your own term. */
  readonly channel: string;
  /** Language of the notice, such as `en` or `ha`. */
  readonly language: string;
  /** The exact text that the payer was shown, and its version. */
  readonly notice: { readonly text: string; readonly version: string };
}

const mistyped = { others: 'mistyped' } as const;
const grantFields: Fields<ConsentGrant> = {
  scope: oneOf(Object.keys(consentScopes)),
  grantedAt: instant('the time of the grant'),
  ipAddress: ipAddress('the IP address that the grant came from'),
};
const noticeFields: Fields<Consent['notice']> = {
  text: text('the exact text that the payer was shown'),
  version: text('the version of the notice'),
};
const consentFields: Fields<Consent> = {
  scopes: list(record(grantFields, mistyped), { takes: 'a list with one grant for each scope' }),
  channel: text("the channel by which the consent was captured, such as 'web'"),
  language: text("the language of the notice, such as 'en'"),
  notice: record(noticeFields, mistyped),
};

/** Checks a consent. Its records may be rows of the lender's own tables, so extra fields are allowed. */
export const consentCheck = record(consentFields, mistyped);

/** All five scopes must be granted, once each. Everything else depends on that. Spec §1.1. */
export function consentIsComplete(scopes: readonly { readonly scope: ConsentScope }[]): Decision {
  const granted = new Set<string>(scopes.map((grant) => grant.scope));
  const missing = Object.keys(consentScopes).filter((scope) => !granted.has(scope));
  if (missing.length === 0 && granted.size === scopes.length) return allowed;
  const why =
    missing.length > 0
      ? `The payer has not consented to ${missing.join(', ')}: capture each scope with its time and IP address before anything is done with the BVN`
      : 'A scope was granted twice: keep one grant for each scope, with its own time and IP address';
  return refused('consent-complete', 'Spec §1.1', why);
}

/** No scope may be granted with a future date. Until that date, it could not be withdrawn or reported. Spec §1.1. */
export function consentIsPast(scopes: readonly ConsentGrant[], now: Instant): Decision {
  return firstRefusal(...scopes.map(({ scope, grantedAt }) => evidenceIsPast(`The grant of ${scope}`, grantedAt, now)));
}

/** The tolerated difference between the clocks of two machines. */
const EVIDENCE_SKEW_MS = 5 * MINUTE_MS;

/** An act of the payer must not be in the future, within the tolerated clock difference. Spec §1.1. */
export function evidenceIsPast(what: string, at: string, now: Instant): Decision {
  const instant = parseInstant(at);
  if (instant === undefined || instant <= now + EVIDENCE_SKEW_MS) return allowed;
  const why = `${what} is dated ${at}, but it is ${formatInstant(now)}: record what the payer did when it has happened`;
  return refused('evidence-is-past', 'Spec §1.1', why);
}

/** At the latest when it was recorded, even if its clock was ahead. Otherwise later acts could not be recorded yet. */
export function evidenceInstant(at: string, writtenDownAt: string): Instant {
  return Math.min(parseInstant(at) ?? 0, parseInstant(writtenDownAt) ?? Number.POSITIVE_INFINITY);
}
