import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from '../../clock/clock.ts';
import { formatInstant, type Instant, SECOND_MS } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import { type Damage, type DeliveryRecord, deliveryHeaders, type WritePayload } from './delivery.ts';
import type { WebhookEndpoint, WebhookHandler } from './endpoint.ts';

/** The deadline of one attempt, in real time. */
const ATTEMPT_DEADLINE_MS = 10 * SECOND_MS;

// The request URL for a handler in this process.
const HANDLER_URL = 'http://localhost/webhooks';

// No one configures this secret.
const WRONG_SECRET = 'whsec_wrong_by_fault';

export interface AttemptContext {
  readonly endpoint: WebhookEndpoint;
  readonly now: Instant;
  readonly write: WritePayload;
  /** Sends over HTTP. A handler in this process is called directly instead. */
  readonly send: Sender;
  /** The queue that makes the attempt. */
  readonly queue: object;
  /** Aborts when the server closes. */
  readonly stop: AbortSignal;
}

/** Attempts to deliver a webhook once, and records the attempt. True if the receiver answered with 2xx. */
export async function attemptDelivery(
  record: DeliveryRecord,
  damage: Damage | undefined,
  context: AttemptContext,
): Promise<boolean> {
  const { endpoint, now, write, send, queue, stop } = context;
  const { url = HANDLER_URL, handler, secret } = endpoint;
  const at = formatInstant(now);
  const deadline = deadlineSignal(stop);
  record.headers = deliveryHeaders(damage === 'webhook-wrong-secret' ? WRONG_SECRET : secret);
  const text = JSON.stringify(write(record.content));
  const body = damage === 'webhook-truncated' ? firstHalf(text) : text;
  try {
    const message = { url, headers: record.headers, body, signal: deadline.signal };
    const status = await (handler ? callHandler(handler, queue, message) : send(message));
    record.attempts = [...record.attempts, { at, status, error: null }];
    return status >= 200 && status < 300;
  } catch (error) {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    record.attempts = [...record.attempts, { at, status: null, error: reason }];
    return false;
  } finally {
    deadline.clear();
  }
}

// Cuts between characters, so that the half is valid UTF-8. Half of a JSON object is never valid JSON.
function firstHalf(text: string): string {
  const characters = [...text];
  return characters.slice(0, characters.length >> 1).join('');
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
      // Without a reason, it would make an error with its stack.
      cleared.abort('cleared');
    },
  };
}

interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact body; text is sent as UTF-8. */
  readonly body: string | Uint8Array;
  /** Aborts when the deadline passes or the server closes. */
  readonly signal: AbortSignal;
}

/** Sends a webhook once and returns the receiver's HTTP status. Throws if there was no answer. */
export type Sender = (message: OutgoingMessage) => Promise<number>;

// `isAwaited` turns false when the handler has answered: work that it leaves in the background may wait for the queue.
const handling = new AsyncLocalStorage<{ readonly queue: object; isAwaited: boolean }>();

/** Does this code run inside a handler that the queue awaits? It must not wait for the queue: that is a deadlock. */
export function isInsideHandlerOf(queue: object): boolean {
  const call = handling.getStore();
  return call?.queue === queue && call.isAwaited;
}

/** Calls a handler in this process, so that a test needs no port. */
async function callHandler(handler: WebhookHandler, queue: object, message: OutgoingMessage): Promise<number> {
  const { url, headers, body, signal } = message;
  const call = { queue, isAwaited: true };
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const answered = handling.run(call, async () => handler(new Request(url, { method: 'POST', headers, body })));
  try {
    return (await Promise.race([answered, stopped])).status;
  } finally {
    call.isAwaited = false;
  }
}
