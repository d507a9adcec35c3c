import { deserialize, serialize } from 'node:v8';
import { LazyAbort } from '../../clock/lazy-abort.ts';
import { Mutex } from '../../clock/mutex.ts';
import type { Instant } from '../../domain/calendar.ts';
import { ConnectionError } from '../../errors.ts';
import { packPayload, payloadOf } from '../engine/collection/collection-webhooks.ts';
import { runTick, runTo } from '../engine/collection/timeline.ts';
import type { ReadingOutcome } from '../engine/income/read-upload.ts';
import { StatementQueue, type StatementQueueState } from '../engine/income/statement-queue.ts';
import { ownReaders, type StatementReaders } from '../engine/income/uploaded-statement.ts';
import { createInsuranceBook, type InsuranceBook } from '../engine/insurance/policies.ts';
import { listViolation } from '../engine/mandates/violations.ts';
import { plan } from '../engine/world/agenda.ts';
import type { Violation } from '../engine/world/records.ts';
import { createWorld, type World } from '../engine/world/world.ts';
import { Faults } from '../faults/faults.ts';
import { announceDelivery, type ServerEvent } from '../journal/announce.ts';
import type { JournalEntry, NearMiss } from '../journal/journal.ts';
import type { Settings } from '../options.ts';
import type { ResponseMark } from '../responses.ts';
import { RingBuffer } from '../ring-buffer.ts';
import type { Sender } from '../webhooks/attempt.ts';
import type { DeliveryState } from '../webhooks/delivery.ts';
import { type DeliveryContext, DeliveryQueue } from '../webhooks/delivery-queue.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import { WorldClock } from './world-clock.ts';
import { filesUrl, NOWHERE, type Place } from './world-name.ts';

/** The numbers of records that a world keeps. Short-lived entries are cheap to collect. */
const kept = { deliveries: 10_000, requests: 1_000, violations: 1_000, nearMisses: 100 };

interface WorldParts {
  readonly send: Sender;
  readonly place?: Place;
  readonly readers?: StatementReaders;
}

/** The start of a reset world. */
export type Beginning = Partial<Record<'seed' | 'now', number | undefined>>;

type WorldImage = ReturnType<LiveWorld['capture']>;

/** A running world with its clock, journal, webhooks and insurance. */
export class LiveWorld {
  readonly settings: Settings;
  readonly clock: WorldClock;
  /** Clock moves, resets and snapshots run one at a time. */
  readonly moves = new Mutex();
  /** Scenarios run one at a time, because each moves the clock of all. */
  readonly scenarios = new Mutex();
  /** By id, oldest first. They are not part of an image, so restoring one keeps them all. */
  readonly snapshots = new Map<string, { readonly takenAt: Instant; readonly image: WorldImage }>();
  snapshotsTaken = 0;
  /** Pages of the console that show this world. */
  readonly watchers = new Set<(event: ServerEvent) => void>();
  journal = new RingBuffer<JournalEntry>(kept.requests);
  violations = new RingBuffer<Violation>(kept.violations);
  nearMisses = new RingBuffer<NearMiss>(kept.nearMisses);
  faults = new Faults();
  world: World;
  book: InsuranceBook;
  deliveries: DeliveryQueue;
  statements: StatementQueue;
  endpoint: WebhookEndpoint;
  /** The number of webhooks passed to the delivery code. */
  webhooksRaised = 0;
  /** Whether a clock move is running. Then only the move changes the time. */
  isMoving = false;
  readonly #parts: Required<WorldParts>;
  readonly #stop = new LazyAbort(() => closedError('unknown'));
  #catchingUp: Promise<void> | undefined;
  /** The numbers of answers. Control calls have their own, so that reads do not change the world. */
  #answers = { requests: 0, controlCalls: 0 };

  constructor(settings: Settings, parts: WorldParts) {
    this.#parts = { place: NOWHERE, readers: ownReaders, ...parts };
    this.settings = settings;
    this.clock = new WorldClock(settings.now(), settings.isFlowing);
    this.endpoint = settings.webhook;
    this.world = this.#beginning(settings.seed);
    this.book = createInsuranceBook(this.clock.now());
    this.deliveries = this.#newDeliveries();
    this.statements = this.#newStatementQueue();
  }

  get name(): string {
    return this.#parts.place.name;
  }

