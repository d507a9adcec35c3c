import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { nodeHandler } from '../../../src/webhooks/index.ts';
import { body, describeAdapter, headers, type Mounted, setUp } from './adapter-suite.ts';
import { goAwayMidBody, keptConnection, nextWarning } from './wire.ts';

async function listen(listener: RequestListener): Promise<Mounted> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close };
}

describeAdapter('node:http', (receiver) => listen(nodeHandler(receiver)));

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('behind node:http, a body that was read before', () => {
  test('is refused, and a warning says how to fix it', async () => {
    const warned = nextWarning();
    const { receiver, synced } = setUp();
    const server = await listen(async (request, response) => {
      await readAll(request);
      nodeHandler(receiver)(request, response);
    });
    const response = await fetch(server.url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
    expect((await warned).message).toContain(
      'call nodeHandler(receiver)(request, response) before anything reads the request',
    );
    expect(synced).toEqual([]);
    await server.close();
  });

  test('is taken from request.rawBody where the host kept the bytes', async () => {
    const { receiver, seen } = setUp();
    const server = await listen(async (request, response) => {
      const rawBody = await readAll(request);
      nodeHandler(receiver)(Object.assign(request, { rawBody, body: JSON.parse(String(rawBody)) }), response);
    });
    expect((await fetch(server.url, { method: 'POST', headers, body: `${body} ` })).status).toBe(200);
    expect(Buffer.from(seen[0]?.rawBody ?? []).toString()).toBe(`${body} `);
    await server.close();
  });

  test('is not taken from text: what was decoded need not be what was sent', async () => {
    const warned = nextWarning();
    const server = await listen(async (request, response) => {
      const rawBody = String(await readAll(request));
      nodeHandler(setUp().receiver)(Object.assign(request, { rawBody }), response);
    });
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(500);
    await warned;
    await server.close();
  });
});

describe('behind node:http', () => {
  test('what a parser left on the request does not matter while the bytes are still there', async () => {
    const server = await listen((request, response) =>
      nodeHandler(setUp().receiver)(Object.assign(request, { body: {} }), response),
    );
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(200);
    await server.close();
  });

  test('a request that something else has answered meanwhile is left alone', async () => {
    const held: { outgoing?: ServerResponse } = {};
    const { receiver, synced } = setUp(() => {
      held.outgoing?.writeHead(503).end('too slow');
      return true;
    });
    const server = await listen((request, response) =>
      nodeHandler(receiver)(request, Object.assign(held, { outgoing: response }).outgoing),
    );
    const connection = keptConnection(server.url);
    expect(await connection.post(headers, body)).toEqual({ status: 503, reused: false });
    expect(await connection.post(headers, body)).toEqual({ status: 503, reused: true });
    connection.close();
    await receiver.settled();
    expect(synced).toHaveLength(1);
    await server.close();
  });

  test('a request whose sender has gone before it came here is not waited for', async () => {
    const { receiver, seen } = setUp();
    const answers: Response[] = [];
    const asked = Object.assign(async (request: Request) => {
      const response = await receiver(request);
      answers.push(response);
      return response;
    }, receiver);
    const server = await listen((request, response) => {
      request.on('error', () => {});
      request.on('close', () => nodeHandler(asked)(request, response));
    });
    await goAwayMidBody(server.url, headers);
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([400]);
    expect(seen).toEqual([]);
    await server.close();
  });
});
