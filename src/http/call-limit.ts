import { type Expiring, unwatchDeadline, watchDeadline } from '../clock/deadline-sweep.ts';
import type { Instant } from '../domain/calendar.ts';

/** Why a call ended before its answer. `late`: its first byte could not leave in time. */
export type CallEnd =
  | { readonly kind: 'deadline' }
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted'; readonly reason: unknown };

/**
 * The interval in which the first byte of a write may leave. Checked against the clock: timers stop while a machine is
 * suspended, and the lender may have given up the request in the meantime.
 */
export interface LeavingWindow {
  readonly now: () => Instant;
  readonly from: Instant;
  readonly until: Instant;
}

export class CallLimit implements Expiring {
  readonly startedAt = performance.now();
  readonly deadlineMs: number;
  end: CallEnd | undefined;
  #listeners: ((end: CallEnd) => void)[] = [];
  #controller: AbortController | undefined;
  readonly #stopListening: (() => void) | undefined;

  readonly #leaving: LeavingWindow | undefined;

  constructor(deadlineMs: number, callerSignal?: AbortSignal, leaving?: LeavingWindow) {
    this.deadlineMs = deadlineMs;
    this.#leaving = leaving;
    watchDeadline(this);
    if (!callerSignal) return;
    const onAbort = () => this.#endEarly({ kind: 'aborted', reason: callerSignal.reason });
    if (callerSignal.aborted) onAbort();
    else this.#stopListening = listenToAbort(callerSignal, onAbort);
  }

  get expiresAt(): number {
    return this.startedAt + this.deadlineMs;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  get remainingMs(): number {
    return Math.max(0, this.deadlineMs - this.elapsedMs);
  }

  get mayLeave(): boolean {
    if (!this.#leaving) return true;
    const { now, from, until } = this.#leaving;
    const instant = now();
    return instant >= from && instant <= until && this.elapsedMs <= until - from;
  }

  /** Aborted when the call ends early. Created on first use. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      this.onEnd((end) => controller.abort(reasonOf(end)));
    }
    return this.#controller.signal;
  }

  /** Calls the listener once when the call ends early, or at once if it has ended already. */
  onEnd(listener: (end: CallEnd) => void): void {
    if (this.end) listener(this.end);
    else this.#listeners.push(listener);
  }

  expire(): void {
    this.#endEarly({ kind: 'deadline' });
  }

  close(): void {
    this.#release();
    this.#listeners = [];
  }

  #endEarly(end: CallEnd): void {
    if (this.end) return;
    this.end = end;
    this.#release();
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener(end);
  }

  #release(): void {
    unwatchDeadline(this);
    this.#stopListening?.();
  }
}

export function reasonOf(end: CallEnd): unknown {
  return end.kind === 'aborted' ? end.reason : new Error('The deadline of the call passed.');
}

/** One listener per signal: Node warns of a leak when one signal has more than ten. */
interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly notify: () => void;
}

const shared = new WeakMap<AbortSignal, SharedListener>();

/** Calls the listener when the signal is aborted. The returned function removes it. */
function listenToAbort(signal: AbortSignal, listener: () => void): () => void {
  const known = shared.get(signal) ?? share(signal);
  known.listeners.add(listener);
  return () => {
    if (!known.listeners.delete(listener) || known.listeners.size > 0) return;
    shared.delete(signal);
    signal.removeEventListener('abort', known.notify);
  };
}

function share(signal: AbortSignal): SharedListener {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const made = { listeners, notify };
  shared.set(signal, made);
  signal.addEventListener('abort', notify, { once: true });
  return made;
}
