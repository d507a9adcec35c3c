/** Adapters for Hono and Next, which use `Request` and `Response`. */
import { answerOr500, refuseEatenBody } from '../http-exchange.ts';
import type { Receiver, Sender } from '../receive.ts';

/** The part of a Hono context that the adapter uses. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    /** Bodies that were already read. `c.req.arrayBuffer()` and `c.req.bytes()` leave the bytes here. */
    readonly bodyCache: { readonly arrayBuffer?: unknown };
  };
  /** The values from the host. `@hono/node-server` puts Node's request in it. */
  readonly env: unknown;
  /** Throws on hosts without one. */
  readonly executionCtx: { waitUntil(work: Promise<unknown>): void };
}

interface NodeBindings {
  readonly incoming?: {
    readonly socket?: { readonly remoteAddress?: string | undefined };
    readonly complete?: boolean;
    readonly httpVersionMajor?: number;
  };
}

const honoFix = {
  adapter: 'honoHandler',
  advice:
    "mount app.all('/webhooks', honoHandler(receiver)) before middleware and validators that read bodies, or let them read by " +
    'await c.req.arrayBuffer(), which keeps the bytes',
};

/**
 * Connects a receiver to Hono: `app.all('/webhooks', honoHandler(receiver))`. With `@hono/node-server` it passes on the
 * socket's address. The work after the answer goes to the `waitUntil` of an execution context, if the host has one.
 */
export function honoHandler(receiver: Receiver): (context: HonoContext) => Promise<Response> {
  return async (context) => {
    const { incoming } = (context.env ?? {}) as NodeBindings;
    const sender = { remoteAddress: incoming?.socket?.remoteAddress, waitUntil: waitUntilOf(context) };
    const response = await answerOr500(() => honoResponse(receiver, context, sender));
    // Close the connection to drop the unread rest, so that an endless upload ends.
    if (incoming?.complete === false && incoming.httpVersionMajor === 1) response.headers.set('connection', 'close');
    return response;
  };
}

async function honoResponse(receiver: Receiver, { req }: HonoContext, sender: Sender): Promise<Response> {
  const { raw } = req;
  if (raw.method !== 'POST' || !raw.bodyUsed) return receiver(raw, sender);
  const bytes = await req.bodyCache.arrayBuffer;
  if (!isArrayBuffer(bytes)) return refuseEatenBody(honoFix);
  return receiver(new Request(raw.url, { method: 'POST', headers: raw.headers, body: bytes }), sender);
}

// Not `instanceof`: the buffer may come from another realm.
function isArrayBuffer(bytes: unknown): bytes is ArrayBuffer {
  return Object.prototype.toString.call(bytes) === '[object ArrayBuffer]';
}

function waitUntilOf(context: HonoContext): Sender['waitUntil'] {
  try {
    const { executionCtx } = context;
    return (work) => executionCtx.waitUntil(work);
  } catch {
    return undefined;
  }
}

const nextFix = {
  adapter: 'nextHandler',
  advice: 'call the handler with the request as it came, and read a copy, as in await request.clone().json()',
};

/**
 * Connects a receiver to a route handler of Next's app router: `export const POST = nextHandler(receiver)`. Leave
 * `runtime` at `'nodejs'`. Next answers the other methods itself and gives no socket address. On hosts that freeze
 * after the answer, create the receiver with `waitUntil: after` from `next/server`.
 */
export function nextHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  // Next passes the route's parameters second. They say nothing about the sender.
  return (request) => answerOr500(async () => (request.bodyUsed ? refuseEatenBody(nextFix) : receiver(request)));
}
