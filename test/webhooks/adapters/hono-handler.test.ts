import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { honoHandler } from '../../../src/webhooks/index.ts';
import { body, describeAdapter, headers, type Mounted, setUp } from './adapter-suite.ts';
import { nextWarning } from './wire.ts';

// Its types want a browser's, so it is loaded without them.
const nodeServer: string = '@hono/node-server';
const { serve }: { serve(options: { fetch: Hono['fetch']; port: number; hostname: string }): Server } = await import(
  nodeServer
);

async function listening(app: Hono): Promise<Mounted> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close };
}

describeAdapter('Hono', (receiver) => listening(new Hono().all('/webhooks', honoHandler(receiver))));

describe('behind Hono', () => {
  test.each([
    ['c.req.json()', 'json'],
    ['c.req.text()', 'text'],
  ] as const)(
    'a body that a middleware has read by %s is refused, and a warning says how to fix it',
    async (_what, how) => {
      const warned = nextWarning();
      const { receiver, synced } = setUp();
      const app = new Hono();
      app.use(async (context, next) => {
        await context.req[how]();
        await next();
      });
      const server = await listening(app.all('/webhooks', honoHandler(receiver)) as Hono);
      const response = await fetch(server.url, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
      const { message } = await warned;
      expect(message).toContain("mount app.all('/webhooks', honoHandler(receiver)) before middleware");
      expect(message).toContain('await c.req.arrayBuffer()');
      expect(synced).toEqual([]);
      await server.close();
    },
  );

  test.each([
    ['c.req.arrayBuffer()', 'arrayBuffer'],
    ['c.req.bytes()', 'bytes'],
  ] as const)('the bytes that a middleware has read by %s are taken', async (_what, how) => {
    const { receiver, seen } = setUp();
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req[how]();
      await next();
    });
    const server = await listening(app.all('/webhooks', honoHandler(receiver)) as Hono);
    expect((await fetch(server.url, { method: 'POST', headers, body: `${body}\n` })).status).toBe(200);
    expect(Buffer.from(seen[0]?.rawBody ?? []).toString()).toBe(`${body}\n`);
    await server.close();
  });

  test('nothing reaches the app’s error handler', async () => {
    const warned = nextWarning();
    const errors: unknown[] = [];
    const app = new Hono();
    app.onError((error, context) => {
      errors.push(error);
      return context.text('', 502);
    });
    app.all('/webhooks', honoHandler(Object.assign(() => Promise.reject(new Error('planted')), setUp().receiver)));
    expect((await app.request('/webhooks', { method: 'POST', headers, body })).status).toBe(500);
    expect(errors).toEqual([]);
    await warned;
  });

  test('without a socket no address is passed on, and the work runs on in the process', async () => {
    const { receiver, seen, synced } = setUp();
    const app = new Hono().all('/webhooks', honoHandler(receiver));
    expect((await app.request('/webhooks', { method: 'POST', headers, body })).status).toBe(200);
    await receiver.settled();
    expect([seen[0]?.remoteAddress, synced.length]).toEqual([undefined, 1]);
  });

  test('the work is given to the host’s own waitUntil', async () => {
    const { receiver, synced } = setUp();
    const works: Promise<unknown>[] = [];
    const host = {
      waitUntil: (work: Promise<unknown>) => void works.push(work),
      passThroughOnException: () => {},
      props: {},
    };
    const app = new Hono().all('/webhooks', honoHandler(receiver));
    expect((await app.request('/webhooks', { method: 'POST', headers, body }, {}, host)).status).toBe(200);
    expect(works).toHaveLength(1);
    await Promise.all(works);
    expect(synced).toHaveLength(1);
  });
});
