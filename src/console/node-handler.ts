import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsoleHandler } from './console-handler.ts';

/** A request listener of `node:http`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Connects the console to `http.createServer`, Express (`app.use('/console', nodeHandler(console))`) and Fastify
 * (`reply.hijack(); nodeHandler(console)(request.raw, reply.raw)`).
 */
export function nodeHandler(handle: ConsoleHandler): NodeListener {
  return (incoming, outgoing) => {
    // The only remaining failure is a broken connection.
    answer(handle, incoming, outgoing).catch(() => outgoing.destroy());
  };
}

async function answer(handle: ConsoleHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await handle(await requestOf(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (incoming.method !== 'HEAD')
    for await (const piece of response.body ?? []) {
      if (gone.signal.aborted) break;
      outgoing.write(piece);
    }
  outgoing.end();
}

async function requestOf(
  incoming: IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown },
  signal: AbortSignal,
): Promise<Request> {
  const { method = 'GET', headers: given, originalUrl, url = '/' } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (!name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''));
  const path = originalUrl ?? url;
  const address = new URL(path.startsWith('/') ? path : '/', `http://${given.host ?? 'localhost'}`);
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers, signal });
  return new Request(address, { method, headers, signal, body: await bodyOf(incoming) });
}

const MOST_BYTES = 100_000;

/** The body as text. `express.json()` may have read it before. */
async function bodyOf(incoming: IncomingMessage & { readonly body?: unknown }): Promise<string> {
  if (incoming.readableEnded) return incoming.body === undefined ? '' : JSON.stringify(incoming.body);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) throw new Error('The body is too long.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
