import type { Receiver } from '../receive.ts';
import { answerOnSocket, type NodeListener } from './node-answer.ts';

/** What Express 4 and 5 add to Node's request. */
type ExpressRequest = Parameters<NodeListener>[0] & {
  /** The target before `app.use` and routers cut their part off. */
  readonly originalUrl?: string;
  /** Bytes, if `express.raw()` read them. */
  readonly body?: unknown;
  /** Bytes, if somebody keeps them with `express.json({ verify })`, or the host does, as Cloud Functions. */
  readonly rawBody?: unknown;
};

const mending = {
  adapter: 'expressHandler',
  advice:
    "move app.all('/webhooks', expressHandler(receiver)) above app.use(express.json()), or keep the bytes: " +
    'express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } })',
};

/**
 * Puts a receiver behind Express 4 or 5: `app.all('/webhooks', expressHandler(receiver))`, above `app.use(express.json())`. It answers every request
 * itself and never calls `next`. Bytes that `express.raw()` left in `request.body` or that lie in `request.rawBody` are used; where only a parsed body is
 * left, the delivery is answered 500 and a process warning says how to mend it.
 */
export function expressHandler(receiver: Receiver): NodeListener {
  return (incoming: ExpressRequest, outgoing) =>
    answerOnSocket(receiver, {
      incoming,
      outgoing,
      target: incoming.originalUrl,
      kept: [incoming.rawBody, incoming.body],
      mending,
    });
}
