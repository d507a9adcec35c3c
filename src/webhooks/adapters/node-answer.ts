/** A delivery on a socket of Node's HTTP server, and its answer on the same socket: what node:http, Express and Fastify share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOr500, type Fix, refused, refuseEatenBody } from '../http-exchange.ts';
import type { Receiver } from '../receive.ts';

/** A request listener of `node:http`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** A delivery as a framework on Node has it. */
export interface NodeDelivery {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The target as the sender wrote it, where the framework has cut `incoming.url`. */
  readonly target?: string | undefined;
  /** Where the framework or the host may have kept the bytes that it read. What is not bytes is skipped. */
  readonly kept: readonly unknown[];
  readonly fix: Fix;
}

/** Asks the receiver and answers on the socket. Never throws and leaves no rejection behind. */
export function answerOnSocket(receiver: Receiver, delivery: NodeDelivery): void {
  const { outgoing } = delivery;
  // What is left is a connection that broke.
  answer(receiver, delivery).catch(() => outgoing.destroy());
}

async function answer(receiver: Receiver, delivery: NodeDelivery): Promise<void> {
  const { incoming, outgoing } = delivery;
  const response = await answerOr500(() => responseOf(receiver, delivery));
  const body = await response.text();
  // Something else has answered, such as a middleware that limits the time.
  if (outgoing.headersSent) return;
  // What was not read is thrown away with the connection, so that an endless upload ends. HTTP/2 has streams instead and no such header.
  if (incoming.complete === false && incoming.httpVersionMajor < 2) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

async function responseOf(receiver: Receiver, delivery: NodeDelivery): Promise<Response> {
  const { incoming, kept, fix } = delivery;
  // Some methods that a socket can carry, a Request cannot.
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
    // HTTP/2 sends the method and the path as headers that a Request may not have.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '');
  }
  // `duplex` is required with a stream and missing from the types of Node 20.
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(addressOf(delivery), init);
}

// The host only makes the address complete; nothing is decided by it.
function addressOf({ incoming, target = incoming.url ?? '/' }: NodeDelivery): string {
  const host = incoming.headers.host ?? incoming.headers[':authority'];
  const path = target.startsWith('/') ? target : '/';
  return URL.canParse(`http://${host}${path}`) ? `http://${host}${path}` : `http://localhost${path}`;
}

/** Can the bytes still be read from the socket, all of them? */
function isUnread(incoming: IncomingMessage): boolean {
  // Compared with false: what hosts pass off as a request may have no stream at all.
  return incoming.readableDidRead === false && !incoming.readableEnded;
}

/** The body as a stream that, unlike `Readable.toWeb`, leaves the connection alive when the reader gives up, so that 413 can still be answered. */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void) => {
        if (!isOver) how();
        isOver = true;
      };
      // A sender that is gone already says so no more.
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
