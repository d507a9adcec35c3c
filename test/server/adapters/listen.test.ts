import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../src/errors.ts';
import { openPort } from '../../../src/server/adapters/listen.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import type { ServerResponse } from '../../../src/server/message.ts';

let server: ReferenceServer;
afterEach(() => server.close());

async function listening(options?: Parameters<typeof createReferenceServer>[0]): Promise<number> {
  server = createReferenceServer(options);
  return (await server.listen()).port;
}

/** Sends bytes as they are and answers with everything that came back until the connection closed. */
async function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const isAlive = async () => (await fetch(`${server.url}/_control/health`)).status === 200;

describe('a port', () => {
  test('is chosen freely, and its URL has no trailing slash', async () => {
    const port = await listening();
    expect(server.url).toBe(`http://127.0.0.1:${port}`);
  });

  test('that is in use is one clear line', async () => {
    const port = await listening();
    const second = createReferenceServer();
    const refusal = await second.listen({ port }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigurationError);
    expect((refusal as Error).message).toBe(
      `Listening: port: 127.0.0.1:${port} is in use by another program: choose another port, or 0 for any free one`,
    );
    await second.close();
  });

  test('beyond loopback needs a control token', async () => {
    server = createReferenceServer();
    await expect(server.listen({ host: '0.0.0.0' })).rejects.toThrow(/host: lies beyond loopback/);
    await server.close();
    server = createReferenceServer({ controlToken: 'secret' });
    const { url } = await server.listen({ host: '0.0.0.0' });
    expect((await fetch(`${url}/_control/health`, { headers: { 'x-repaykit-control': 'secret' } })).status).toBe(200);
  });

  test.each([
    ['in ASCII', 'plain text', 'GET'],
    ['beyond ASCII', 'Ọlá Ńkẹ́m ₦', 'GET'],
    ['of bytes', Buffer.from([0, 127, 128, 255]), 'GET'],
    ['to HEAD', 'plain text', 'HEAD'],
  ])('sends a body %s whole, and the next one after it', async (_kind, body, method) => {
    server = createReferenceServer();
    const headers = ['content-length', String(Buffer.byteLength(body))];
    const handle = (): ServerResponse => ({ status: 200, headers, body });
    const opened = await openPort(handle, { port: 0, host: '127.0.0.1', bodyLimit: 10 });
    const asked = `${method} / HTTP/1.1\r\nhost: x\r\n`;
    const answered = await talk(opened.port, `${asked}\r\n${asked}connection: close\r\n\r\n`);
    await opened.close();
    const [, first, second] = answered.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s);
    const expected = method === 'HEAD' ? '' : Buffer.from(body).toString();
    expect([first, second]).toEqual([expected, expected]);
  });

  test.each([-1, 1.5, 65_536, Number.NaN])('numbered %d is refused', async (port) => {
    server = createReferenceServer();
    await expect(server.listen({ port })).rejects.toThrow(/port: must be a whole number/);
  });

  test('is opened once, also by two calls at once', async () => {
    server = createReferenceServer();
    const opened = await Promise.allSettled([server.listen(), server.listen()]);
    expect(opened).toMatchObject([
      { status: 'fulfilled', value: { url: server.url } },
      { status: 'rejected', reason: { message: expect.stringMatching(/listens already/) } },
    ]);
  });

  test('that could not be opened leaves the server free to open another', async () => {
    const port = await listening();
    const second = createReferenceServer();
    await expect(second.listen({ port })).rejects.toThrow(/in use/);
    const { url } = await second.listen();
    expect((await fetch(`${url}/_control/health`)).status).toBe(200);
    await second.close();
  });

  test('that opens while the server closes is closed with it', async () => {
    server = createReferenceServer();
    const opening = server.listen();
    const [opened] = await Promise.allSettled([opening, server.close()]);
    expect(opened).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/this server was closed/) },
    });
  });

  test('closes soon, also with idle connections open', async () => {
    const port = await listening();
    const idle = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    await isAlive();
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(10_000);
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

describe('what it survives', () => {
  test('bytes that are no HTTP', async () => {
    const port = await listening();
    expect(await talk(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await isAlive()).toBe(true);
  });

  test('headers without end', async () => {
    const port = await listening();
    expect(await talk(port, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await isAlive()).toBe(true);
  });

  test('a client that hangs up in the middle of its body', async () => {
    const port = await listening();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /v1/discovery/ HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"bvn":');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect(await isAlive()).toBe(true);
  });

  test('a client that hangs up before its answer', async () => {
    const port = await listening();
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET /_control/health HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    expect(await isAlive()).toBe(true);
  });

  test('a client that hangs up before an answer that was to come in pieces: no request waits for them', async () => {
    let respond = (_response: ServerResponse) => {};
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const handle = () => {
      asked();
      return new Promise<ServerResponse>((resolve) => {
        respond = resolve;
      });
    };
    const opened = await openPort(handle, { port: 0, host: '127.0.0.1', bodyLimit: 1_000 });
    const socket = connect(opened.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await isAsked;
    socket.resetAndDestroy();
    // Not before the server knows.
    while (process.getActiveResourcesInfo().includes('TCPSocketWrap'))
      await new Promise((resolve) => setImmediate(resolve));
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    respond({
      status: 200,
      headers: [],
      body: new Uint8Array(80),
      effect: { kind: 'slow-body', pieceDelayMs: 600_000 },
    });
    await new Promise((resolve) => setImmediate(resolve));
    const after = timers();
    await opened.close();
    expect(after).toBe(before);
  });

  test('a body far over the limit: the answer still arrives', async () => {
    const port = await listening({ bodyLimit: 1_000 });
    const answer = await fetch(`http://127.0.0.1:${port}/v1/discovery/`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_repaykit', 'content-type': 'application/json' },
      body: 'x'.repeat(7_000),
    });
    expect(answer.status).toBe(413);
    await fetch(`http://127.0.0.1:${port}/v1/discovery/`, { method: 'POST', body: 'x'.repeat(1_000_000) }).catch(
      () => undefined,
    );
    expect(await isAlive()).toBe(true);
  });
});
