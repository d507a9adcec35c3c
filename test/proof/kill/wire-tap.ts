/** Listens at the port of the reference server: every request that arrived whole, also those that a fault then failed. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request that arrived. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** The mandate that it names. */
  readonly mandateId: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

const CHANNEL = 'http.server.request.start';

/** Reports every request that arrives at a port of this process; answers how to stop. */
export function tapWire(port: number, onArrival: (arrival: Arrival) => void): () => void {
  const listener = (message: unknown) => {
    const { request, socket } = message as { readonly request: IncomingMessage; readonly socket: Socket };
    if (socket.localPort !== port) return;
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const report = (body: Readonly<Record<string, unknown>>) => {
      const named = body.mandateId ?? new URLSearchParams(query).get('mandateId') ?? undefined;
      onArrival({ method, path, body, mandateId: typeof named === 'string' ? named : undefined });
    };
    if (method === 'GET') return report({});
    const chunks: Buffer[] = [];
    // The server begins to read within the same turn, so nothing is taken away from it.
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => report(JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>));
  };
  subscribe(CHANNEL, listener);
  return () => void unsubscribe(CHANNEL, listener);
}
