import { waitFields } from '../client/workflows/wait.ts';
import { systemClock } from '../clock/clock.ts';
import { AbortedError, DeadlineError, InputError, requireInput } from '../errors.ts';
import { optional, text } from '../validation/checks.ts';
import { nearestName } from '../validation/nearest-name.ts';
import { record } from '../validation/record.ts';
import type { Receiver } from '../webhooks/receive.ts';
import type { TestDelivery } from '../webhooks/test-delivery.ts';
import type { WebhookEvent } from '../wire/webhook-events.ts';
import { eventName, isFoundByAsking, type NamedEvents, webhookEventNames } from '../wire/webhook-events.ts';

/** Which webhook to wait for, and how long. */
export interface WaitOptions {
  /** Only webhooks about this mandate. */
  readonly mandateId?: string;
  /** Of the machine's time; default 2,000. The server's clock does not move by waiting. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
}

/** The webhooks that reached the lender, after the receiver of `repaykit/webhooks` verified and confirmed them. */
export interface TestWebhooks {
  /** In the order in which they were handled. */
  readonly received: readonly WebhookEvent[];
  /**
   * Resolves with the next webhook of this name that no wait for the same name was given yet, also if it came already.
   * Of `mandate.disputed` and `mandate.pending_timeout` the service sends none:
   * `reconcile(kit, { inbox: webhooks.receiver, all: true })` finds them.
   * @throws InputError for a name that no webhook has, and for options that are unknown or invalid; DeadlineError with
   * what came instead; AbortedError
   */
  waitFor<Name extends keyof NamedEvents>(name: Name, options?: WaitOptions): Promise<NamedEvents[Name]>;
  /** The receiver that the webhooks came through: for `reconcile`, `runDue` and `uploadAndWait`. */
  readonly receiver: Receiver;
  /** Gives that receiver a delivery, such as one of `createTestDelivery`; resolves with the answer to it. */
  deliver(delivery: Pick<TestDelivery, 'headers' | 'body'>): Promise<Response>;
}

const DEFAULT_TIMEOUT_MS = 2_000;

const waitOptions = record<WaitOptions>({ ...waitFields, mandateId: optional(text('the id of a mandate')) });

/** Records webhooks and hands them to the waits. */
export class WebhookRecorder implements Pick<TestWebhooks, 'received' | 'waitFor'> {
  readonly #received: WebhookEvent[] = [];
  /** Which webhooks a wait for a name was given. */
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
          // #take gives only events of this name.
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

/** The webhooks of a kit: what was recorded, and the receiver that they come through. */
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

// The mandate that a webhook is about, if it is about one.
function mandateOf({ data }: WebhookEvent): string | undefined {
  // Not every event has one, and one of a later version of the service may have any form.
  const { mandateId } = (data ?? {}) as { readonly mandateId?: unknown };
  return typeof mandateId === 'string' ? mandateId : undefined;
}
