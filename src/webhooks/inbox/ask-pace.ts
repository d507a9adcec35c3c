import { systemClock } from '../../clock/system-clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';

/**
 * Keeps the questions that deliveries cause below a rate, so that a flood of them is not passed on to the service: a second's worth at once, then evenly. On the
 * machine's time, also where deliveries are dated by another clock: it is a real service that would bear the load.
 */
export class AskPace {
  readonly #gapMs: number;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#gapMs = SECOND_MS / perSecond;
  }

  /** Resolves when the next question may be asked. */
  async wait(): Promise<void> {
    const now = systemClock.now();
    const at = Math.max(this.#nextAt, now - SECOND_MS) + this.#gapMs;
    this.#nextAt = at;
    if (at > now) await systemClock.sleep(at - now);
  }
}
