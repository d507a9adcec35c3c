import type { Pace } from '../../client/workflows/sync/paced-engine.ts';
import type { Clock } from '../../clock/clock.ts';
import { steadyClock } from '../../clock/steady-clock.ts';
import { Turns } from '../../clock/turns.ts';
import { HOUR_MS, SECOND_MS } from '../../domain/calendar.ts';

const UNSAID_PAUSE_MS = 5 * SECOND_MS;

/**
 * Keeps requests below a rate, counts them, and leaves the service alone for as long as it asks to be.
 */
export class RequestPace implements Pace {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #turns: Turns;
  #pausedUntil: number = Number.NEGATIVE_INFINITY;
  #requests = 0;

  constructor(perSecond: number, clock: Pick<Clock, 'now' | 'sleep'> = steadyClock) {
    this.#turns = new Turns(perSecond, clock);
    this.#clock = clock;
  }

  /** How many requests had their turn. */
  get requests(): number {
    return this.#requests;
  }

  /** How much longer the service wants to be left alone, in milliseconds; 0 when it does not. */
  get pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  async turn(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      await this.#turns.wait(signal);
      if (this.pausedForMs === 0) break;
      await this.#sleepOut(signal);
    }
    this.#requests += 1;
  }

  /** Resolves when the service does not want to be left alone any more, or the signal ends the wait. */
  async whenOpen(signal: AbortSignal | undefined): Promise<void> {
    while (this.pausedForMs > 0 && !signal?.aborted) await this.#sleepOut(signal).catch(() => undefined);
  }

  backOff(pauseMs: number = UNSAID_PAUSE_MS): void {
    const until = this.#clock.now() + Math.min(HOUR_MS, Math.max(0, pauseMs));
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    // Whoever waits then has a turn again each, so that they do not all come back at once.
    this.#turns.notBefore(this.#pausedUntil);
  }

  async #sleepOut(signal: AbortSignal | undefined): Promise<void> {
    if (this.pausedForMs > 0) await this.#clock.sleep(this.pausedForMs, signal);
  }
}
