import type { Receiver } from '../receive.ts';
import { answerOnSocket, type NodeListener } from './node-answer.ts';

/** A request of Fastify 5, as much of it as is used here. */
export interface FastifyDelivery {
  readonly raw: Parameters<NodeListener>[0];
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

const mending = {
  adapter: 'fastifyPlugin',
  advice:
    'let no preParsing hook read the payload of this route, or have fastify-raw-body keep the bytes: ' +
    'app.register(rawBody, { encoding: false, runFirst: true }) above app.register(fastifyPlugin(receiver), { prefix: "/webhooks" })',
};

/**
 * Puts a receiver behind Fastify 5: `app.register(fastifyPlugin(receiver), { prefix: '/webhooks' })`. Fastify parses bodies before it calls a handler, so
 * this is a plugin with a parser of its own that leaves the bytes alone; it is encapsulated, so the app's other routes keep theirs. The app's hooks before the
 * handler run, and `onResponse`; the answer itself is written past `onSend`.
 */
export function fastifyPlugin(receiver: Receiver): (scope: FastifyScope, options: unknown, done: () => void) => void {
  return (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all('/', (request: FastifyDelivery & { readonly rawBody?: unknown }, reply) => {
      reply.hijack();
      answerOnSocket(receiver, {
        incoming: request.raw,
        outgoing: reply.raw,
        target: request.originalUrl,
        kept: [request.rawBody],
        mending,
      });
    });
    done();
  };
}
