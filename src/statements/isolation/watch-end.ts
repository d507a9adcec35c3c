import { unwatchDeadline, watchDeadline } from '../../clock/deadline-sweep.ts';
import { steadyClock } from '../../clock/steady-clock.ts';
import { AbortedError, type RepayKitError } from '../../errors.ts';
import { limitExceeded } from '../limit-exceeded.ts';
import type { StatementLimits } from '../limits.ts';

/** What may end a reading from outside. */
export interface Bounds {
  readonly limits: StatementLimits;
  /** What is left of `limits.timeMs`. */
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Calls `end` with the error when the time is over or the caller's signal aborts; answers how to stop watching. */
export function watchEnd({ limits, timeMs, signal }: Bounds, end: (error: RepayKitError) => void): () => void {
  const onAbort = () => end(abortedBy(signal));
  const deadline = { expiresAt: steadyClock.now() + timeMs, expire: () => end(limitExceeded('timeMs', limits)) };
  watchDeadline(deadline);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    unwatchDeadline(deadline);
    signal?.removeEventListener('abort', onAbort);
  };
}

/** The reading was ended by its caller. */
export function abortedBy(signal: AbortSignal | undefined): AbortedError {
  return new AbortedError('The reading of the statement was ended by its signal', { cause: signal?.reason });
}
