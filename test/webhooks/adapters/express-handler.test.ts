import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express5 from 'express';
import express4 from 'express4';
import { describe, expect, test } from 'vitest';
import { expressHandler } from '../../../src/webhooks/index.ts';
import { body, describeAdapter, headers, type Mounted, setUp } from './adapter-suite.ts';
import { nextWarning } from './wire.ts';

async function listening(server: Server): Promise<Mounted> {
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close };
}

// Two majors with types of their own: each test names what it needs of both.
const majors = [
  { name: 'Express 5', app: () => express5(), json: express5.json, raw: express5.raw },
  {
    name: 'Express 4',
    app: () => express4() as unknown as ReturnType<typeof express5>,
    json: express4.json,
    raw: express4.raw,
  },
] as const;

for (const { name, app: makeApp, json, raw } of majors) {
  describeAdapter(name, (receiver) =>
    listening(makeApp().all('/webhooks', expressHandler(receiver)).listen(0, '127.0.0.1')),
  );

  describe(`behind ${name}`, () => {
    test('a route under a router gets the address as the sender wrote it', async () => {
      const { receiver, seen } = setUp();
      const server = await listening(makeApp().use('/webhooks', expressHandler(receiver)).listen(0, '127.0.0.1'));
      expect((await fetch(`${server.url}/s3cret?x=1`, { method: 'POST', headers, body })).status).toBe(200);
      expect(new URL(seen[0]?.url ?? '')).toMatchObject({ pathname: '/webhooks/s3cret', search: '?x=1' });
      await server.close();
    });

    test('a body that express.json() has read is refused, and a warning says how to fix it', async () => {
      const warned = nextWarning();
      const { receiver, synced } = setUp();
      const errors: unknown[] = [];
      const app = makeApp();
      app.use(json());
      app.all('/webhooks', expressHandler(receiver));
      app.use((error: unknown, _request: unknown, _response: unknown, _next: unknown) => void errors.push(error));
      const server = await listening(app.listen(0, '127.0.0.1'));
      const response = await fetch(server.url, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
      const { message } = await warned;
      expect(message).toContain("move app.all('/webhooks', expressHandler(receiver)) above app.use(express.json())");
      expect(message).toContain('express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } })');
      expect([synced, errors]).toEqual([[], []]);
      await server.close();
    });

    test.each([
      [
        'express.json({ verify }) kept in request.rawBody',
        json({ verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) }),
      ],
      ['express.raw() left in request.body', raw({ type: '*/*' })],
    ])('the bytes that %s are taken', async (_what, parser) => {
      const { receiver, seen } = setUp();
      const app = makeApp();
      app.use(parser as ReturnType<typeof express5.json>);
      app.all('/webhooks', expressHandler(receiver));
      const server = await listening(app.listen(0, '127.0.0.1'));
      expect((await fetch(server.url, { method: 'POST', headers, body: `\n${body}` })).status).toBe(200);
      expect(Buffer.from(seen[0]?.rawBody ?? []).toString()).toBe(`\n${body}`);
      await server.close();
    });

    test('a parser that passed the request by has taken nothing', async () => {
      const app = makeApp();
      app.use(json({ type: 'application/vnd.other+json' }));
      app.all('/webhooks', expressHandler(setUp().receiver));
      const server = await listening(app.listen(0, '127.0.0.1'));
      expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(200);
      await server.close();
    });
  });
}
