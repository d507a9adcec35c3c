import { systemClock } from '../../clock/clock.ts';
import { LazyAbort } from '../../clock/lazy-abort.ts';
import { formatInstant, type Instant, SECOND_MS } from '../../domain/calendar.ts';
import type { LateWebhook } from '../engine/world/agenda.ts';
import type { Policy } from '../engine/world/policy.ts';
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
  NO_DELIVERIES,
  newDelivery,
  showDelivery,
  type WritePayload,
  writtenOut,
} from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';

const LONGEST_WAIT_MS = SECOND_MS;

export interface DeliveryContext {
  readonly endpoint: () => WebhookEndpoint;
  readonly policy: () => Policy['webhook'];
  readonly now: () => Instant;
  /** Does the world's time flow? On a frozen clock retries follow at once, because waiting would change nothing. */
  readonly isFlowing: () => boolean;
  /** Is a clock move running? Then a reordered webhook waits for the next one until the move ends. */
  readonly isMoving: () => boolean;
  /** Raises a webhook again after this many milliseconds of virtual time. */
  readonly holdBack: (webhook: LateWebhook, delayMs: number) => void;
  readonly write: WritePayload;
  readonly send: Sender;
  /** Called after each attempt, or if there is no endpoint. */
  readonly onAttempt: (record: DeliveryRecord) => void;
  readonly capacity: number;
}

/** Delivers the webhooks of one world in order, one at a time, and records each. */
export class DeliveryQueue {
  readonly #context: DeliveryContext;
  readonly #records: RingBuffer<DeliveryRecord>;
  readonly #stop = new LazyAbort(() => new Error('the server was closed'));
  readonly #resting = new Set<DeliveryJob>();
  #waiting: DeliveryJob[] = [];
  #overtaken: DeliveryJob[];
  #current: DeliveryJob | undefined;
  #underWay: Promise<unknown> | undefined;
  #pump: Promise<void> | undefined;
  #lastId: number;
  #lastHeaders: DeliveryRecord['headers'] = {};

  /** Starts empty, or from a captured state, whose pending webhooks it delivers soon. */
  constructor(context: DeliveryContext, state: DeliveryState = NO_DELIVERIES) {
    const { records, waiting, overtaken, lastId } = structuredClone(state);
    this.#context = context;
    this.#records = new RingBuffer(context.capacity, records);
    this.#lastId = lastId;
    this.#overtaken = [...overtaken];
    for (const job of waiting) this.#enqueue(job);
    if (overtaken.length > 0) this.#start();
  }

