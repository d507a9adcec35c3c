import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeListener } from '../webhooks/adapters/node-answer.ts';
import type { FastifyScope } from '../webhooks/adapters/node-handlers.ts';
import type { ConsoleHandler } from './console-handler.ts';

/** Connects the console to `http.createServer`, and to Express: `app.use('/console', nodeHandler(console))`. */
export function nodeHandler(handle: ConsoleHandler): NodeListener {
  return (incoming, outgoing) => {
    // The only remaining failure is a broken connection.
    answer(handle, incoming, outgoing).catch(() => outgoing.destroy());
  };
}

/**
 * Connects the console to Fastify 5: `app.register(fastifyPlugin(console), { prefix: '/console' })`. The app's other
 * routes keep their parsers.
 */
export function fastifyPlugin(
  handle: ConsoleHandler,
): (scope: FastifyScope, options: unknown, done: () => void) => void {
  const listener = nodeHandler(handle);
  return (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    for (const path of ['/', '/*'])
      scope.all(path, ({ raw }, reply) => {
        reply.hijack();
        listener(raw, reply.raw);
      });
    done();
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
  const host = `http://${given.host ?? 'localhost'}`;
  const address = new URL(path.startsWith('/') ? path : '/', URL.canParse(host) ? host : 'http://host.invalid');
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers, signal });
  return new Request(address, { method, headers, signal, body: await bodyOf(incoming) });
}

const MOST_BYTES = 100_000;

/** The body as text. Express may have parsed it. */
async function bodyOf(incoming: IncomingMessage & { readonly body?: unknown }): Promise<string> {
  // It has read it before.
  if (incoming.readableEnded) return incoming.body === undefined ? '' : JSON.stringify(incoming.body);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    // Read to its end, because a page that still writes would lose the answer.
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  return size > MOST_BYTES ? '' : Buffer.concat(chunks).toString();
}
