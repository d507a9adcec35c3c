import { startTicking, systemClock } from '../../clock/clock.ts';
import { type VirtualClock, virtualClock } from '../../clock/virtual-clock.ts';
import { type Instant, lagosDay, type PlainDate } from '../../domain/calendar.ts';

/** How far real time moves a flowing world before its due work runs by itself. */
const TICK_MS = 250;

/** The time of one world: it stands still, or flows as the machine's does, from wherever it was put last. */
export class WorldClock {
  readonly isFlowing: boolean;
  #virtual: VirtualClock;
  /** What the world's time is ahead of the machine's. */
  #aheadMs: number;

  constructor(start: Instant, isFlowing: boolean) {
    this.isFlowing = isFlowing;
    this.#virtual = virtualClock(start);
    this.#aheadMs = start - systemClock.now();
  }

  /** Where the world stands; a flowing one is put forward to where it should be by {@link flowed}. */
  now(): Instant {
    return this.#virtual.now();
  }

  today(): PlainDate {
    return lagosDay(this.now());
  }

  flowed(): Instant {
    return this.isFlowing ? Math.max(this.now(), systemClock.now() + this.#aheadMs) : this.now();
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return this.#virtual.sleep(delayMs, signal);
  }

  /** Moves forward and wakes those who sleep until then. */
  moveTo(instant: Instant): void {
    if (instant > this.now()) this.#virtual.moveTo(instant);
  }

  /** Lets a flowing clock go on from where it stands, after it was moved by hand. */
  anchor(): void {
    this.#aheadMs = this.now() - systemClock.now();
  }

  /** Begins again at another instant, earlier or later. All sleepers wake: the time waited for may never come. */
  restart(start: Instant): void {
    this.release();
    this.#virtual = virtualClock(start);
    this.anchor();
  }

  /** Wakes everybody who sleeps; where the clock stands does not change. */
  release(): void {
    const before = this.#virtual;
    this.#virtual = virtualClock(before.now());
    before.moveTo(Number.POSITIVE_INFINITY);
  }

  /** Calls `tick` again and again as time flows, until the signal. It keeps no process alive: an open port does. */
  flow(tick: () => void, stop: AbortSignal): void {
    if (this.isFlowing) startTicking(TICK_MS, tick, stop);
  }
}
