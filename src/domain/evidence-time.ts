/** When evidence was made: never later than it is written down. Spec §1.1. */
import { formatInstant, type Instant, MINUTE_MS, parseInstant } from './calendar.ts';
import { allowed, type Decision, refused } from './decision.ts';

/** How far two machines' clocks may be apart. */
export const EVIDENCE_SKEW_MS = 5 * MINUTE_MS;

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
