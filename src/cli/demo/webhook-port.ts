import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeHandler } from '../../webhooks/adapters/node-handler.ts';
import type { Receiver } from '../../webhooks/receive.ts';

/** A port of loopback on which the merchant hears webhooks. */
export interface WebhookPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a port for a receiver. */
export async function openWebhookPort(receiver: Receiver): Promise<WebhookPort> {
  const server = createServer(nodeHandler(receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/webhooks`, close };
}
