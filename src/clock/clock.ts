/** Time and chance of the machine, and the interface that lets tests replace them. */
import { type Instant, lagosDay, type PlainDate } from '../domain/calendar.ts';

/** The time a component lives in. Everything that waits or dates something takes one, so that tests run on virtual time. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): Instant;
  /** The day it is in Africa/Lagos. */
  today(): PlainDate;
  /** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The longest wait of one timer of the machine, some 24 days; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of the machine. A sleep keeps the process alive. */
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

/** Measures durations: milliseconds since the process began, which no one sets back or forward. It knows no day. */
export const steadyClock: Pick<Clock, 'now' | 'sleep'> = { now: () => performance.now(), sleep: systemClock.sleep };

/** A random number from 0 up to, but without, 1. An option, so that tests can fix it. */
export type Random = () => number;

/** The machine's randomness: good for spreading retries, not for secrets. */
export const systemRandom: Random = () => Math.random();

/** Calls `tick` every `everyMs` until `stop`. Unlike a sleep it keeps no process alive. An error of `tick` surfaces as any uncaught error. */
export function startTicking(everyMs: number, tick: () => void, stop: AbortSignal): void {
  if (stop.aborted) return;
  const timer = setInterval(tick, everyMs);
  timer.unref();
  stop.addEventListener('abort', () => clearInterval(timer), { once: true });
}
