import { vi } from 'vitest';
import { watchDeadline } from '../../src/clock/deadline-sweep.ts';

/** More than any limit that a test sets. */
const LONG_MS = 24 * 3_600_000;

/** Ends every deadline that is watched now, so that a test can wait for an event, as a request that arrived, and not for a time that a busy machine would change. */
export function passDeadlines(): void {
  const now = performance.now();
  const spy = vi.spyOn(performance, 'now').mockReturnValue(now + LONG_MS);
  // Watched last and due already: the sweep comes at once, and ends this one after all others.
  watchDeadline({ expiresAt: now, expire: () => spy.mockRestore() });
}
