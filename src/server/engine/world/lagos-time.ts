import { DAY_MS, dayNumber, HOUR_MS, type Instant, lagosInstant, type PlainDate } from '../../../domain/calendar.ts';
import type { Policy } from './policy.ts';

// World records hold days as plain numbers. This midnight is day 0.
const FIRST_MIDNIGHT = lagosInstant('1970-01-01' as PlainDate);

/** The Lagos day of an instant, counted from 1970-01-01. */
export function dayOf(instant: Instant): number {
  return Math.floor((instant - FIRST_MIDNIGHT) / DAY_MS);
}

export function midnightOf(day: number): Instant {
  return FIRST_MIDNIGHT + day * DAY_MS;
}

// Rounded, because instants are whole milliseconds and a policy may use fractions of an hour.

export function dueInstantOf(day: number, policy: Policy): Instant {
  return midnightOf(day) + Math.round(policy.dueHour * HOUR_MS);
}

/** The day's next attempt after the given rounds. Undefined if the limit is reached or midnight has passed. */
export function nextRoundOf(day: number, roundsRun: number, policy: Policy): Instant | undefined {
  if (roundsRun >= policy.attemptsPerDueDate) return undefined;
  const at = dueInstantOf(day, policy) + Math.round(roundsRun * policy.attemptGapHours * HOUR_MS);
  return at < midnightOf(day + 1) ? at : undefined;
}

/** The first attempt time after an instant, on any day. At these times the platform asks banks about unknown debits. */
export function nextAttemptTimeAfter(instant: Instant, policy: Policy): Instant {
  const day = dayOf(instant);
  for (let round = 0; ; round += 1) {
    const at = nextRoundOf(day, round, policy);
    if (at === undefined) return dueInstantOf(day + 1, policy);
    if (at > instant) return at;
  }
}

export function dayNumberOf(date: string): number {
  return dayNumber(date as PlainDate);
}
