import { Agent, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadUndici, undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { engineFor, loopbackService, mandate, mandateId, succeed } from './loopback-service.ts';

describe('undici', () => {
  test('is loaded by its two files, which leave the global dispatcher alone', async () => {
    const before = getGlobalDispatcher();
    const { Pool, Client } = await loadUndici();
    expect([Pool.name, Client.name]).toEqual(['Pool', 'Client']);
    expect(getGlobalDispatcher()).toBe(before);
  });

  test('is loaded by its main entry when the files have moved', async () => {
    const gone = async () => {
      throw Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
    };
    const main = async () => (await import('undici')) as never;
    const { Pool } = await loadUndici({ files: gone, main });
    const service = await loopbackService((response) => succeed(response, mandate));
    const pool = new Pool(service.url, { headersTimeout: 0, bodyTimeout: 0, connectTimeout: 1_000 });
    onTestFinished(() => pool.close());
    const { data } = await engineFor(service.url, { transport: undiciTransport({ dispatcher: pool }) })
      .call('getMandate', { mandateId })
      .withResponse();
    expect(data._id).toBe(mandateId);
  });
});

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
