/** The payer's consent: explicit, informed, auditable, scope by scope. Spec §1.1. */

import { besideMistyped, fieldsOf } from '../validation/record.ts';
import { formatInstant, type Instant, MINUTE_MS, parseInstant } from './calendar.ts';
import { allowed, type Decision, firstRefusal, type Problem, refused } from './decision.ts';
import { isIpAddress, isText } from './identifiers.ts';
import { tellInstant, tellText } from './wrong-values.ts';

/** What the payer agrees to, one by one. Spec §1.1. */
export type ConsentScope =
  | 'accountDiscovery'
  | 'mandatePlacement'
  | 'automatedDebit'
  | 'bureauReporting'
  | 'cascadeDebit';

/** The five scopes that a loan needs, with what each allows. */
export const consentScopes: Readonly<Record<ConsentScope, string>> = {
  accountDiscovery: 'use of the BVN to discover accounts',
  mandatePlacement: 'placing an e-mandate on each selected account',
  automatedDebit: 'automated debit on due dates',
  bureauReporting: 'reporting the loan to a credit bureau',
  cascadeDebit: 'debiting backup accounts when the primary fails',
};

/** One scope as it was granted. */
export interface ConsentGrant {
  /** What was agreed to. */
  readonly scope: ConsentScope;
  /** When the payer granted it, ISO 8601 with its offset. */
  readonly grantedAt: string;
  /** The address that the grant came from. */
  readonly ipAddress: string;
}

/** The payer's consent as it was captured at loan origination. Spec §1.1. */
export interface Consent {
  /** One grant for each of the five scopes. */
  readonly scopes: readonly ConsentGrant[];
  /** Where it was captured: `web`, `app`, `branch`, `ussd` or your own word. */
  readonly channel: string;
  /** Language of the notice, such as `en` or `ha`. */
  readonly language: string;
  /** What the payer was shown, word for word, and which version of it. */
  readonly notice: { readonly text: string; readonly version: string };
}

/** The fields of a consent. */
export const consentFields = fieldsOf<Consent>({ scopes: true, channel: true, language: true, notice: true });
const noticeFields = fieldsOf<Consent['notice']>({ text: true, version: true });
const grantFields = fieldsOf<ConsentGrant>({ scope: true, grantedAt: true, ipAddress: true });

/** What is wrong with the shape of a consent. */
export function consentProblems(consent: Consent): readonly Problem[] {
  const { channel, language, notice } = (consent ?? {}) as Partial<Consent>;
  const problems: Problem[] = [];
  if (!isText(channel))
    problems.push({
      path: 'channel',
      message: tellText(channel, "name where the consent was captured, such as 'web'"),
    });
  if (!isText(language))
    problems.push({ path: 'language', message: tellText(language, "name the language of the notice, such as 'en'") });
  problems.push(...noticeProblems(notice));
  if (!Array.isArray(consent?.scopes)) problems.push({ path: 'scopes', message: 'give one grant for each scope' });
  else problems.push(...consent.scopes.flatMap(grantProblems));
  return besideMistyped(problems, consent, consentFields);
}

function noticeProblems(notice: Consent['notice'] | undefined): readonly Problem[] {
  const problems: Problem[] = [];
  if (!isText(notice?.text))
    problems.push({
      path: 'notice.text',
      message: tellText(notice?.text, 'give the exact text that the payer was shown'),
    });
  if (!isText(notice?.version))
    problems.push({ path: 'notice.version', message: tellText(notice?.version, 'give the version of the notice') });
  return besideMistyped(problems, notice, noticeFields, { under: 'notice' });
}

function grantProblems(grant: ConsentGrant, index: number): readonly Problem[] {
  const path = `scopes.${index}`;
  const problems: Problem[] = [];
  if (!Object.hasOwn(consentScopes, grant?.scope)) {
    problems.push({ path: `${path}.scope`, message: `is not one of ${Object.keys(consentScopes).join(', ')}` });
  }
  if (parseInstant(grant?.grantedAt) === undefined) {
    problems.push({
      path: `${path}.grantedAt`,
      message: tellInstant(grant?.grantedAt, 'give the time of the grant as ISO 8601 with its offset'),
    });
  }
  if (!isIpAddress(grant?.ipAddress))
    problems.push({
      path: `${path}.ipAddress`,
      message: tellText(grant?.ipAddress, 'give the IP address that the grant came from'),
    });
  return besideMistyped(problems, grant, grantFields, { under: path });
}

/** All five scopes granted, once each: the ground on which everything else stands. Spec §1.1. */
export function consentIsComplete(scopes: readonly { readonly scope: ConsentScope }[]): Decision {
  const granted = new Set(scopes.map((grant) => grant.scope));
  const missing = Object.keys(consentScopes).filter((scope) => !granted.has(scope as ConsentScope));
  if (missing.length > 0) {
    return refused(
      'consent-complete',
      'Spec §1.1',
      `The payer has not consented to ${missing.join(', ')}: capture each scope with its time and IP address before anything is done with the BVN`,
    );
  }
  if (granted.size < scopes.length) {
    return refused(
      'consent-complete',
      'Spec §1.1',
      'A scope was granted twice: keep one grant for each scope, with its own time and IP address',
    );
  }
  return allowed;
}

/** No scope is granted ahead of time: nothing could be taken back, nor reported, before that time has come. Spec §1.1. */
export function consentIsPast(scopes: readonly ConsentGrant[], now: Instant): Decision {
  return firstRefusal(...scopes.map(({ scope, grantedAt }) => evidenceIsPast(`The grant of ${scope}`, grantedAt, now)));
}

/** When evidence was made: never later than it is written down. Spec §1.1. */

/** How far two machines' clocks may be apart. */
const EVIDENCE_SKEW_MS = 5 * MINUTE_MS;

/** What the payer did is dated at the latest now, give or take the clocks of two machines. Spec §1.1. */
export function evidenceIsPast(what: string, at: string, now: Instant): Decision {
  const instant = parseInstant(at);
  if (instant === undefined || instant <= now + EVIDENCE_SKEW_MS) return allowed;
  return refused(
    'evidence-is-past',
    'Spec §1.1',
    `${what} is dated ${at}, but it is ${formatInstant(now)}: record what the payer did when it has happened`,
  );
}

/**
 * When it counts as done: what a clock that is ahead dated a little later than it was written down was done by then. Otherwise what follows from it could not be
 * recorded until that time has come.
 */
export function evidenceInstant(at: string, writtenDownAt: string): Instant {
  return Math.min(parseInstant(at) ?? 0, parseInstant(writtenDownAt) ?? Number.POSITIVE_INFINITY);
}
