/** The receiver behind a bare `node:http` server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError } from '../errors.ts';
import type { Receiver } from './receive.ts';
import { refused } from './reply.ts';

/** A request listener of `node:http`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a receiver behind `http.createServer`. It needs the raw bytes, so nothing may read the body before it; where something did, the delivery is answered
 * 500 and a process warning says how to mend it.
 */
export function nodeHandler(receiver: Receiver): NodeListener {
  return (request, response) => {
    // The receiver answers every failure itself; what is left is a connection that broke.
    answer(receiver, request, response).catch(() => response.destroy());
  };
}

async function answer(receiver: Receiver, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await responseOf(receiver, incoming);
  const body = await response.text();
  // What was not read is thrown away with the connection, so that an endless upload ends.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

async function responseOf(receiver: Receiver, incoming: IncomingMessage): Promise<Response> {
  // Some methods that a socket can carry, a Request cannot.
  if (incoming.method !== 'POST') return refused('method_not_allowed');
  if (wasRead(incoming)) {
    process.emitWarning(bodyWasRead());
    return refused('body_already_read');
  }
  return receiver(webRequest(incoming));
}

function wasRead(incoming: IncomingMessage): boolean {
  return incoming.readableDidRead || incoming.readableEnded || (incoming as { body?: unknown }).body !== undefined;
}

function bodyWasRead(): ConfigurationError {
  const message = 'the body was read before the receiver could verify its bytes: mount the webhook route before express.json() and other body parsers';
  return new ConfigurationError('nodeHandler', [{ path: '', message }]);
}

function webRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  // `duplex` is required with a stream and missing from the types of Node 20.
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body: bodyOf(incoming), duplex: 'half' };
  return new Request(addressOf(incoming), init);
}

// The host only makes the address complete; nothing is decided by it.
function addressOf({ headers, url = '/' }: IncomingMessage): string {
  const path = url.startsWith('/') ? url : '/';
  return URL.canParse(`http://${headers.host}${path}`) ? `http://${headers.host}${path}` : `http://localhost${path}`;
}

/** The body as a stream that, unlike `Readable.toWeb`, leaves the connection alive when the reader gives up, so that 413 can still be answered. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.pause();
      incoming.on('data', (chunk: Uint8Array) => {
        if (isCancelled) return;
        controller.enqueue(chunk);
        incoming.pause();
      });
      incoming.on('end', () => isCancelled || controller.close());
      incoming.on('error', (error) => isCancelled || controller.error(error));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isCancelled = true;
      incoming.resume();
    },
  });
}
