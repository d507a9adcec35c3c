import { request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { caller, MANDATE_ID, place, readReply, type Send, STARTS } from '../merchant.ts';

const overFetch = async (server: ReferenceServer): Promise<Send> => caller(server);

const overPort = async (server: ReferenceServer): Promise<Send> => {
  const { url } = await server.listen();
  return caller({ fetch: (path, init) => fetch(`${url}${path}`, init) });
};

const overDispatcher = async (server: ReferenceServer): Promise<Send> =>
  caller({
    fetch: async (path, init) => {
      const options = { dispatcher: server.dispatcher, method: init?.method, headers: init?.headers, body: init?.body };
      const { statusCode, headers, body } = await request(`${server.url}${path}`, options as never);
      return new Response(await body.text(), { status: statusCode, headers: headers as Record<string, string> });
    },
  });

describe.each([
  ['fetch', overFetch],
  ['the dispatcher', overDispatcher],
  ['a port', overPort],
])('through %s', (_name, connect) => {
  let server: ReferenceServer;
  afterEach(() => server.close());
  const start = (options?: Parameters<typeof createReferenceServer>[0]) => {
    server = createReferenceServer({ now: STARTS, ...options });
    return connect(server);
  };

  test('a mandate is placed and read', async () => {
    const send = await start();
    await place(send);
    const { status, json } = await send('POST /v1/mandates/consent/business/get-mandate', {
      body: { mandateId: MANDATE_ID },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: true,
      error: false,
      data: { _id: MANDATE_ID, status: 'pending', totalAmountDue: 90_000 },
    });
  });

  test('answers carry the virtual time and an id of their own', async () => {
    const send = await start({ now: '2026-02-28T23:59:59Z' });
    const [first, second] = [await send('GET /v1/mandates/nothing'), await send('GET /v1/mandates/nothing')];
    expect(first.headers.get('date')).toBe('Sat, 28 Feb 2026 23:59:59 GMT');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  test('a query is read', async () => {
    const send = await start();
    await place(send);
    const { status, json } = await send(`GET /v1/mandates/consent/business/collection-log?mandateId=${MANDATE_ID}`);
    expect([status, json.data]).toEqual([200, null]);
  });

  test('a body at the limit is read, one byte more is 413', async () => {
    const body = JSON.stringify({ mandateId: MANDATE_ID });
    const send = await start({ bodyLimit: body.length });
    const target = 'POST /v1/mandates/consent/business/get-mandate';
    expect((await send(target, { raw: body })).status).toBe(404);
    expect(await send(target, { raw: `${body} ` })).toMatchObject({
      status: 413,
      json: { data: { code: 'body_too_large' } },
    });
  });

  test('letters beyond ASCII come back as they are', async () => {
    const send = await start();
    const payer = { bvn: '33300000001', name: 'Ọlá Ńkẹ́m ₦', accounts: [] };
    expect(await send('POST /_control/payers', { body: payer })).toMatchObject({
      status: 201,
      json: { name: 'Ọlá Ńkẹ́m ₦' },
    });
  });

  test('the clock moves', async () => {
    const send = await start();
    expect((await send('POST /_control/clock', { body: { advance: 'P1D' } })).json.now).toBe(
      '2026-01-06T08:00:00.000Z',
    );
  });

  test('a foreign Host may not make control calls, and may read mandates', async () => {
    const send = await start();
    const headers = { host: 'evil.example' };
    expect((await send('GET /_control/health')).status).toBe(200);
    if (_name === 'a port') return expect(await rawStatus(server.url, 'evil.example')).toBe(403);
    expect(await send('GET /_control/health', { headers })).toMatchObject({
      status: 403,
      json: { data: { code: 'host_foreign' } },
    });
    return expect(
      (await send('POST /v1/mandates/consent/business/get-mandate', { headers, body: { mandateId: MANDATE_ID } }))
        .status,
    ).toBe(404);
  });
});

// Global fetch writes the Host itself, undici lets it be chosen.
async function rawStatus(url: string, host: string): Promise<number> {
  const { statusCode, body } = await request(`${url}/_control/health`, { headers: { host } });
  await body.dump();
  return statusCode;
}

test('an answer over a port and the same over fetch are the same text', async () => {
  const [one, two] = [createReferenceServer({ now: STARTS }), createReferenceServer({ now: STARTS })];
  const send = caller(one);
  const { url } = await two.listen();
  const port = caller({ fetch: (path, init) => fetch(`${url}${path}`, init) });
  await place(send);
  await place(port);
  const read = { body: { mandateId: MANDATE_ID } };
  const target = 'POST /v1/mandates/consent/business/get-mandate';
  expect((await send(target, read)).text).toBe((await port(target, read)).text);
  expect((await readReply(await one.fetch('/_control/health'))).json).toEqual(
    (await port('GET /_control/health')).json,
  );
  await Promise.all([one.close(), two.close()]);
});
