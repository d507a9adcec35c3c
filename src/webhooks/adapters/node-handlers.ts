/** The receiver behind `node:http`, Express and Fastify. */
import type { Receiver } from '../receive.ts';
import { answerOnSocket, type NodeListener } from './node-answer.ts';

type Incoming = Parameters<NodeListener>[0];

/** What hosts and frameworks add to Node's request. */
interface HostFields {
  /** Bytes, if the host keeps them, as Cloud Functions do, or `express.json({ verify })` does. */
  readonly rawBody?: unknown;
  /** Bytes, if `express.raw()` read them. */
  readonly body?: unknown;
  /** The target before `app.use` and routers of Express cut their part off. */
  readonly originalUrl?: string;
}

/**
 * Puts a receiver behind `http.createServer`. It needs the raw bytes, so nothing may read the body before it unless it leaves them as bytes in
 * `request.rawBody`; otherwise the delivery is answered 500 and a process warning says how to fix it.
 */
export function nodeHandler(receiver: Receiver): NodeListener {
  const fix = {
    adapter: 'nodeHandler',
    advice:
      'call nodeHandler(receiver)(request, response) before anything reads the request; behind a framework take expressHandler, fastifyPlugin or honoHandler',
  };
  return (incoming: Incoming & HostFields, outgoing) =>
    answerOnSocket(receiver, { incoming, outgoing, kept: [incoming.rawBody], fix });
}

/**
 * Puts a receiver behind Express 4 or 5: `app.all('/webhooks', expressHandler(receiver))`, above `app.use(express.json())`. It answers every request
 * itself and never calls `next`. Bytes that `express.raw()` left in `request.body` or that are in `request.rawBody` are used; where only a parsed body is
 * left, the delivery is answered 500 and a process warning says how to fix it.
 */
export function expressHandler(receiver: Receiver): NodeListener {
  const fix = {
    adapter: 'expressHandler',
    advice:
      "move app.all('/webhooks', expressHandler(receiver)) above app.use(express.json()), or keep the bytes: " +
      'express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } })',
  };
  return (incoming: Incoming & HostFields, outgoing) => {
    const { originalUrl: target, rawBody, body } = incoming;
    answerOnSocket(receiver, { incoming, outgoing, target, kept: [rawBody, body], fix });
  };
}

/** A request of Fastify 5, as much of it as is used here. */
export interface FastifyDelivery {
  readonly raw: Incoming;
  readonly originalUrl: string;
}

/** A reply of Fastify 5, as much of it as is used here. */
export interface FastifyReplySocket {
  readonly raw: Parameters<NodeListener>[1];
  hijack(): unknown;
}

/** The scope that Fastify 5 gives a plugin, as much of it as is used here. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: '*',
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyDelivery, reply: FastifyReplySocket) => void): unknown;
}

/**
 * Puts a receiver behind Fastify 5: `app.register(fastifyPlugin(receiver), { prefix: '/webhooks' })`. Fastify parses bodies before it calls a handler, so
 * this is a plugin with a parser of its own that leaves the bytes alone; it is encapsulated, so the app's other routes keep theirs. The app's hooks before the
 * handler run, and `onResponse`; the answer itself is written past `onSend`.
 */
export function fastifyPlugin(receiver: Receiver): (scope: FastifyScope, options: unknown, done: () => void) => void {
  const fix = {
    adapter: 'fastifyPlugin',
    advice:
      'let no preParsing hook read the payload of this route, or have fastify-raw-body keep the bytes: ' +
      'app.register(rawBody, { encoding: false, runFirst: true }) above app.register(fastifyPlugin(receiver), { prefix: "/webhooks" })',
  };
  return (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all('/', (request: FastifyDelivery & HostFields, reply) => {
      reply.hijack();
      const { raw: incoming, originalUrl: target, rawBody } = request;
      answerOnSocket(receiver, { incoming, outgoing: reply.raw, target, kept: [rawBody], fix });
    });
    done();
  };
}
