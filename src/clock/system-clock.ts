import { lagosDay } from '../domain/calendar.ts';
import type { Clock } from './clock.ts';

/** The time of the machine. A sleep keeps the process alive: whoever sleeps is awaited by someone. */
export const systemClock: Clock = {
  now: () => Date.now(),
  today: () => lagosDay(Date.now()),
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, delayMs);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
