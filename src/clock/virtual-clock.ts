import { formatInstant, type Instant, lagosDay } from '../domain/calendar.ts';
import type { Clock } from './clock.ts';

interface Sleeper {
  readonly wakeAt: Instant;
  readonly wake: () => void;
}

/** A clock that you move by hand. Sleepers wake in time order. */
export interface VirtualClock extends Clock {
  /** The current time as ISO 8601 text in UTC. */
  iso(): string;
  /** Moves to an instant and wakes the sleepers that are due. Throws a `RangeError` if it is in the past. */
  moveTo(instant: Instant): void;
}

/** Creates a clock set to `start`. */
export function virtualClock(start: Instant): VirtualClock {
  let current = start;
  const sleepers = new Set<Sleeper>();

  return {
    now: () => current,
    today: () => lagosDay(current),
    iso: () => formatInstant(current),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper: Sleeper = {
          wakeAt: current + delayMs,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        // Like system timers, an invalid delay ends at once.
        if (delayMs > 0) sleepers.add(sleeper);
        else sleeper.wake();
      }),
    moveTo(instant) {
      if (!(instant >= current)) throw new RangeError('A clock only runs forwards.');
      current = instant;
      const due = [...sleepers].filter((sleeper) => sleeper.wakeAt <= current).sort((a, b) => a.wakeAt - b.wakeAt);
      for (const sleeper of due) sleeper.wake();
    },
  };
}
