import { systemClock } from '../../clock/system-clock.ts';
import { formatInstant, type Instant, SECOND_MS } from '../../domain/calendar.ts';
import { redactText } from '../../redact.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';
import { type Delivery, type DeliveryRecord, deliveryHeaders, showDelivery } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { handlerSender, isInsideHandler } from './handler-sender.ts';
import type { Sender } from './sender.ts';

/** How long a receiver may take to answer one attempt, in milliseconds of real time. */
const ATTEMPT_DEADLINE_MS = 10 * SECOND_MS;

const PATIENCE_MS = SECOND_MS;

// Stands in the request of a handler in this process, which has no URL of its own.
const HANDLER_URL = 'http://localhost/webhooks';

/** How often a webhook is tried. One attempt is what the field does. */
export interface DeliveryPolicy {
  /** In all. */
  readonly attempts: number;
  /** Seconds before the second attempt, doubling after that. */
  readonly backoff: number;
}

/** What a queue needs to know when it delivers. */
export interface DeliverySurroundings {
  readonly endpoint: () => WebhookEndpoint;
  readonly policy: () => DeliveryPolicy;
  readonly now: () => Instant;
  /** Does the world's time flow? On a clock that stands still nothing would happen during a wait, so further attempts follow at once. */
  readonly isFlowing: () => boolean;
  readonly send: Sender;
  readonly capacity: number;
}

/** A webhook that was raised. */
export interface RaisedWebhook {
  readonly event: string;
  readonly mandateId?: string | undefined;
  readonly payload: unknown;
  readonly occurredAt: Instant;
}

/** A webhook to be tried so often. */
interface Errand {
  readonly record: DeliveryRecord;
  readonly attempts: number;
  /** Seconds before the next attempt, if this one fails. */
  readonly backoff: number;
}

/** Delivers the webhooks of one world: in order, one at a time, and remembers each. */
export class DeliveryQueue {
  readonly #surroundings: DeliverySurroundings;
  readonly #records: RingBuffer<DeliveryRecord>;
  readonly #stop = new AbortController();
  #waiting: Errand[] = [];
  #pump: Promise<void> | undefined;
  #lastId = 0;

  constructor(surroundings: DeliverySurroundings) {
    this.#surroundings = surroundings;
    this.#records = new RingBuffer(surroundings.capacity);
  }

  /** Records webhooks and starts to deliver them, after the code that runs now has answered. */
  raise(webhooks: readonly RaisedWebhook[]): void {
    for (const webhook of webhooks) {
      this.#lastId += 1;
      const record: DeliveryRecord = {
        id: `wh_${this.#lastId}`,
        event: webhook.event,
        mandateId: webhook.mandateId ?? null,
        body: JSON.stringify(webhook.payload),
        createdAt: formatInstant(webhook.occurredAt),
        headers: deliveryHeaders(this.#surroundings.endpoint().secret),
        status: 'pending',
        attempts: [],
      };
      this.#records.push(record);
      this.#enqueue({ record, ...this.#surroundings.policy() });
    }
  }

  /** Resolves when nothing is under way; attempts that wait for their time on a flowing clock are not. At once inside a handler, which would wait for itself. */
  async settled(): Promise<void> {
    while (this.#pump && !isInsideHandler()) await this.#pump;
  }

  /** Is a webhook under way? Then whoever calls now may be its receiver, who has not answered yet. */
  get isBusy(): boolean {
    return this.#pump !== undefined;
  }

  /** As {@link settled}, but for a second at most: a receiver that calls the server before it answers would wait for itself. */
  async settledSoon(): Promise<void> {
    const patience = new AbortController();
    await Promise.race([this.settled(), systemClock.sleep(PATIENCE_MS, patience.signal).catch(() => undefined)]);
    patience.abort();
  }

  list(): BoundedList<Delivery> {
    return this.#records.list(showDelivery);
  }

  /** Forgets what was delivered; what is under way still arrives. */
  clear(): void {
    this.#records.clear();
  }

  /** Sends a webhook again, byte for byte, to the endpoint of now; undefined if there is none of this id. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    const record = this.#records.find((candidate) => candidate.id === id);
    if (!record) return undefined;
    const wasBusy = this.isBusy;
    this.#enqueue({ record, attempts: 1, backoff: 0 });
    await (wasBusy ? this.settledSoon() : this.settled());
    return showDelivery(record);
  }

  /** Ends what is under way and delivers nothing more. */
  async close(): Promise<void> {
    this.#waiting = [];
    this.#stop.abort(new Error('the server was closed'));
    await this.settled();
  }

  #enqueue(errand: Errand): void {
    const { url, handler } = this.#surroundings.endpoint();
    if (this.#stop.signal.aborted) return;
    if (url === undefined && handler === undefined) {
      errand.record.status = 'no-endpoint';
      return;
    }
    errand.record.status = 'pending';
    this.#waiting.push(errand);
    this.#pump ??= this.#deliverWaiting();
  }

  async #deliverWaiting(): Promise<void> {
    // The operation that raised the webhook answers first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let errand = this.#waiting.shift(); errand; errand = this.#waiting.shift()) await this.#deliver(errand);
    this.#pump = undefined;
  }

  async #deliver({ record, attempts, backoff }: Errand): Promise<void> {
    record.status = (await this.#attempt(record)) ? 'delivered' : 'failed';
    if (record.status === 'delivered' || attempts <= 1 || this.#stop.signal.aborted) return;
    const next: Errand = { record, attempts: attempts - 1, backoff: 2 * backoff };
    if (!this.#surroundings.isFlowing()) return this.#deliver(next);
    systemClock.sleep(backoff * SECOND_MS, this.#stop.signal).then(
      () => this.#enqueue(next),
      () => undefined,
    );
  }

  async #attempt(record: DeliveryRecord): Promise<boolean> {
    const { url = HANDLER_URL, handler, secret } = this.#surroundings.endpoint();
    const at = formatInstant(this.#surroundings.now());
    const send = handler ? handlerSender(handler) : this.#surroundings.send;
    const deadline = deadlineSignal(this.#stop.signal);
    record.headers = deliveryHeaders(secret);
    try {
      const status = await send({ url, headers: record.headers, body: record.body, signal: deadline.signal });
      record.attempts.push({ at, status, error: null });
      return status >= 200 && status < 300;
    } catch (error) {
      record.attempts.push({ at, status: null, error: redactText(error instanceof Error ? error.message : String(error)) });
      return false;
    } finally {
      deadline.clear();
    }
  }
}

function deadlineSignal(stop: AbortSignal): { readonly signal: AbortSignal; readonly clear: () => void } {
  const ended = new AbortController();
  const cleared = new AbortController();
  const onStop = () => ended.abort(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  const pass = () => ended.abort(new Error(`no answer within ${ATTEMPT_DEADLINE_MS / SECOND_MS} seconds`));
  systemClock.sleep(ATTEMPT_DEADLINE_MS, cleared.signal).then(pass, () => undefined);
  return {
    signal: ended.signal,
    clear: () => {
      stop.removeEventListener('abort', onStop);
      cleared.abort();
    },
  };
}
