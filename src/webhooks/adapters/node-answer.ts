/** Reads a delivery from a socket of Node's HTTP server and answers on it. Shared by node:http, Express and Fastify. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOr500, type Fix, refused, refuseEatenBody } from '../http-exchange.ts';
import type { Receiver } from '../receive.ts';

/** A request listener of `node:http`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** A delivery as a Node framework passes it. */
export interface NodeDelivery {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The target as the sender wrote it, if the framework has shortened `incoming.url`. */
  readonly target?: string | undefined;
  /** Places where the framework or the host may have kept the bytes that it read. Anything but bytes is skipped. */
  readonly kept: readonly unknown[];
  readonly fix: Fix;
}

/** Passes the delivery to the receiver and writes its answer to the socket. Never throws or rejects. */
export function answerOnSocket(receiver: Receiver, delivery: NodeDelivery): void {
  const { outgoing } = delivery;
  // The only remaining failure is a broken connection.
  answer(receiver, delivery).catch(() => outgoing.destroy());
}

async function answer(receiver: Receiver, delivery: NodeDelivery): Promise<void> {
  const { incoming, outgoing } = delivery;
  const response = await answerOr500(() => responseOf(receiver, delivery));
  const body = await response.text();
  // Something else has answered, such as a timeout middleware.
  if (outgoing.headersSent) return;
  // Close the connection to drop the unread rest, so that an endless upload ends. HTTP/2 has no such header.
  if (incoming.complete === false && incoming.httpVersionMajor < 2) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

async function responseOf(receiver: Receiver, delivery: NodeDelivery): Promise<Response> {
  const { incoming, kept, fix } = delivery;
  // A socket can carry methods that `Request` does not allow.
  if (incoming.method !== 'POST') return refused('method_not_allowed');
  const body = isUnread(incoming)
    ? bodyStream(incoming)
    : kept.find((bytes): bytes is Uint8Array<ArrayBuffer> => bytes instanceof Uint8Array);
  if (body === undefined) return refuseEatenBody(fix);
  return receiver(webRequest(delivery, body), { remoteAddress: incoming.socket?.remoteAddress });
}

function webRequest(delivery: NodeDelivery, body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>): Request {
  const { rawHeaders } = delivery.incoming;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // HTTP/2 sends the method and the path as pseudo-headers, which `Request` does not allow.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '');
  }
  // `duplex` is required for a stream body, but the types of Node 20 lack it.
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(addressOf(delivery), init);
}

// The host only completes the URL. No decision depends on it.
function addressOf({ incoming, target = incoming.url ?? '/' }: NodeDelivery): string {
  const host = incoming.headers.host ?? incoming.headers[':authority'];
  const path = target.startsWith('/') ? target : '/';
  return URL.canParse(`http://${host}${path}`) ? `http://${host}${path}` : `http://localhost${path}`;
}

/** Whether the whole body can still be read from the socket. */
function isUnread(incoming: IncomingMessage): boolean {
  // Compared with `false`, because a host's imitation of a request may have no stream at all.
  return incoming.readableDidRead === false && !incoming.readableEnded;
}

/** Unlike `Readable.toWeb`, keeps the connection open when the reader cancels, so that 413 can still be sent. */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void) => {
        if (!isOver) how();
        isOver = true;
      };
      // A sender that has already disconnected emits no further event.
      if (incoming.destroyed) return end(() => controller.error(new Error('the sender went away')));
      incoming.pause();
      incoming.on('data', (chunk: Uint8Array) => {
        if (isOver) return;
        controller.enqueue(chunk);
        incoming.pause();
      });
      incoming.on('end', () => end(() => controller.close()));
      incoming.on('error', (error) => end(() => controller.error(error)));
      incoming.on('close', () => end(() => controller.error(new Error('the sender went away'))));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOver = true;
      incoming.resume();
    },
  });
}
