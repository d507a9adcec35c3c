import { HOUR_MS, SECOND_MS } from '../domain/calendar.ts';
import { type Clock, steadyClock } from './clock.ts';

const DEFAULT_PAUSE_MS = 5 * SECOND_MS;

/** Limits and counts requests and respects pauses, in the system's time: a virtual clock may stand still. */
export class RateLimiter {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #gapMs: number;
  #nextAt: number = Number.NEGATIVE_INFINITY;
  #pausedUntil: number = Number.NEGATIVE_INFINITY;
  #requests = 0;

  constructor(perSecond: number, clock: Pick<Clock, 'now' | 'sleep'> = steadyClock) {
    this.#gapMs = SECOND_MS / perSecond;
    this.#clock = clock;
  }

  get requests(): number {
    return this.#requests;
  }

  /** How much longer the service asked to pause, in milliseconds. 0 if it did not. */
  get pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  /** Resolves when the next request may start, and counts it. @throws the signal's reason */
  async wait(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      await this.#takeSlot(signal);
      if (this.pausedForMs === 0) break;
      await this.#sleepOut(signal);
    }
    this.#requests += 1;
  }

  /** Resolves when the pause is over or the signal is aborted. */
  async whenOpen(signal: AbortSignal | undefined): Promise<void> {
    while (this.pausedForMs > 0 && !signal?.aborted) await this.#sleepOut(signal).catch(() => undefined);
  }

  /** Starts no request during a pause that the service asked for, up to an hour. Undefined if it named no duration. */
  pause(pauseMs: number = DEFAULT_PAUSE_MS): void {
    const until = this.#clock.now() + Math.min(HOUR_MS, Math.max(0, pauseMs));
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    // Waiting requests take a slot again, so that they do not all start at once.
    this.#nextAt = Math.max(this.#nextAt, this.#pausedUntil);
  }

  async #takeSlot(signal: AbortSignal | undefined): Promise<void> {
    // At least one request: a rate below one per second must not delay the first.
    const atOnceMs = Math.max(SECOND_MS, this.#gapMs);
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now() - atOnceMs) + this.#gapMs;
    const leftMs = this.#nextAt - this.#clock.now();
    if (leftMs > 0) await this.#clock.sleep(leftMs, signal);
  }

  async #sleepOut(signal: AbortSignal | undefined): Promise<void> {
    if (this.pausedForMs > 0) await this.#clock.sleep(this.pausedForMs, signal);
  }
}
