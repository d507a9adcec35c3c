/** Adapters for `node:http`, Express and Fastify. */
import type { Receiver } from '../receive.ts';
import { answerOnSocket, type NodeListener } from './node-answer.ts';

type Incoming = Parameters<NodeListener>[0];

interface HostFields {
  /** Bytes, if the host keeps them. Cloud Functions and `express.json({ verify })` do. */
  readonly rawBody?: unknown;
  /** Bytes, if `express.raw()` read the body. */
  readonly body?: unknown;
  /** The target before `app.use` and routers of Express remove their prefix. */
  readonly originalUrl?: string;
}

/**
 * Connects a receiver to `http.createServer`. Nothing may read the body before it, unless the bytes are kept in
 * `request.rawBody`. Otherwise the answer is 500, and a process warning says how to fix it.
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
 * Connects a receiver to Express 4 or 5: `app.all('/webhooks', expressHandler(receiver))`, above
 * `app.use(express.json())`. It answers every request and never calls `next`. It takes the bytes that `express.raw()`
 * leaves in `request.body`, or those in `request.rawBody`. If only a parsed body is left, the answer is 500, and a
 * process warning says how to fix it.
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

/** The part of a Fastify 5 request that the adapter uses. */
export interface FastifyDelivery {
  readonly raw: Incoming;
  readonly originalUrl: string;
}

/** The part of a Fastify 5 reply that the adapter uses. */
export interface FastifyReplySocket {
  readonly raw: Parameters<NodeListener>[1];
  hijack(): unknown;
}

/** The part of a Fastify 5 plugin scope that the adapter uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: '*',
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyDelivery, reply: FastifyReplySocket) => void): unknown;
}

/**
 * Connects a receiver to Fastify 5: `app.register(fastifyPlugin(receiver), { prefix: '/webhooks' })`. Its parser keeps
 * the raw bytes, and the app's other routes keep their parsers. The app's `onResponse` hooks and its hooks before the
 * handler run. The answer bypasses `onSend`.
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
