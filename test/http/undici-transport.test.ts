import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Agent, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { debit, engineFor, errorOf, loopbackService, mandate, mandateId, succeed } from './loopback-service.ts';

describe('a dispatcher of the lender', () => {
  test('is used for every operation and left open', async () => {
    const mock = new MockAgent();
    mock.disableNetConnect();
    onTestFinished(() => mock.close());
    const path = '/v1/mandates/consent/business/get-mandate';
    mock
      .get('https://service.example')
      .intercept({ method: 'POST', path })
      .reply(200, { status: 'success', data: mandate })
      .times(2);
    const promises = {
      store: memoryStore(),
      bureau: { submit: async () => {} },
    };
    const options = {
      ...promises,
      repaymentReports: 'merchant',
      allowMixedKeys: true,
      transport: undiciTransport({ dispatcher: mock }),
    } as const;
    const engine = engineFor('https://service.example', options);
    await engine.call('getMandate', { mandateId });
    await engine.close();
    await expect(
      engineFor('https://service.example', options).call('getMandate', { mandateId }),
    ).resolves.toMatchObject({ _id: mandateId });
  });
});

describe('connections', () => {
  test('are kept for the next call and bounded in number', async () => {
    const service = await loopbackService((response) => setTimeout(() => succeed(response, mandate), 5));
    const engine = engineFor(service.url, { transport: undiciTransport({ connections: 3 }) });
    await Promise.all(Array.from({ length: 12 }, () => engine.call('getMandate', { mandateId })));
    await engine.call('getMandate', { mandateId });
    expect(service.sockets()).toBe(3);
  });

  test('are not those of the application: its global dispatcher sees nothing', async () => {
    let dispatched = 0;
    const spy = new Agent();
    const before = getGlobalDispatcher();
    setGlobalDispatcher(
      spy.compose((dispatch) => (options, handler) => {
        dispatched += 1;
        return dispatch(options, handler);
      }),
    );
    onTestFinished(() => setGlobalDispatcher(before));
    const service = await loopbackService((response) => succeed(response, mandate));
    await engineFor(service.url).call('getMandate', { mandateId });
    expect(dispatched).toBe(0);
  });
});

const person = {
  bvn: '22200000001',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '044',
};

/** Accepts connections and never answers the first message of TLS. */
async function silentService() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, server, sockets };
}

describe('a connection that is never secured', () => {
  const calls = [
    ['a read', 'getMandate', { mandateId }],
    ['a debit', 'collectManually', debit],
    ['an upload', 'uploadStatement', { ...person, statement: Buffer.from('%PDF-1.7') }],
  ] as const;
  test.each(calls)('ends with %s that gave up, and close() does not wait for it', async (_what, operation, input) => {
    const { url, server, sockets } = await silentService();
    const engine = engineFor(url, { transport: undiciTransport({ connections: 1, connectTimeoutMs: 600_000 }) });
    const caller = new AbortController();
    // One of them opens the connection, or each its own. The others wait.
    const ended = [1, 2, 3].map(() => errorOf(engine.call(operation, input as never, { signal: caller.signal })));
    if (sockets.length === 0) await once(server, 'connection');
    caller.abort();
    for (const error of ended)
      expect(await error).toMatchObject({ name: 'AbortedError', attempts: 0, outcome: 'none' });
    await engine.close();
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
  });

  test('is kept while another call waits for one', async () => {
    const { url, server, sockets } = await silentService();
    const engine = engineFor(url, { transport: undiciTransport({ connectTimeoutMs: 600_000 }) });
    const caller = new AbortController();
    const waiting = errorOf(engine.call('getMandate', { mandateId }, { signal: caller.signal, retries: 0 }));
    await once(server, 'connection');
    await errorOf(engine.call('getMandate', { mandateId }, { timeoutMs: 50 }));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(sockets[0]?.closed).toBe(false);
    caller.abort();
    expect(await waiting).toMatchObject({ name: 'AbortedError' });
  });
});
