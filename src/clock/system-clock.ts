import { lagosDay } from '../domain/calendar.ts';
import type { Clock } from './clock.ts';

/** The longest wait that one timer of the machine can keep, some 24 days; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of the machine. A sleep keeps the process alive: whoever sleeps is awaited by someone. */
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
