import type { Clock } from '../../../src/clock/clock.ts';
import { type Instant, lagosDay } from '../../../src/domain/calendar.ts';

/** The time of one loan. Loans do not know of each other, so that each may begin where all begin. */
export class Timeline implements Clock {
  #now: Instant;
  #queue: Item[] = [];

  constructor(start: Instant) {
    this.#now = start;
  }

  now(): Instant {
    return this.#now;
  }

  today() {
    return lagosDay(this.#now);
  }

  // A caller that waits for a limit gets it in the answer; no limit passes here.
  sleep(): Promise<void> {
    return new Promise(() => {});
  }

  /** Begins again, for the next loan. */
  restart(start: Instant): void {
    this.#now = start;
    this.#queue = [];
  }

  plan(at: Instant, run: () => Promise<void>): void {
    const item = { at, run };
    const place = this.#queue.findLastIndex((each) => each.at <= at) + 1;
    this.#queue.splice(place, 0, item);
  }

  /** Lives through what is planned until an instant, from within what goes on now. */
  async liveUntil(until: Instant): Promise<void> {
    for (let [next] = this.#queue; next && next.at <= until; [next] = this.#queue) {
      this.#queue.shift();
      this.#now = Math.max(this.#now, next.at);
      await next.run();
    }
    this.#now = Math.max(this.#now, until);
  }

  /** Lives through everything that is planned, and what is planned meanwhile. */
  async live(): Promise<void> {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#now = Math.max(this.#now, next.at);
      await next.run();
    }
  }
}

interface Item {
  readonly at: Instant;
  readonly run: () => Promise<void>;
}
