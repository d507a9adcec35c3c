/** What a caller without the client sees: undici's, and fetch's, own errors and limits. */
import { type Dispatcher, RetryAgent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer, type DispatchController, type NewFault } from '../../../src/server/index.ts';
import { errorOf } from '../../http/loopback-service.ts';

const PATH = '/v1/mandates/micro-deposit/bank-list';
const headers = { authorization: 'token pk_test_repaykit' };

async function faultyServer(fault: NewFault) {
  const server = createReferenceServer();
  onTestFinished(() => server.close());
  await server.controls.addFault(fault);
  return server;
}

describe('the dispatcher', () => {
  const asked = async (fault: NewFault, limits: object = {}) => {
    const server = await faultyServer(fault);
    const { statusCode, body } = await request(`${server.url}${PATH}`, {
      dispatcher: server.dispatcher as unknown as Dispatcher,
      headers,
      ...limits,
    });
    return { statusCode, text: await body.text() };
  };

  test("breaks with undici's socket error, which a retrying agent repeats", async () => {
    await expect(asked({ kind: 'reset' })).rejects.toMatchObject({ name: 'SocketError', code: 'UND_ERR_SOCKET' });
    const server = await faultyServer({ kind: 'reset', times: 1 });
    const dispatcher = new RetryAgent(server.dispatcher as unknown as Dispatcher, { minTimeout: 1 });
    expect((await request(`${server.url}${PATH}`, { dispatcher, headers })).statusCode).toBe(200);
  });

  test('keeps the limit for headers, over an answer that never comes and one that is late', async () => {
    const late = { code: 'UND_ERR_HEADERS_TIMEOUT' };
    await expect(asked({ kind: 'timeout' }, { headersTimeout: 20 })).rejects.toMatchObject(late);
    await expect(
      asked({ kind: 'latency', delayMs: 600_000, when: 'after' }, { headersTimeout: 20 }),
    ).rejects.toMatchObject(late);
    await expect(asked({ kind: 'latency', delayMs: 600_000 }, { headersTimeout: 20 })).rejects.toMatchObject(late);
    expect((await asked({ kind: 'latency', delayMs: 20, when: 'after' }, { headersTimeout: 60_000 })).statusCode).toBe(
      200,
    );
  });

  test('keeps the limit between two pieces of a body, not that of headers', async () => {
    await expect(asked({ kind: 'slow-body', delayMs: 600_000 }, { bodyTimeout: 20 })).rejects.toMatchObject({
      code: 'UND_ERR_BODY_TIMEOUT',
    });
    const { statusCode, text } = await asked(
      { kind: 'slow-body', delayMs: 200 },
      { bodyTimeout: 60_000, headersTimeout: 1_000 },
    );
    expect([statusCode, JSON.parse(text).data.length]).toEqual([200, 25]);
  });

  test('ends with an abort in the middle of a wait', async () => {
    const end = new AbortController();
    const waiting = asked({ kind: 'timeout' }, { signal: end.signal });
    setTimeout(() => end.abort(new Error('enough')), 10);
    await expect(waiting).rejects.toThrow('enough');
  });

  test('holds back the pieces of a body while the handler pauses, without a time-out', async () => {
    const server = await faultyServer({ kind: 'slow-body', delayMs: 2 });
    const reported: string[] = [];
    let paused: DispatchController | undefined;
    const ended = new Promise<string>((resolve) => {
      const handler = {
        onRequestStart: () => undefined,
        onResponseStart: (controller: DispatchController) => {
          paused = controller;
          controller.pause();
        },
        onResponseData: () => void reported.push('piece'),
        onResponseEnd: () => resolve('end'),
        onResponseError: (_controller: DispatchController, error: Error) => resolve(error.message),
      };
      server.dispatcher.dispatch({ path: PATH, method: 'GET', headers, bodyTimeout: 40 }, handler);
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(reported).toEqual([]);
    paused?.resume();
    expect([await ended, reported.length]).toEqual(['end', 8]);
  });
});

describe.each([
  ['fetch in process', false],
  ['fetch over a port', true],
])('%s', (_name, isOverPort) => {
  const asked = async (fault: NewFault, init: RequestInit = {}) => {
    const server = await faultyServer(fault);
    if (!isOverPort) return server.fetch(PATH, { headers, ...init });
    const { url } = await server.listen();
    return fetch(url + PATH, { headers, ...init });
  };

  test('fails as fetch does when the connection breaks', async () => {
    const error = await errorOf<Error>(asked({ kind: 'reset' }));
    expect([error.constructor.name, error.message]).toEqual(['TypeError', 'fetch failed']);
    expect((error.cause as { code: string }).code).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
  });

  test.each([
    { kind: 'timeout' },
    { kind: 'latency', delayMs: 600_000 },
    { kind: 'latency', delayMs: 600_000, when: 'after' },
  ] as NewFault[])("hangs under %o until its caller's signal, and rejects with its reason", async (fault) => {
    const reason = new Error('enough');
    const end = new AbortController();
    setTimeout(() => end.abort(reason), 30);
    expect(await errorOf(asked(fault, { signal: end.signal }))).toBe(reason);
  });

  test('gives the headers of a dripping body at once, and the body in the end', async () => {
    const slowest = await asked({ kind: 'slow-body', delayMs: 600_000 });
    expect(slowest.status).toBe(200);
    await slowest.body?.cancel();
    const began = performance.now();
    const answer = await asked({ kind: 'slow-body', delayMs: 8 });
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(25);
    expect(performance.now() - began).toBeGreaterThan(60);
  });

  test('ends a dripping body with the reason of its signal', async () => {
    const end = new AbortController();
    const answer = await asked({ kind: 'slow-body', delayMs: 600_000 }, { signal: end.signal });
    setTimeout(() => end.abort(new Error('enough')), 20);
    await expect(answer.text()).rejects.toThrow('enough');
  });

  test('lets a reader who saw enough go', async () => {
    const answer = await asked({ kind: 'slow-body', delayMs: 5 });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await reader?.cancel();
  });
});