  get filesUrl(): string {
    return filesUrl(this.#parts.place.origin(), this.name);
  }

  get isBusy(): boolean {
    return this.isMoving || this.moves.isLocked || this.deliveries.isOpen || this.statements.isBusy;
  }

  /** Resolves when no statement is read and no webhook delivered. Inside a handler it waits for no webhooks. */
  async settled(): Promise<void> {
    do {
      await this.statements.settled();
      await this.deliveries.settled();
    } while (this.statements.isBusy);
  }

  /** Waits for webhooks at most a second: a receiver that calls the server before it answers waits for itself. */
  async settledSoon(): Promise<void> {
    await this.statements.settled();
    await this.deliveries.settledSoon();
  }

  /** Aborts long work when the world is closed. */
  get closing(): AbortSignal {
    return this.#stop.signal;
  }

  /** The id and time of the next answer. Each world counts alone, so that worlds stay independent. */
  nextMark(): ResponseMark {
    this.#answers.requests += 1;
    return { id: `req_${this.#answers.requests}`, now: this.world.now };
  }

  nextControlMark(): ResponseMark {
    this.#answers.controlCalls += 1;
    return { id: `ctl_${this.#answers.controlCalls}`, now: this.world.now };
  }

  /** Moves a flowing world to the present. Call it before anything happens in the world. */
  arrive(): void {
    if (this.isMoving) return;
    const now = this.clock.flowed();
    if (now <= this.world.now) return;
    this.#runUntil(now);
    this.flush();
  }

  /** Runs due work and passes on new webhooks. Call it after anything happens. Returns their number. */
  depart(): number {
    this.#runUntil(this.world.now);
    return this.flush();
  }

  /** Resolves when no earlier work is left. A clock move starts after that. */
  async caughtUp(): Promise<void> {
    while (this.#catchingUp) await this.#catchingUp;
  }

  /** Moves new violations out of the records. */
  drainViolations(): void {
    if (this.world.violations.length === 0) return;
    for (const violation of this.world.violations.splice(0)) this.violations.push(violation);
  }

  flush(): number {
    this.drainViolations();
    const raised = this.world.outgoing;
    if (raised.length === 0) return 0;
    this.world.outgoing = [];
    const count = this.deliveries.raise(this.faults.applyToWebhooks(raised, this.world));
    this.webhooksRaised += count;
    return count;
  }

  /** Resets the world, by default to the server's options. Only the webhook endpoint stays. */
  async reset({ seed = this.settings.seed, now = this.settings.now() }: Beginning): Promise<void> {
    this.statements.close();
    await this.deliveries.close();
    this.clock.restart(now);
    this.world = this.#beginning(seed);
    this.book = createInsuranceBook(now);
    for (const list of [this.journal, this.violations, this.nearMisses]) list.clear();
    this.faults = new Faults();
    this.snapshots.clear();
    this.snapshotsTaken = 0;
    this.#answers = { requests: 0, controlCalls: 0 };
    this.deliveries = this.#newDeliveries();
    this.statements = this.#newStatementQueue();
  }

  /** The content of a snapshot. It never changes, so it can be restored many times. */
  capture() {
    return {
      // Smaller than an object graph. To be read from a copy: typed arrays come back as views of the bytes.
      records: serialize({ world: this.world, book: this.book }),
      // Waiting webhooks are sent again after a restore.
      deliveries: this.deliveries.capture(),
      // Files never change, so the image shares them with the world.
      statements: this.statements.capture(),
      faults: this.faults.copy(),
      journal: this.journal.copy(),
      violations: this.violations.copy(),
      nearMisses: this.nearMisses.copy(),
      endpoint: this.endpoint,
      answers: { ...this.#answers },
    };
  }

  /** Restores an image, and time continues from there. The image can be used again. */
  async restore(image: WorldImage): Promise<void> {
    this.statements.close();
    await this.deliveries.close();
    const { world, book } = deserialize(Uint8Array.from(image.records)) as Pick<LiveWorld, 'world' | 'book'>;
    this.clock.restart(world.now);
    this.world = world;
    this.book = book;
    this.faults = image.faults.copy();
    this.journal = image.journal.copy();
    this.violations = image.violations.copy();
    this.nearMisses = image.nearMisses.copy();
    this.endpoint = image.endpoint;
    this.#answers = { ...image.answers };
    this.deliveries = this.#newDeliveries(image.deliveries);
    this.statements = this.#newStatementQueue(image.statements);
  }

  /** Ends all running work. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.clock.release();
    this.statements.close();
    await this.deliveries.close();
  }

  // No caller waits for a day with a million mandates: work beyond one tick is left to a clock move or the background.
  #runUntil(until: Instant): void {
    const isDone = runTick(this.world, until);
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
      if (!this.#stop.aborted) throw error;
    } finally {
      this.isMoving = false;
      this.#catchingUp = undefined;
      this.deliveries.releaseOvertaken();
    }
  }

  #beginning(seed: number): World {
    const { merchant, policy } = this.settings;
    const { appId, businessId, status, email } = merchant;
    return createWorld({ now: this.clock.now(), seed, merchant: { appId, businessId, status, email }, policy });
  }

  #newStatementQueue(state?: StatementQueueState): StatementQueue {
    const announce = (outcome: ReadingOutcome) => this.#announceReading(outcome);
    return new StatementQueue(
      { readers: this.#parts.readers, largestFile: this.settings.bodyLimit, filesUrl: () => this.filesUrl, announce },
      state,
    );
  }

  #announceReading({ upload, events, doubts }: ReadingOutcome): void {
    this.arrive();
    const [operation, spec] =
      upload.want === 'transactions' ? ['uploadStatement', 'Spec §4.14'] : ['processIncome', 'Spec §4.15'];
    for (const doubt of doubts) listViolation(this.world, { ...doubt, spec, operation, mandateId: null });
    const occurredAt = this.world.now;
    for (const { event, data } of events)
      this.world.outgoing.push({ event, occurredAt, content: { packed: packPayload({ event, data }) } });
    this.flush();
  }

  #newDeliveries(state?: DeliveryState): DeliveryQueue {
    const context: DeliveryContext = {
      endpoint: () => this.endpoint,
      policy: () => this.world.policy.webhook,
      now: () => this.world.now,
      isFlowing: () => this.clock.isFlowing,
      isMoving: () => this.isMoving,
      holdBack: (late, delayMs) => plan(this.world.agenda, 'webhooks', { at: this.world.now + delayMs, work: late }),
      write: (content) => payloadOf(this.world, content),
      send: this.#parts.send,
      onAttempt: (record) => announceDelivery(this, record),
      capacity: kept.deliveries,
    };
    return new DeliveryQueue(context, state);
  }
}

/** The error of calls to a closed server. The outcome is unknown if the server closed during the call. */
export function closedError(outcome: 'none' | 'unknown' = 'none'): ConnectionError {
  return new ConnectionError('The reference server was closed: make another one with createReferenceServer().', {
    outcome,
  });
}
