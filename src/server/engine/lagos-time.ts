import { DAY_MS, dayNumber, HOUR_MS, type Instant, lagosInstant, type PlainDate } from '../../domain/calendar.ts';
import type { Policy } from './policy.ts';

// Days are plain numbers in the world's records: the midnight from which they are counted is the one conversion between both.
const FIRST_MIDNIGHT = lagosInstant('1970-01-01' as PlainDate);

/** The Lagos day of an instant, counted from 1970-01-01. */
export function dayOf(instant: Instant): number {
  return Math.floor((instant - FIRST_MIDNIGHT) / DAY_MS);
}

export function midnightOf(day: number): Instant {
  return FIRST_MIDNIGHT + day * DAY_MS;
}

// Instants are whole milliseconds, also where a policy counts in thirds of an hour.

/** When a day's first attempt runs. */
export function dueInstantOf(day: number, policy: Policy): Instant {
  return midnightOf(day) + Math.round(policy.dueHour * HOUR_MS);
}

/** The day's next attempt after some rounds have run; undefined when there is none: enough of them, or past midnight. */
export function nextRoundOf(day: number, roundsRun: number, policy: Policy): Instant | undefined {
  if (roundsRun >= policy.attemptsPerDueDate) return undefined;
  const at = dueInstantOf(day, policy) + Math.round(roundsRun * policy.attemptGapHours * HOUR_MS);
  return at < midnightOf(day + 1) ? at : undefined;
}

/** The first attempt time after an instant, on whatever day: when banks are asked about what is unknown. */
export function nextAttemptTimeAfter(instant: Instant, policy: Policy): Instant {
  const day = dayOf(instant);
  for (let round = 0; ; round += 1) {
    const at = nextRoundOf(day, round, policy);
    if (at === undefined) return dueInstantOf(day + 1, policy);
    if (at > instant) return at;
  }
}

/** The day of a date that is known to be real. */
export function dayNumberOf(date: string): number {
  return dayNumber(date as PlainDate);
}
