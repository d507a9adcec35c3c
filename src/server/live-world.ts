import type { Instant } from '../domain/calendar.ts';
import { DeliveryQueue } from './delivery/delivery-queue.ts';
import type { WebhookEndpoint } from './delivery/endpoint.ts';
import type { Sender } from './delivery/sender.ts';
import { createInsuranceBook, type InsuranceBook } from './insurance/insurance-book.ts';
import { Journal } from './journal.ts';
import type { Settings } from './options-check.ts';
import { nextDueInstant, runDueNow, runInstant } from './platform/timeline.ts';
import { createWorld, type World } from './platform/world.ts';
import { ReadMemory } from './read-memory.ts';
import { WorldClock } from './world-clock.ts';

/** How many deliveries a world remembers, and how many requests: short-lived entries are cheap to collect. */
const DELIVERIES_KEPT = 10_000;
const REQUESTS_KEPT = 1_000;

/** A world and what surrounds it while the server runs: its time, journal, webhooks and insurance. */
export class LiveWorld {
  readonly settings: Settings;
  readonly clock: WorldClock;
  readonly journal = new Journal(REQUESTS_KEPT);
  /** Emptied whenever something happens or time moves. */
  readonly reads = new ReadMemory();
  world: World;
  book: InsuranceBook;
  deliveries: DeliveryQueue;
  endpoint: WebhookEndpoint;
  /** Is the clock being moved? Then the move alone says what time it is. */
  isMoving = false;
  readonly #send: Sender;

  constructor(settings: Settings, send: Sender) {
    this.settings = settings;
    this.#send = send;
    this.clock = new WorldClock(settings.now(), settings.isFlowing);
    this.endpoint = settings.webhook;
    this.world = this.#beginning(settings.seed);
    this.book = createInsuranceBook(this.clock.now());
    this.deliveries = this.#newDeliveries();
  }

  /** Brings a flowing world up to the present before something happens in it. */
  arrive(): void {
    if (this.isMoving) return;
    const now = this.clock.flowed();
    if (now <= this.world.now) return;
    this.reads.forget();
    this.#runUntil(now);
    this.flush();
  }

  /** After something happened: runs what is due now, and hands the webhooks that were raised to the deliverer; tells how many. */
  depart(): number {
    this.reads.forget();
    runDueNow(this.world);
    return this.flush();
  }

  /** Hands the webhooks that were raised to the deliverer; tells how many. */
  flush(): number {
    const raised = this.world.outgoing;
    if (raised.length === 0) return 0;
    this.world.outgoing = [];
    this.deliveries.raise(raised);
    return raised.length;
  }

  /** Begins again; only the webhook endpoint stays. */
  async reset({
    seed = this.settings.seed,
    now = this.settings.now(),
  }: {
    readonly seed?: number | undefined;
    readonly now?: Instant | undefined;
  }): Promise<void> {
    await this.deliveries.close();
    this.clock.restart(now);
    this.world = this.#beginning(seed);
    this.book = createInsuranceBook(now);
    this.journal.clear();
    this.reads.forget();
    this.deliveries = this.#newDeliveries();
  }

  async close(): Promise<void> {
    await this.deliveries.close();
  }

  #runUntil(until: Instant): void {
    for (let due = nextDueInstant(this.world); due !== undefined && due <= until; due = nextDueInstant(this.world)) {
      runInstant(this.world, due);
      this.clock.moveTo(this.world.now);
    }
    this.world.now = Math.max(this.world.now, until);
    this.clock.moveTo(this.world.now);
  }

  #beginning(seed: number): World {
    const { merchant, policy } = this.settings;
    const { appId, businessId, status, email } = merchant;
    return createWorld({ now: this.clock.now(), seed, merchant: { appId, businessId, status, email }, policy });
  }

  #newDeliveries(): DeliveryQueue {
    return new DeliveryQueue({
      endpoint: () => this.endpoint,
      policy: () => this.world.policy.webhook,
      now: () => this.world.now,
      isFlowing: () => this.clock.isFlowing,
      send: this.#send,
      capacity: DELIVERIES_KEPT,
    });
  }
}
