import type { Clock } from './clock.ts';
import { systemClock } from './system-clock.ts';

/** For how long something lasts: milliseconds since the process began, which nobody sets back or forward. It tells no day. */
export const steadyClock: Pick<Clock, 'now' | 'sleep'> = { now: () => performance.now(), sleep: systemClock.sleep };
