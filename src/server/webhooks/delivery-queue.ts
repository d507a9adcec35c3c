import { systemClock } from '../../clock/clock.ts';
import { formatInstant, type Instant, SECOND_MS } from '../../domain/calendar.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';
import { attemptDelivery, isInsideHandlerOf, type Sender } from './attempt.ts';
import {
  type Delivery,
  type DeliveryJob,
  type DeliveryRecord,
  type DeliveryState,
  deliveryHeaders,
  deliveryId,
  type HandedWebhook,
  type LateWebhook,
  NO_DELIVERIES,
  newDelivery,
  showDelivery,
  type WritePayload,
  writtenOut,
} from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';

const LONGEST_WAIT_MS = SECOND_MS;

/** How often a webhook is tried. One attempt is what the field does. */
export interface DeliveryPolicy {
  /** In all. */
  readonly attempts: number;
  /** Seconds before the second attempt, doubling after that. */
  readonly backoff: number;
}

/** What a queue needs to know when it delivers. */
export interface DeliveryContext {
  readonly endpoint: () => WebhookEndpoint;
  readonly policy: () => DeliveryPolicy;
  readonly now: () => Instant;
  /** Does the world's time flow? On a clock that stands still nothing would happen during a wait, so further attempts follow at once. */
  readonly isFlowing: () => boolean;
  /** Is the clock being moved? Then a webhook that is to change places with the next one waits for it until the move ends. */
  readonly isMoving: () => boolean;
  /** Keeps a webhook until so many milliseconds of virtual time have passed, and raises it again. */
  readonly holdBack: (webhook: LateWebhook, delayMs: number) => void;
  readonly write: WritePayload;
  readonly send: Sender;
  /** Called when an attempt ended, or there was no endpoint. */
  readonly onAttempt: (record: DeliveryRecord) => void;
  readonly capacity: number;
}

/** Delivers the webhooks of one world: in order, one at a time, and remembers each. */
export class DeliveryQueue {
  readonly #context: DeliveryContext;
  readonly #records: RingBuffer<DeliveryRecord>;
  readonly #stop = new AbortController();
  readonly #resting = new Set<DeliveryJob>();
  #waiting: DeliveryJob[] = [];
  #overtaken: DeliveryJob[];
  #current: DeliveryJob | undefined;
  #underWay: Promise<unknown> | undefined;
  #pump: Promise<void> | undefined;
  #lastId: number;
  #lastHeaders: DeliveryRecord['headers'] = {};

  /** Begins empty, or where a queue stood when it was captured: what waited then leaves soon. */
  constructor(context: DeliveryContext, state: DeliveryState = NO_DELIVERIES) {
    const { records, waiting, overtaken, lastId } = structuredClone(state);
    this.#context = context;
    this.#records = new RingBuffer(context.capacity, records);
    this.#lastId = lastId;
    this.#overtaken = [...overtaken];
    for (const job of waiting) this.#enqueue(job);
    if (overtaken.length > 0) this.#start();
  }

