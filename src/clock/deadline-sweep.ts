import { LONGEST_TIMER_MS } from './clock.ts';

export interface Expiring {
  /** When, in milliseconds of `performance.now()`. */
  readonly expiresAt: number;
  /** Called once, at or shortly after that time. */
  expire(): void;
}

/**
 * One timer for all deadlines of the process. A timer per call costs more than the rest of a call's bookkeeping; here a call that ends in time
 * only enters and leaves a set, and the timer wakes once per longest-standing deadline.
 */
const waiting = new Set<Expiring>();
let timer: NodeJS.Timeout | undefined;
let wakesAt = Number.POSITIVE_INFINITY;

/** Ends `what` at its time, unless {@link unwatchDeadline} comes first. While anything is watched the process stays alive. */
export function watchDeadline(what: Expiring): void {
  if (waiting.size === 0) timer?.ref();
  waiting.add(what);
  if (what.expiresAt < wakesAt) wakeAt(what.expiresAt);
}

export function unwatchDeadline(what: Expiring): void {
  // The timer runs on: the next call most likely needs it, and unref'd it keeps no process alive.
  if (waiting.delete(what) && waiting.size === 0) timer?.unref();
}

function wakeAt(at: number): void {
  clearTimeout(timer);
  wakesAt = at;
  timer = setTimeout(sweep, Math.min(Math.max(0, Math.ceil(at - performance.now())), LONGEST_TIMER_MS));
}

function sweep(): void {
  const now = performance.now();
  timer = undefined;
  wakesAt = Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (const what of waiting) {
    if (what.expiresAt > now) next = Math.min(next, what.expiresAt);
    else {
      waiting.delete(what);
      what.expire();
    }
  }
  // An expiry may have ended the other watches, or begun another one, which set the timer already.
  if (waiting.size > 0 && next < wakesAt) wakeAt(next);
}
