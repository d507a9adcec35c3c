import { HOUR_MS, SECOND_MS } from '../domain/calendar.ts';

const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/**
 * How long work that failed waits before it is tried again, in milliseconds: twice as long after each attempt, six hours at most, and by chance up to a quarter
 * less, so that many loans that failed together do not come back together.
 * @param attempts how many there were, from 1
 * @param chance from 0 up to 1
 */
export function workPauseMs(attempts: number, chance: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (Math.max(1, attempts) - 1));
  return Math.round(longest * (1 - chance / 4));
}
