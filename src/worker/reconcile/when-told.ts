import { systemClock } from '../../clock/clock.ts';
import type { Receiver } from '../../webhooks/receive.ts';

// A receiver that also takes webhooks may never be idle.
const LONGEST_WAIT_MS = 10_000;

/** How long is waited; default ten seconds. */
export interface ToldWait {
  readonly longestMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when a receiver's handlers are through with what they were told: true; or when the wait is over: false. Whoever ends a process after true cuts nobody short. */
export async function whenTold(
  { settled }: Partial<Pick<Receiver, 'settled'>>,
  { longestMs = LONGEST_WAIT_MS, signal }: ToldWait = {},
): Promise<boolean> {
  if (!settled) return true;
  const isOver = new AbortController();
  const limit = systemClock.sleep(longestMs, signal ? AbortSignal.any([signal, isOver.signal]) : isOver.signal);
  try {
    return await Promise.race([
      settled().then(() => true),
      limit.then(
        () => false,
        () => false,
      ),
    ]);
  } finally {
    isOver.abort();
  }
}
