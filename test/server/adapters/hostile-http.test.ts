import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { STARTS } from '../merchant.ts';

let server: ReferenceServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function start(options?: Parameters<typeof createReferenceServer>[0]): Promise<number> {
  server = createReferenceServer({ now: STARTS, ...options });
  return (await server.listen()).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything that comes back for some bytes until the other side closes. */
async function talk(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await open(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** Bytes that come back until they hold a text. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  let read = '';
  while (!read.includes(text)) read += String((await once(socket, 'data'))[0]);
  return read;
}

const HEALTH = 'GET /_control/health HTTP/1.1\r\nhost: localhost\r\n\r\n';
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const isAlive = async () =>
  (await fetch(`${server.url}/_control/health`, { headers: { connection: 'close' } })).status === 200;

describe('bytes that are no request', () => {
  test.each([
    ['a request line without a target', head('GET')],
    ['a version that does not exist', head('GET / HTTP/9.9', 'host: x')],
    ['a method that does not exist', head('STEAL / HTTP/1.1', 'host: x')],
    ['a negative length', head('POST / HTTP/1.1', 'host: x', 'content-length: -1')],
    ['a length that is no number', head('POST / HTTP/1.1', 'host: x', 'content-length: many')],
    ['two lengths', head('POST / HTTP/1.1', 'host: x', 'content-length: 1', 'content-length: 2')],
    [
      'a length and chunks',
      `${head('POST / HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'a chunk without a size',
      `${head('POST /v1/discovery/ HTTP/1.1', 'host: x', 'transfer-encoding: chunked')}zz\r\nabc\r\n`,
    ],
    ['a header without a colon', head('GET / HTTP/1.1', 'host: x', 'nothing')],
    ['a header with a NUL', head('GET / HTTP/1.1', 'host: x', 'a: \0')],
    ['no Host', head('GET /_control/health HTTP/1.1')],
    ['headers without end', head('GET / HTTP/1.1', 'host: x', `a: ${'y'.repeat(70_000)}`)],
    ['a tunnel', head('CONNECT example.com:443 HTTP/1.1', 'host: example.com')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'the beginning of a TLS handshake',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    ],
    ['binary noise', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256))],
  ])('are refused without harm: %s', async (_name, bytes) => {
    const port = await start();
    expect(await talk(port, bytes)).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
    expect(await isAlive()).toBe(true);
  });
});

describe('odd requests', () => {
  test.each([
    ['an absolute target', 'GET http://evil.example/_control/health HTTP/1.1', 404],
    ['a target of dots', 'GET /_control/../../etc/passwd HTTP/1.1', 404],
    ['bad percent signs', 'GET /_control/mandates/%zz%ff HTTP/1.1', 404],
    ['a star', 'OPTIONS * HTTP/1.1', 404],
    ['a question too long for its own good', `GET /v1/x?${'a=b&'.repeat(3_000)} HTTP/1.1`, 404],
    [
      'an upgrade that is not offered',
      'GET /_control/health HTTP/1.1\r\nupgrade: websocket\r\nsec-websocket-key: x',
      200,
    ],
    ['an expectation that is not met', 'GET /_control/health HTTP/1.1\r\nexpect: miracles', 417],
    [
      'a name among the headers that objects are made from',
      'GET /_control/health HTTP/1.1\r\n__proto__: x\r\nconstructor: y',
      200,
    ],
  ])('are answered: %s', async (_name, line, status) => {
    const port = await start();
    expect(await talk(port, head(line, 'host: localhost', 'connection: close'))).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
  });

  test('a hundred in one piece are answered in order', async () => {
    const port = await start();
    const last = head('GET /_control/health HTTP/1.1', 'host: localhost', 'connection: close');
    const said = await talk(port, HEALTH.repeat(99) + last);
    const ids = [...said.matchAll(/x-request-id: ctl_(\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test('a client that stops writing after its request still gets the answer', async () => {
    const port = await start();
    const socket = await open(port);
    socket.end(HEALTH);
    expect(await readUntil(socket, '}')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a name that another program bound to this machine', () => {
  test.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    '[::1].evil.example',
    '',
  ])('makes no control call: %s', async (host) => {
    const port = await start();
    expect(await talk(port, head('GET /_control/health HTTP/1.1', `host: ${host}`, 'connection: close'))).toMatch(
      /^HTTP\/1\.1 40[03] /,
    );
  });

  test.each(['localhost', '127.0.0.1', '127.1.2.3:80', '[::1]:80', 'app.localhost'])(
    'is recognised as another machine: %s',
    async (host) => {
      const port = await start();
      expect(await talk(port, head('GET /_control/health HTTP/1.1', `host: ${host}`, 'connection: close'))).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    },
  );
});

describe('slow clients', () => {
  test('who never finish their headers or bodies block no other request, nor closing', async () => {
    const port = await start();
    const slow = await Promise.all(Array.from({ length: 200 }, () => open(port)));
    for (const [index, socket] of slow.entries()) {
      socket.write(
        index % 2
          ? 'GET / HTTP/1.1\r\nhost: x\r\na'
          : `${head('POST /v1/discovery/ HTTP/1.1', 'host: x', 'content-length: 1000')}{`,
      );
    }
    expect(await isAlive()).toBe(true);
    for (const socket of slow) socket.write('b');
    expect(await isAlive()).toBe(true);
    const ended = Promise.all(slow.map((socket) => once(socket, 'close')));
    await server.close();
    await ended;
  });

  test('who send a body byte by byte get their answer', async () => {
    const port = await start();
    const body = JSON.stringify({ mandateId: 'a'.repeat(24) });
    const socket = await open(port);
    socket.setNoDelay(true);
    socket.write(
      head(
        'POST /v1/mandates/consent/business/get-mandate HTTP/1.1',
        'host: x',
        'token: pk_test_repaykit',
        'content-type: application/json',
        `content-length: ${body.length}`,
      ),
    );
    for (const letter of body) await new Promise<void>((resolve) => socket.write(letter, () => resolve()));
    expect(await readUntil(socket, 'mandate_unknown')).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('who send a body without end are cut off', async () => {
    const port = await start({ bodyLimit: 1_000 });
    const socket = await open(port);
    socket.write(head('POST /v1/discovery/ HTTP/1.1', 'host: x', 'transfer-encoding: chunked'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (let sent = 0; sent < 100 && !socket.destroyed; sent += 1) socket.write(`400\r\n${'x'.repeat(0x400)}\r\n`);
    await closed;
    expect(await isAlive()).toBe(true);
  });
});

describe('a thousand idle connections', () => {
  test('block no other request, and each can still be used', async () => {
    const port = await start();
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => open(port)));
    expect(await isAlive()).toBe(true);
    const answered = await Promise.all(
      idle.map((socket) => {
        socket.write(HEALTH);
        return readUntil(socket, '}');
      }),
    );
    expect(answered.filter((said) => said.startsWith('HTTP/1.1 200 '))).toHaveLength(1_000);
    const ended = Promise.all(idle.map((socket) => once(socket, 'close')));
    await server.close();
    await ended;
  });
});

const BODY = head(
  'POST /_control/clock HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'content-length: 17',
);

/** How far a client comes before it is gone; what it waits for first. */
const phases: Readonly<Record<string, readonly [sent: string, awaited?: string]>> = {
  'before it sent anything': [''],
  'in the request line': ['GET /_con'],
  'in the headers': ['GET /_control/health HTTP/1.1\r\nhost: loc'],
  'before the body': [BODY],
  'in the body': [`${BODY}{"advance"`],
  'before the answer': [HEALTH],
  'before the answer to a move of the clock': [`${BODY}{"advance":"P9Y"}`],
  'in the answer': ['GET /_control/requests HTTP/1.1\r\nhost: localhost\r\n\r\n', 'HTTP/1.1'],
  'between two requests': [HEALTH, '}'],
  'in the second of two requests': [`${HEALTH}GET /_con`, '}'],
};

describe('a client that is gone', () => {
  test.each(
    Object.entries(phases).flatMap(([phase, [sent, awaited]]) =>
      [true, false].map((resets) => ({ phase, sent, awaited, resets })),
    ),
  )('$phase does no harm (reset: $resets)', async ({ sent, awaited, resets }) => {
    const port = await start();
    if (awaited === 'HTTP/1.1')
      for (let filled = 0; filled < 100; filled += 1) await server.fetch(`/v1/nothing/${'x'.repeat(1_000)}`);
    for (let round = 0; round < 5; round += 1) {
      const socket = await open(port);
      const received = awaited === undefined ? undefined : readUntil(socket, awaited);
      if (sent !== '') await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
      await received;
      const closed = once(socket, 'close');
      if (resets) socket.resetAndDestroy();
      else socket.destroy();
      await closed;
    }
    expect(await isAlive()).toBe(true);
  });
});