  /** Copies the state; the queue continues. */
  capture(): DeliveryState {
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#waiting, ...this.#resting];
    return writtenOut(
      { records: this.#records.list(), waiting, overtaken: this.#overtaken, lastId: this.#lastId },
      this.#context.write,
    );
  }

  /** Delivers webhooks after the current operation has answered. Returns how many: faults hold some back. */
  raise(webhooks: readonly HandedWebhook[]): number {
    let count = 0;
    for (const webhook of webhooks) if (this.#handOver(webhook)) count += 1;
    return count;
  }

  /** Delivers webhooks that waited for a next one which did not come. */
  releaseOvertaken(): void {
    if (this.#overtaken.length > 0) for (const job of this.#overtaken.splice(0)) this.#enqueue(job);
  }

  /** Resolves when no delivery runs; waiting retries do not count. Inside a handler at once: it would block itself. */
  async settled(): Promise<void> {
    while (this.#pump && !this.isInsideHandler) await this.#pump;
  }

  get isInsideHandler(): boolean {
    return isInsideHandlerOf(this);
  }

  /** Is a delivery running? Then a caller may be its receiver, which has not answered yet. */
  get isBusy(): boolean {
    return this.#pump !== undefined;
  }

  /** Are deliveries running, or waiting on a flowing clock? */
  get isOpen(): boolean {
    return this.isBusy || this.#resting.size > 0;
  }

  /** Waits a second at most: a receiver that calls the server before it answers waits for itself. */
  async settledSoon(): Promise<void> {
    await endsWithin(this.settled(), LONGEST_WAIT_MS);
  }

  /** Whether the running attempt ends within this real time. If not, the caller may be its receiver. */
  async receiverAnswersWithin(limitMs: number): Promise<boolean> {
    return this.#underWay === undefined || endsWithin(this.#underWay, limitMs);
  }

  list(): BoundedList<Delivery> {
    return this.#records.list((record) => this.#show(record));
  }

  clear(): void {
    this.#records.clear();
  }

  /** Sends a webhook again, byte for byte, to the current endpoint. Undefined for an unknown id. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    const record = this.#records.find(({ serial }) => deliveryId(serial) === id);
    if (!record) return undefined;
    const wasBusy = this.isBusy;
    this.#enqueue({ record, attempts: 1, backoff: 0 });
    await (wasBusy ? this.settledSoon() : this.settled());
    return this.#show(record);
  }

  /** Aborts the running delivery and starts no other. */
  async close(): Promise<void> {
    this.#waiting = [];
    this.#overtaken = [];
    this.#stop.abort();
    await this.settled();
  }

  #show(record: DeliveryRecord): Delivery {
    return showDelivery(record, this.#context.write);
  }

  #handOver(webhook: HandedWebhook): boolean {
    const { effect } = webhook;
    const record = this.#recordOf(webhook);
    // On a busy day without an endpoint, a million webhooks leave here.
    if (!effect && !this.#hasEndpoint) {
      this.#skip(record);
      this.releaseOvertaken();
      return true;
    }
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
      // A webhook that was cleared while it was held back still arrives, but is not listed.
      return known ?? newDelivery(heldBackAs, webhook, this.#headers());
    }
    this.#lastId += 1;
    const record = newDelivery(this.#lastId, webhook, this.#headers());
    this.#records.push(record);
    return record;
  }

  // Webhooks with the same secret share one object.
  #headers(): DeliveryRecord['headers'] {
    const { secret } = this.#context.endpoint();
    if (this.#lastHeaders['x-auth-signature'] !== secret) this.#lastHeaders = deliveryHeaders(secret);
    return this.#lastHeaders;
  }

  #leave(...jobs: readonly DeliveryJob[]): void {
    for (const job of jobs) this.#enqueue(job);
    this.releaseOvertaken();
  }

  // Swaps a webhook with the next one, once.
  #leaveAfterNext(job: DeliveryJob): void {
    if (this.#overtaken.length > 0) {
      this.#leave(job);
      return;
    }
    this.#overtaken.push(job);
    this.#start();
  }

  #enqueue(job: DeliveryJob): void {
    if (!this.#hasEndpoint) {
      this.#skip(job.record);
      return;
    }
    if (this.#stop.aborted) return;
    job.record.status = 'pending';
    this.#waiting.push(job);
    this.#start();
  }

  get #hasEndpoint(): boolean {
    const { url, handler } = this.#context.endpoint();
    return url !== undefined || handler !== undefined;
  }

  #skip(record: DeliveryRecord): void {
    if (this.#stop.aborted) return;
    record.status = 'no-endpoint';
    this.#context.onAttempt(record);
  }

  #start(): void {
    this.#pump ??= this.#deliverWaiting();
  }

  async #deliverWaiting(): Promise<void> {
    // First the operation that raised the webhook answers.
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
    if (record.status === 'delivered' || attempts <= 1 || this.#stop.aborted) return;
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

/** Waits at most this many real milliseconds. False if the work has not ended by then. */
async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const tooLong = systemClock.sleep(limitMs, timeout.signal).then(
    () => false,
    () => true,
  );
  const inTime = await Promise.race([work.then(() => true), tooLong]);
  // Without a reason, it would make an error with its stack.
  timeout.abort('ended');
  return inTime;
}
