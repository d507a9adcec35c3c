import { Agent, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { engineFor, loopbackService, mandate, mandateId, succeed } from './loopback-service.ts';

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
