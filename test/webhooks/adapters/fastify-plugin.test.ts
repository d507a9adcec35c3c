import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { fastifyPlugin, nodeHandler, type Receiver } from '../../../src/webhooks/index.ts';
import { body, describeAdapter, headers, type Mounted, setUp } from './adapter-suite.ts';
import { nextWarning } from './wire.ts';

async function listening(app: FastifyInstance): Promise<Mounted> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${url}/webhooks`, close: () => app.close() };
}

async function appWith(receiver: Receiver): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
  return app;
}

describeAdapter('Fastify', async (receiver) => listening(await appWith(receiver)));

describe('behind Fastify', () => {
  test('the app’s other routes keep their parsers, also ones that are added later', async () => {
    const { receiver, synced } = setUp();
    const app = await appWith(receiver);
    app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, text, done) => done(null, { csv: text }));
    app.post('/orders', async (request) => request.body);
    const server = await listening(app);
    const post = async (type: string, sent: string) => {
      const response = await fetch(new URL('/orders', server.url), {
        method: 'POST',
        headers: { 'content-type': type },
        body: sent,
      });
      return [response.status, await response.json()];
    };
    expect(await post('application/json', '{"a":1}')).toEqual([200, { a: 1 }]);
    expect(await post('text/csv', 'a,b')).toEqual([200, { csv: 'a,b' }]);
    expect((await post('application/xml', '<a/>'))[0]).toBe(415);
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(200);
    await receiver.settled();
    expect(synced).toHaveLength(1);
    await server.close();
  });

  test('no limit of the app counts but the receiver’s own', async () => {
    const app = Fastify({ forceCloseConnections: true, bodyLimit: 10 });
    await app.register(fastifyPlugin(setUp().receiver), { prefix: '/webhooks' });
    const server = await listening(app);
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(200);
    await server.close();
  });

  test('a type that is no type, and none at all, are answered', async () => {
    const server = await listening(await appWith(setUp().receiver));
    expect(
      (await fetch(server.url, { method: 'POST', headers: { ...headers, 'content-type': 'nonsense' }, body })).status,
    ).toBe(415);
    const { 'content-type': _type, ...untyped } = headers;
    expect((await fetch(server.url, { method: 'POST', headers: untyped, body: Buffer.from(body) })).status).toBe(200);
    await server.close();
  });

  test('hooks see the request and the end of it, and errors of hooks after the answer change nothing', async () => {
    const { receiver, synced } = setUp();
    const app = await appWith(receiver);
    const reported: string[] = [];
    app.addHook('onRequest', async () => void reported.push('request'));
    app.addHook('onSend', async () => {
      throw new Error('planted');
    });
    app.addHook('onResponse', async (_request, reply) => void reported.push(`response ${reply.raw.statusCode}`));
    app.setErrorHandler(async () => void reported.push('error'));
    await app.register(fastifyPlugin(receiver), { prefix: '/again' });
    const server = await listening(app);
    expect((await fetch(server.url.replace('webhooks', 'again'), { method: 'POST', headers, body })).status).toBe(200);
    await expect.poll(() => reported).toEqual(['request', 'response 200']);
    expect(synced).toHaveLength(1);
    await server.close();
  });

  test('a delivery can be injected', async () => {
    const app = await appWith(setUp(({ remoteAddress }) => remoteAddress === '127.0.0.1').receiver);
    const response = await app.inject({ method: 'POST', url: '/webhooks', headers, payload: body });
    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    await app.close();
  });

  test('a body that a hook has read is refused, and a warning says how to fix it', async () => {
    const warned = nextWarning();
    const { receiver, synced } = setUp();
    const app = Fastify({ forceCloseConnections: true });
    app.addHook('preParsing', async (_request, _reply, payload) => {
      for await (const _chunk of payload);
      return payload;
    });
    await app.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
    const server = await listening(app);
    const response = await fetch(server.url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
    expect((await warned).message).toContain('app.register(rawBody, { encoding: false, runFirst: true })');
    expect(synced).toEqual([]);
    await server.close();
  });

  test('a route outside the plugin is refused, and a warning names the plugin', async () => {
    const warned = nextWarning();
    const app = Fastify({ forceCloseConnections: true });
    app.post('/webhooks', (request, reply) => {
      reply.hijack();
      nodeHandler(setUp().receiver)(request.raw, reply.raw);
    });
    const server = await listening(app);
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(500);
    expect((await warned).message).toContain('fastifyPlugin');
    await server.close();
  });

  test('bytes that a hook kept in request.rawBody are taken', async () => {
    const { receiver, seen } = setUp();
    const app = Fastify({ forceCloseConnections: true });
    app.addHook('preParsing', async (request, _reply, payload) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of payload) chunks.push(chunk);
      Object.assign(request, { rawBody: Buffer.concat(chunks) });
      return payload;
    });
    await app.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
    const server = await listening(app);
    expect((await fetch(server.url, { method: 'POST', headers, body: `${body}\n` })).status).toBe(200);
    expect(Buffer.from(seen[0]?.rawBody ?? []).toString()).toBe(`${body}\n`);
    await server.close();
  });
});
