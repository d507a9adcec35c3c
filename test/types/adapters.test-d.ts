import { createServer } from 'node:http';
import express5, { type RequestHandler as RequestHandler5 } from 'express';
import express4, { type RequestHandler as RequestHandler4 } from 'express4';
import Fastify, { type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import { type Context, Hono } from 'hono';
import { describe, expectTypeOf, test } from 'vitest';
import {
  expressHandler,
  fastifyPlugin,
  honoHandler,
  nextHandler,
  nodeHandler,
  type Receiver,
} from '../../src/webhooks/index.ts';

const receiver = {} as Receiver;

describe('an adapter fits its framework as it comes', () => {
  test('node:http', () => {
    expectTypeOf(createServer).toBeCallableWith(nodeHandler(receiver));
  });

  test('Express 5 and 4', () => {
    expectTypeOf(expressHandler(receiver)).toExtend<RequestHandler5>();
    expectTypeOf(expressHandler(receiver)).toExtend<RequestHandler4>();
    express5().all('/webhooks', expressHandler(receiver));
    express4().use('/webhooks', expressHandler(receiver));
    // @ts-expect-error a receiver is no handler of Express
    express5().all('/webhooks', receiver);
  });

  test('Fastify 5', () => {
    expectTypeOf(fastifyPlugin(receiver)).toExtend<FastifyPluginCallback>();
    expectTypeOf(fastifyPlugin(receiver)).parameter(0).toExtend<object>();
    void Fastify().register(fastifyPlugin(receiver), { prefix: '/webhooks' });
    void ({} as FastifyInstance).register(fastifyPlugin(receiver));
    // @ts-expect-error a receiver is no plugin of Fastify
    void Fastify().register(receiver, { prefix: '/webhooks' });
  });

  test('Hono, also with bindings of its own', () => {
    expectTypeOf(honoHandler(receiver)).toBeCallableWith({} as Context);
    new Hono().all('/webhooks', honoHandler(receiver));
    new Hono<{ Bindings: { SECRET: string } }>().post('/webhooks', honoHandler(receiver));
    // @ts-expect-error a receiver is no handler of Hono
    new Hono().all('/webhooks', receiver);
  });

  test('Next, whose validator compares with a function of the request and the route', () => {
    expectTypeOf(nextHandler(receiver)).toExtend<
      (request: Request, context: { params: Promise<object> }) => Promise<Response>
    >();
    // @ts-expect-error the parameters of a route are no sender
    expectTypeOf(receiver).toExtend<(request: Request, context: { params: Promise<object> }) => Promise<Response>>();
  });
});

describe('an adapter', () => {
  test('takes a receiver whose inbox has transactions of any kind', () => {
    const transactional = {} as Receiver<{ query(sql: string): Promise<unknown> }>;
    for (const adapter of [nodeHandler, expressHandler, fastifyPlugin, honoHandler, nextHandler])
      expectTypeOf(adapter).toBeCallableWith(transactional);
  });
});
