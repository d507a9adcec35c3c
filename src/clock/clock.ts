import { HOUR_MS, type Instant, lagosDay, type PlainDate, SECOND_MS } from '../domain/calendar.ts';

/** The time source of a component. Pass a virtual one in tests. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): Instant;
  /** The current day in Africa/Lagos. */
  today(): PlainDate;
  /** Resolves after `delayMs`. Rejects with the signal's reason if it is aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The text of a `Date` header (RFC 9110 §5.6.7): `Mon, 05 Jan 2026 08:00:00 GMT`. */
export function formatHttpDate(instant: Instant): string {
  return new Date(instant).toUTCString();
}

/** The longest delay of a system timer, some 24 days. A longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The system's time. A pending sleep keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  today: () => lagosDay(Date.now()),
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let timer: NodeJS.Timeout;
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const sleepFor = (leftMs: number) => {
        const stepMs = Math.min(leftMs, LONGEST_TIMER_MS);
        timer = setTimeout(() => {
          if (leftMs > stepMs) return sleepFor(leftMs - stepMs);
          signal?.removeEventListener('abort', onAbort);
          resolve();
        }, stepMs);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      sleepFor(delayMs);
    }),
};

/** Measures durations in milliseconds since the process started. It cannot be set back or forward, and has no date. */
export const steadyClock: Pick<Clock, 'now' | 'sleep'> = { now: () => performance.now(), sleep: systemClock.sleep };

/** A random number from 0 (inclusive) to 1 (exclusive). Passed as an option, so that tests can fix it. */
export type Random = () => number;

/** The system's randomness. Good for spreading retries, not for secrets. */
export const systemRandom: Random = () => Math.random();

/** Calls `tick` every `everyMs` until `stop` is aborted. Does not keep the process alive. Errors are uncaught. */
export function startTicking(everyMs: number, tick: () => void, stop: AbortSignal): void {
  if (stop.aborted) return;
  const timer = setInterval(tick, everyMs);
  timer.unref();
  stop.addEventListener('abort', () => clearInterval(timer), { once: true });
}

const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/** Doubles with each failed attempt, up to six hours. `chance` (0 to 1) takes off up to a quarter, to spread loans. */
export function workPauseMs(attempts: number, chance: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (Math.max(1, attempts) - 1));
  return Math.round(longest * (1 - chance / 4));
}
