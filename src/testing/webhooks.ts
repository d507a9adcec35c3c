import { waitFields } from '../client/workflows/wait.ts';
import { systemClock } from '../clock/clock.ts';
import { AbortedError, DeadlineError, InputError, requireInput } from '../errors.ts';
import { optional, text } from '../validation/checks.ts';
import { nearestName } from '../validation/nearest-name.ts';
import { record } from '../validation/record.ts';
import type { Receiver } from '../webhooks/receive.ts';
import type { TestDelivery } from '../webhooks/test-delivery.ts';
import {
  eventName,
  isFoundByAsking,
  type NamedEvents,
  type WebhookEvent,
  webhookEventNames,
} from '../wire/webhooks/webhook-events.ts';

/** Options of a wait for a webhook. */
export interface WaitOptions {
  /** Only webhooks about this mandate. */
  readonly mandateId?: string;
  /** Real time in milliseconds. Default 2,000. Waiting does not move the server's clock. */
  readonly timeoutMs?: number;
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
}

/** The webhooks that the receiver of `repaykit/webhooks` verified and confirmed. */
export interface TestWebhooks {
  /** All webhooks so far, in the order of handling. */
  readonly received: readonly WebhookEvent[];
  /**
   * Resolves with the next webhook of this name, even if it already arrived. Each webhook is returned once per name.
   * The service sends no webhook for `mandate.disputed` and `mandate.pending_timeout`. To find those, call
   * `reconcile(kit, { inbox: webhooks.receiver, all: true })`.
   * @throws InputError for an unknown name, and for unknown or invalid options; DeadlineError with the webhooks that
   * arrived instead; AbortedError
   */
  waitFor<Name extends keyof NamedEvents>(name: Name, options?: WaitOptions): Promise<NamedEvents[Name]>;
  /** The kit's receiver. Pass it to `reconcile`, `runDue` and `uploadAndWait`. */
  readonly receiver: Receiver;
  /** Sends a delivery to the receiver, such as one of `createTestDelivery`. Resolves with the response. */
  deliver(delivery: Pick<TestDelivery, 'headers' | 'body'>): Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 2_000;

const waitOptions = record<WaitOptions>({ ...waitFields, mandateId: optional(text('the id of a mandate')) });

export class WebhookRecorder implements Pick<TestWebhooks, 'received' | 'waitFor'> {
  readonly #received: WebhookEvent[] = [];
  readonly #given = new Map<string, Set<WebhookEvent>>();
  readonly #waiting = new Set<() => void>();

  get received(): readonly WebhookEvent[] {
    return [...this.#received];
  }

  record(event: WebhookEvent): void {
    this.#received.push(event);
    for (const check of [...this.#waiting]) check();
  }

  async waitFor<Name extends keyof NamedEvents>(name: Name, options: WaitOptions = {}): Promise<NamedEvents[Name]> {
    checkEventName(name);
    requireInput('The options of the wait', waitOptions, options);
    const { mandateId, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
    const over = new AbortController();
    const limit = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
    const aborted = () => new AbortedError(`The wait for a webhook '${name}' was ended`, { cause: signal?.reason });
    try {
      return await new Promise<NamedEvents[Name]>((resolve, reject) => {
        if (signal?.aborted) return reject(aborted());
        const check = () => {
          const event = this.#take(name, mandateId);
          // `#take` returns only events of this name.
          if (event) resolve(event as NamedEvents[Name]);
          else this.#waiting.add(check);
          if (event) this.#waiting.delete(check);
        };
        limit.addEventListener('abort', () => this.#waiting.delete(check), { once: true });
        check();
        systemClock.sleep(timeoutMs, limit).then(
          () => reject(this.#nothingCame(name, mandateId, timeoutMs)),
          () => signal?.aborted && reject(aborted()),
        );
      });
    } finally {
      over.abort();
    }
  }

  #take(name: keyof NamedEvents, mandateId: string | undefined): WebhookEvent | undefined {
    const given = this.#given.get(name) ?? new Set();
    this.#given.set(name, given);
    const event = this.#received.find(
      (each) =>
        (each.kind === name || eventName(each) === name) &&
        (mandateId === undefined || mandateOf(each) === mandateId) &&
        !given.has(each),
    );
    if (event) given.add(event);
    return event;
  }

  #nothingCame(name: keyof NamedEvents, mandateId: string | undefined, timeoutMs: number): DeadlineError {
    const about = mandateId === undefined ? '' : ` about mandate ${mandateId}`;
    const given = this.#given.get(name)?.size ?? 0;
    const again = given > 0 ? `; of '${name}' ${given} came and went to waits before this one` : '';
    const came = this.#received.map(
      (event) => `${eventName(event)}${mandateId === undefined ? '' : ` (${mandateOf(event) ?? 'no mandate'})`}`,
    );
    const next = isFoundByAsking(name)
      ? 'The service sends no webhook of this: reconcile(kit, { inbox: webhooks.receiver, all: true }) finds it'
      : 'What is due later comes when the clock is moved';
    const message =
      `No webhook '${name}'${about} came within ${timeoutMs} ms; ` +
      `what came: ${came.join(', ') || 'nothing'}${again}. ${next}.`;
    return new DeadlineError(message, timeoutMs);
  }
}

export function testWebhooks(recorder: WebhookRecorder, receiver: Receiver): TestWebhooks {
  return {
    get received() {
      return recorder.received;
    },
    waitFor: (name, options) => recorder.waitFor(name, options),
    receiver,
    async deliver({ headers, body }) {
      const response = await receiver(new Request('http://localhost/webhooks', { method: 'POST', headers, body }));
      await receiver.settled();
      return response;
    },
  };
}

function checkEventName(name: unknown): asserts name is keyof NamedEvents {
  if (webhookEventNames.some((known) => known === name)) return;
  if (Array.isArray(name))
    throw new InputError('waitFor', [{ path: 'name', message: 'takes one name, not a list: wait for each by itself' }]);
  const nearest = nearestName(String(name), webhookEventNames);
  const hint = nearest ? `did you mean '${nearest}'?` : `the names are ${webhookEventNames.join(', ')}`;
  throw new InputError('waitFor', [{ path: 'name', message: `no webhook is called '${name}'; ${hint}` }]);
}

function mandateOf({ data }: WebhookEvent): string | undefined {
  // Not every event has a mandate id, and a later version of the service may send any type.
  const { mandateId } = (data ?? {}) as { readonly mandateId?: unknown };
  return typeof mandateId === 'string' ? mandateId : undefined;
}
