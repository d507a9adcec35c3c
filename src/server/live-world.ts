import type { Instant } from '../domain/calendar.ts';
import { DeliveryQueue } from './delivery/delivery-queue.ts';
import type { WebhookEndpoint } from './delivery/endpoint.ts';
import type { Sender } from './delivery/sender.ts';
import { createInsuranceBook, type InsuranceBook } from './insurance/insurance-book.ts';
import { Journal } from './journal.ts';
import type { Settings } from './options-check.ts';
import { runBreath, runTo } from './platform/timeline.ts';
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
  readonly #stop = new AbortController();
  #catchingUp: Promise<void> | undefined;

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
    this.#runUntil(this.world.now);
    return this.flush();
  }

  /** Resolves once no work is left over from before; a clock move begins after that. */
  async caughtUp(): Promise<void> {
    while (this.#catchingUp) await this.#catchingUp;
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
    this.#stop.abort();
    await this.deliveries.close();
  }

  // Nobody who calls waits for a day with a million mandates: what is more than a breath is left to the clock move under way, or to a catching up.
  #runUntil(until: Instant): void {
    const isDone = runBreath(this.world, until);
    if (isDone && !this.isMoving) this.world.now = Math.max(this.world.now, until);
    this.clock.moveTo(this.world.now);
    if (!isDone && !this.isMoving) this.#catchingUp = this.#catchUp(until);
  }

  async #catchUp(until: Instant): Promise<void> {
    this.isMoving = true;
    const settle = async () => {
      this.clock.moveTo(this.world.now);
      this.flush();
      await this.deliveries.settled();
    };
    try {
      await new Promise<void>((resume) => setImmediate(resume));
      await runTo(this.world, until, { settle, signal: this.#stop.signal });
      this.clock.moveTo(this.world.now);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    } finally {
      this.isMoving = false;
      this.#catchingUp = undefined;
      this.reads.forget();
    }
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
