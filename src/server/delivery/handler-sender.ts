import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebhookHandler } from './endpoint.ts';
import type { Sender } from './sender.ts';

const handling = new AsyncLocalStorage<true>();

/** Is this code running inside a webhook handler in this process? Such code must not wait for deliveries: it would wait for itself. */
export function isInsideHandler(): boolean {
  return handling.getStore() === true;
}

/** Hands webhooks to a handler in this process, so that a test needs no port. */
export function handlerSender(handler: WebhookHandler): Sender {
  return async ({ url, headers, body, signal }) => {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answered = handling.run(true, async () => handler(new Request(url, { method: 'POST', headers, body })));
    return (await Promise.race([answered, stopped])).status;
  };
}
