import { LONGEST_TIMER_MS } from './clock.ts';

export interface Expiring {
  /** The deadline, in milliseconds of `performance.now()`. */
  readonly expiresAt: number;
  expire(): void;
}

/** One timer for all deadlines of the process. A call that ends in time only enters and leaves a set. */
const waiting = new Set<Expiring>();
let timer: NodeJS.Timeout | undefined;
let wakesAt = Number.POSITIVE_INFINITY;

/** Expires `what` at its deadline unless {@link unwatchDeadline} is called first. Keeps the process alive. */
export function watchDeadline(what: Expiring): void {
  if (waiting.size === 0) timer?.ref();
  waiting.add(what);
  if (what.expiresAt < wakesAt) wakeAt(what.expiresAt);
}

export function unwatchDeadline(what: Expiring): void {
  // Keeps running, because the next call most likely needs it. Unref'd, so it does not keep the process alive.
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
  // An expiry may have ended other watches, or started one that already set the timer.
  if (waiting.size > 0 && next < wakesAt) wakeAt(next);
}