  /** A copy of everything it holds; the queue goes on. */
  capture(): DeliveryState {
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#waiting, ...this.#resting];
    return writtenOut(
      { records: this.#records.list(), waiting, overtaken: this.#overtaken, lastId: this.#lastId },
      this.#context.write,
    );
  }

  /** Records webhooks and starts to deliver them, after the code that runs now has answered. Returns how many leave; a fault may hold some back. */
  raise(webhooks: readonly HandedWebhook[]): number {
    return webhooks.filter((webhook) => this.#handOver(webhook)).length;
  }

  /** Lets go what waited for a next webhook that did not come. */
  releaseOvertaken(): void {
    if (this.#overtaken.length > 0) for (const job of this.#overtaken.splice(0)) this.#enqueue(job);
  }

  /** Resolves when nothing is under way; attempts that wait for their time on a flowing clock are not. At once inside a handler, which would wait for itself. */
  async settled(): Promise<void> {
    while (this.#pump && !this.isInsideHandler) await this.#pump;
  }

  /** Does the code that asks run inside a handler in this process which this queue waits for? */
  get isInsideHandler(): boolean {
    return isInsideHandlerOf(this);
  }

  /** Is a webhook under way? Then a caller may be its receiver, who has not answered yet. */
  get isBusy(): boolean {
    return this.#pump !== undefined;
  }

  /** Will more be delivered, now or, on a flowing clock, after a wait? */
  get isOpen(): boolean {
    return this.isBusy || this.#resting.size > 0;
  }

  /** As {@link settled}, but for a second at most: a receiver that calls the server before it answers would wait for itself. */
  async settledSoon(): Promise<void> {
    await endsWithin(this.settled(), LONGEST_WAIT_MS);
  }

  /** Does the receiver of the attempt under way answer within so many real milliseconds? If not, a caller may be that receiver. True where no receiver is asked. */
  async receiverAnswersWithin(limitMs: number): Promise<boolean> {
    return this.#underWay === undefined || endsWithin(this.#underWay, limitMs);
  }

  list(): BoundedList<Delivery> {
    return this.#records.list((record) => this.#show(record));
  }

  /** Forgets what was delivered; what is under way still arrives. */
  clear(): void {
    this.#records.clear();
  }

  /** Sends a webhook again, byte for byte, to the endpoint of now; undefined if there is none of this id. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    const record = this.#records.find(({ serial }) => deliveryId(serial) === id);
    if (!record) return undefined;
    const wasBusy = this.isBusy;
    this.#enqueue({ record, attempts: 1, backoff: 0 });
    await (wasBusy ? this.settledSoon() : this.settled());
    return this.#show(record);
  }

  /** Ends what is under way and delivers nothing more. */
  async close(): Promise<void> {
    this.#waiting = [];
    this.#overtaken = [];
    this.#stop.abort(new Error('the server was closed'));
    await this.settled();
  }

  #show(record: DeliveryRecord): Delivery {
    return showDelivery(record, this.#context.write);
  }

  #handOver(webhook: HandedWebhook): boolean {
    const { effect } = webhook;
    const record = this.#recordOf(webhook);
    const job: DeliveryJob = { record, ...this.#context.policy() };
    const { now, onAttempt, holdBack } = this.#context;
    switch (effect?.kind) {
      case undefined:
        this.#leave(job);
        break;
      case 'webhook-wrong-secret':
      case 'webhook-truncated':
        this.#leave({ ...job, damage: effect.kind });
        break;
      case 'webhook-duplicate':
        this.#leave(job, { record, attempts: 1, backoff: 0 });
        break;
      case 'webhook-reorder':
        this.#leaveAfterNext(job);
        break;
      case 'webhook-drop':
        record.status = 'failed';
        record.attempts = [{ at: formatInstant(now()), status: null, error: `dropped by the fault ${effect.faultId}` }];
        onAttempt(record);
        return false;
      case 'webhook-delay': {
        const { effect: _applied, ...kept } = webhook;
        holdBack({ serial: this.#lastId, webhook: kept }, effect.delayMs);
        return false;
      }
    }
    return true;
  }

  #recordOf(webhook: HandedWebhook): DeliveryRecord {
    const { heldBackAs } = webhook;
    if (heldBackAs !== undefined) {
      const known = this.#records.find(({ serial }) => serial === heldBackAs);
      // One that was forgotten while it was held back arrives all the same, unlisted.
      return known ?? newDelivery(heldBackAs, webhook, this.#headers());
    }
    this.#lastId += 1;
    const record = newDelivery(this.#lastId, webhook, this.#headers());
    this.#records.push(record);
    return record;
  }

  // One object for all that carry the same secret.
  #headers(): DeliveryRecord['headers'] {
    const { secret } = this.#context.endpoint();
    if (this.#lastHeaders['x-auth-signature'] !== secret) this.#lastHeaders = deliveryHeaders(secret);
    return this.#lastHeaders;
  }

  #leave(...jobs: readonly DeliveryJob[]): void {
    for (const job of jobs) this.#enqueue(job);
    this.releaseOvertaken();
  }

  // Two that follow each other change places once.
  #leaveAfterNext(job: DeliveryJob): void {
    if (this.#overtaken.length > 0) {
      this.#leave(job);
      return;
    }
    this.#overtaken.push(job);
    this.#start();
  }

  #enqueue(job: DeliveryJob): void {
    const { url, handler } = this.#context.endpoint();
    if (this.#stop.signal.aborted) return;
    if (url === undefined && handler === undefined) {
      job.record.status = 'no-endpoint';
      this.#context.onAttempt(job.record);
      return;
    }
    job.record.status = 'pending';
    this.#waiting.push(job);
    this.#start();
  }

  #start(): void {
    this.#pump ??= this.#deliverWaiting();
  }

  async #deliverWaiting(): Promise<void> {
    // The operation that raised the webhook answers first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let job = this.#next(); job; job = this.#next()) await this.#deliver(job);
    this.#pump = undefined;
  }

  #next(): DeliveryJob | undefined {
    if (this.#waiting.length === 0 && !this.#context.isMoving()) this.releaseOvertaken();
    return this.#waiting.shift();
  }

  async #deliver(job: DeliveryJob): Promise<void> {
    const { record, attempts, backoff, damage } = job;
    const { endpoint, now, write, send, isFlowing } = this.#context;
    this.#current = job;
    const context = { endpoint: endpoint(), now: now(), write, send, queue: this, stop: this.#stop.signal };
    const attempt = attemptDelivery(record, damage, context);
    this.#underWay = attempt;
    record.status = (await attempt) ? 'delivered' : 'failed';
    this.#underWay = undefined;
    this.#current = undefined;
    this.#context.onAttempt(record);
    if (record.status === 'delivered' || attempts <= 1 || this.#stop.signal.aborted) return;
    const next: DeliveryJob = { record, attempts: attempts - 1, backoff: 2 * backoff };
    if (!isFlowing()) return this.#deliver(next);
    this.#resting.add(next);
    systemClock.sleep(backoff * SECOND_MS, this.#stop.signal).then(
      () => {
        this.#resting.delete(next);
        this.#enqueue(next);
      },
      () => undefined,
    );
  }
}

/** Waits for work, so many real milliseconds at most; false if it was not done by then. */
async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const tooLong = systemClock.sleep(limitMs, timeout.signal).then(
    () => false,
    () => true,
  );
  const inTime = await Promise.race([work.then(() => true), tooLong]);
  timeout.abort();
  return inTime;
}
