/** The receiver behind a bare `node:http` server. */
import type { IncomingMessage } from 'node:http';
import type { Receiver } from '../receive.ts';
import { answerOnSocket, type NodeListener } from './node-answer.ts';

// Hosts such as Cloud Functions put the bytes that they read there.
type HostRequest = IncomingMessage & { readonly rawBody?: unknown };

const mending = {
  adapter: 'nodeHandler',
  advice:
    'call nodeHandler(receiver)(request, response) before anything reads the request; behind a framework take expressHandler, fastifyPlugin or honoHandler',
};

/**
 * Puts a receiver behind `http.createServer`. It needs the raw bytes, so nothing may read the body before it unless it leaves them as bytes in
 * `request.rawBody`; where something did, the delivery is answered 500 and a process warning says how to mend it.
 */
export function nodeHandler(receiver: Receiver): NodeListener {
  return (incoming: HostRequest, outgoing) =>
    answerOnSocket(receiver, { incoming, outgoing, kept: [incoming.rawBody], mending });
}
