import { systemClock } from '../../clock/system-clock.ts';
import type { Receiver } from '../../webhooks/receive.ts';

// A receiver that also takes webhooks may never be idle.
const LONGEST_WAIT_MS = 10_000;

/** Resolves when a receiver's handlers are through with what they were told, or have taken ten seconds: whoever ends a process afterwards cuts nobody short. */
export async function whenTold({ settled }: Partial<Pick<Receiver, 'settled'>>): Promise<void> {
  if (!settled) return;
  const isOver = new AbortController();
  try {
    await Promise.race([settled(), systemClock.sleep(LONGEST_WAIT_MS, isOver.signal).catch(() => undefined)]);
  } finally {
    isOver.abort();
  }
}
