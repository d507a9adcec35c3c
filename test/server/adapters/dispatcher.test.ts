import { Readable } from 'node:stream';
import { type Dispatcher, RetryAgent, request, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createReferenceServer,
  type DispatchController,
  type DispatchHandler,
  type ReferenceServer,
} from '../../../src/server/index.ts';

let server: ReferenceServer;
afterEach(() => server.close());

function dispatcherOf(): Dispatcher {
  server = createReferenceServer();
  return server.dispatcher as unknown as Dispatcher;
}

const discovery = JSON.stringify({ bvn: '22200000001', type: 'bvn' });
const headers = { authorization: 'Bearer sk_test_repaykit', 'content-type': 'application/json' };

describe('the dispatcher serves', () => {
  test("undici's request, with headers and a query in every form", async () => {
    const dispatcher = dispatcherOf();
    const origin = server.url;
    for (const given of [
      { token: 'pk_test_repaykit' },
      ['token', 'pk_test_repaykit'],
      new Map([['Token', 'pk_test_repaykit']]),
    ]) {
      const { statusCode } = await request(`${origin}/v1/mandates/consent/business/collection`, {
        dispatcher,
        headers: given as never,
        query: { type: 'auto', status: '' },
      });
      expect(statusCode).toBe(200);
    }
  });

  test("undici's fetch", async () => {
    const dispatcher = dispatcherOf();
    const answer = await undiciFetch(`${server.url}/v1/discovery/`, {
      dispatcher,
      method: 'POST',
      headers,
      body: discovery,
    });
    expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length]).toEqual([200, 4]);
  });

  test('a caller that gives the memory of an answer away, and the callers after it', async () => {
    const dispatcher = dispatcherOf();
    const ask = async () =>
      (await request(`${server.url}/v1/discovery/`, { dispatcher, method: 'POST', headers, body: discovery })).body;
    const expected = await (await ask()).text();
    const body = await ask();
    const passedOn = new ReadableStream({
      type: 'bytes',
      start: async (controller) => {
        for await (const chunk of body) controller.enqueue(chunk);
        controller.close();
      },
    });
    expect(await new Response(passedOn).text()).toBe(expected);
    expect(await (await ask()).text()).toBe(expected);
  });

  test("Node's own fetch, whose undici is another version", async () => {
    const dispatcher = dispatcherOf();
    const answer = await fetch(`${server.url}/v1/discovery/`, {
      dispatcher,
      method: 'POST',
      headers,
      body: discovery,
    } as unknown as RequestInit);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('a RetryAgent around it', async () => {
    const dispatcher = new RetryAgent(dispatcherOf());
    const { statusCode, body } = await request(`${server.url}/v1/discovery/`, {
      dispatcher,
      method: 'POST',
      headers,
      body: discovery,
    });
    expect([statusCode, ((await body.json()) as { status: boolean }).status]).toEqual([200, true]);
  });

  test('streamed bodies and forms', async () => {
    const dispatcher = dispatcherOf();
    const half = discovery.length / 2;
    const body = Readable.from([Buffer.from(discovery.slice(0, half)), Buffer.from(discovery.slice(half))]);
    expect(
      (await request(`${server.url}/v1/discovery/`, { dispatcher, method: 'POST', headers, body })).statusCode,
    ).toBe(200);
    const form = new FormData();
    form.set('bvn', '1');
    const upload = await request(`${server.url}/v1/income/api/pdf-parser`, {
      dispatcher,
      method: 'POST',
      headers: { token: 'pk_test_repaykit' },
      body: form as never,
    });
    expect(((await upload.body.json()) as { data: { code: string } }).data.code).toBe('input_invalid');
  });

  test('HEAD without a body', async () => {
    const dispatcher = dispatcherOf();
    const { statusCode, body } = await request(`${server.url}/_control/health`, { dispatcher, method: 'HEAD' });
    expect([statusCode, await body.text()]).toEqual([405, '']);
  });
});

describe('an exchange ends once', () => {
  const dispatch = (handler: (done: (how: string) => void) => DispatchHandler, options: object = {}) =>
    new Promise<string>((resolve) => {
      server.dispatcher.dispatch({ path: '/_control/health', method: 'GET', ...options }, handler(resolve));
    });

  test.each(['onRequestStart', 'onResponseStart', 'onResponseData', 'onResponseEnd'] as const)(
    'with what the handler throws in %s',
    async (hook) => {
      dispatcherOf();
      const boom = () => {
        throw new Error(`thrown in ${hook}`);
      };
      expect(
        await dispatch((done) => ({
          onRequestStart: () => undefined,
          [hook]: boom,
          onResponseError: (_controller, error) => done(error.message),
        })),
      ).toBe(`thrown in ${hook}`);
    },
  );

  test.each(['onConnect', 'onHeaders', 'onData', 'onComplete'] as const)(
    'with what a handler of the older dialect throws in %s',
    async (hook) => {
      dispatcherOf();
      const boom = () => {
        throw new Error(`thrown in ${hook}`);
      };
      expect(
        await dispatch((done) => ({
          onConnect: () => undefined,
          [hook]: boom,
          onError: (error) => done(error.message),
        })),
      ).toBe(`thrown in ${hook}`);
    },
  );

  test('with the reason of an abort, and nothing after it', async () => {
    dispatcherOf();
    const reported: string[] = [];
    const reason = await dispatch((done) => ({
      onRequestStart: () => undefined,
      onResponseStart: (controller) => {
        controller.abort(new Error('enough'));
        reported.push(`aborted ${controller.aborted}`);
      },
      onResponseData: () => void reported.push('data'),
      onResponseEnd: () => void reported.push('end'),
      onResponseError: (_controller, error) => done(error.message),
    }));
    expect([reason, reported]).toEqual(['enough', ['aborted true']]);
  });

  test('waiting where the handler pauses, and going on where it resumes', async () => {
    dispatcherOf();
    const reported: string[] = [];
    let paused: DispatchController | undefined;
    const ended = dispatch((done) => ({
      onRequestStart: () => undefined,
      onResponseStart: (controller) => {
        paused = controller;
        controller.pause();
      },
      onResponseData: () => void reported.push('data'),
      onResponseEnd: () => done('end'),
    }));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect([paused?.paused, reported]).toEqual([true, []]);
    paused?.resume();
    expect([await ended, reported]).toEqual(['end', ['data']]);
  });

  test('by its own time limit where the answer takes longer', async () => {
    server = createReferenceServer({ webhook: { handler: () => new Promise(() => undefined) } });
    const body = new Readable({ read: () => undefined });
    const refusal = request(`${server.url}/v1/discovery/`, {
      dispatcher: server.dispatcher as never,
      method: 'POST',
      headers,
      body,
      headersTimeout: 20,
    });
    await expect(refusal).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  });

  test('at once after the server was closed', async () => {
    const dispatcher = dispatcherOf();
    await server.dispatcher.close();
    await expect(request(`${server.url}/_control/health`, { dispatcher })).rejects.toMatchObject({
      code: 'UND_ERR_DESTROYED',
    });
  });
});
