import { systemClock } from '../../clock/clock.ts';
import { type VirtualClock, virtualClock } from '../../clock/virtual-clock.ts';
import type { Instant } from '../../domain/calendar.ts';

/** The clock of one world. It stands still, or flows at the speed of real time from its last setting. */
export class WorldClock {
  readonly isFlowing: boolean;
  #virtual: VirtualClock;
  /** The world's time minus the machine's time. */
  #aheadMs: number;

  constructor(start: Instant, isFlowing: boolean) {
    this.isFlowing = isFlowing;
    this.#virtual = virtualClock(start);
    this.#aheadMs = start - systemClock.now();
  }

  /** The current time of the world. {@link flowed} gives the time to which a flowing world must move. */
  now(): Instant {
    return this.#virtual.now();
  }

  flowed(): Instant {
    return this.isFlowing ? Math.max(this.now(), systemClock.now() + this.#aheadMs) : this.now();
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return this.#virtual.sleep(delayMs, signal);
  }

  /** Moves forward and ends the sleeps that are due. */
  moveTo(instant: Instant): void {
    if (instant > this.now()) this.#virtual.moveTo(instant);
  }

  /** Makes a flowing clock continue from its current time, after a move by hand. */
  anchor(): void {
    this.#aheadMs = this.now() - systemClock.now();
  }

  /** Restarts at another instant, earlier or later. All sleeps end, because their time may never come. */
  restart(start: Instant): void {
    this.release();
    this.#virtual = virtualClock(start);
    this.anchor();
  }

  /** Ends all sleeps. The time does not change. */
  release(): void {
    const before = this.#virtual;
    this.#virtual = virtualClock(before.now());
    before.moveTo(Number.POSITIVE_INFINITY);
  }
}
