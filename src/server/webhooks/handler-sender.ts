import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebhookHandler } from './endpoint.ts';
import type { Sender } from './sender.ts';

/** A call of a handler. */
interface HandlerCall {
  /** Who called. */
  readonly queue: object;
  /** Work that a handler leaves behind when it has answered delays no one. */
  isAwaited: boolean;
}

const handling = new AsyncLocalStorage<HandlerCall>();

/** Is this code running inside a webhook handler in this process whose answer this queue awaits? Such code must not wait for the queue: it would wait for itself. */
export function isInsideHandlerOf(queue: object): boolean {
  const call = handling.getStore();
  return call?.queue === queue && call.isAwaited;
}

/** Hands webhooks of a queue to a handler in this process, so that a test needs no port. */
export function handlerSender(handler: WebhookHandler, queue: object): Sender {
  return async ({ url, headers, body, signal }) => {
    const call: HandlerCall = { queue, isAwaited: true };
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answered = handling.run(call, async () => handler(new Request(url, { method: 'POST', headers, body })));
    try {
      return (await Promise.race([answered, stopped])).status;
    } finally {
      call.isAwaited = false;
    }
  };
}
