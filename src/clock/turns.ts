import { SECOND_MS } from '../domain/calendar.ts';
import type { Clock } from './clock.ts';
import { steadyClock } from './steady-clock.ts';

/**
 * Keeps what asks a real service below a rate: a second's worth at once, then evenly. On the machine's time, also where everything else lives on another clock: one
 * that stands still, or is set back, must not stop the work.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #gapMs: number;
  #nextAt: number = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number, clock: Pick<Clock, 'now' | 'sleep'> = steadyClock) {
    this.#gapMs = SECOND_MS / perSecond;
    this.#clock = clock;
  }

  /** Takes the next turn and resolves when it has come. @throws the signal's reason */
  async wait(signal?: AbortSignal): Promise<void> {
    // One at least: a rate below one a second must not keep the first waiting.
    const atOnceMs = Math.max(SECOND_MS, this.#gapMs);
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now() - atOnceMs) + this.#gapMs;
    const leftMs = this.#nextAt - this.#clock.now();
    if (leftMs > 0) await this.#clock.sleep(leftMs, signal);
  }

  /** Lets no turn that is taken from now on come before an instant of its clock. */
  notBefore(instant: number): void {
    this.#nextAt = Math.max(this.#nextAt, instant);
  }
}
