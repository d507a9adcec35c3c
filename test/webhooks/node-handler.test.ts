import { once } from 'node:events';
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDelivery, memoryInbox, nodeHandler, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';

const secret = 'whsec_repaykit';
const { headers, body } = createTestDelivery('mandate.activated', {}, { secret });
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Waits for a process warning, which Node would otherwise print. */
async function nextWarning(): Promise<Error> {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  const [warning] = await once(process, 'warning');
  for (const printer of printers) process.on('warning', printer);
  return warning;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function setUp(): { readonly receiver: Receiver; readonly heard: string[] } {
  const heard: string[] = [];
  const receiver = receive({
    verify: sharedSecret({ secrets: secret }),
    inbox: memoryInbox(),
    confirm: { confirm: async () => ({ kind: 'confirmed' }) },
    on: { 'mandate.activated': ({ data }) => void heard.push(data.mandateId) },
  });
  return { receiver, heard };
}

describe('a receiver behind node:http', () => {
  test('takes a delivery over the wire', async () => {
    const { receiver, heard } = setUp();
    const url = await listen(nodeHandler(receiver));
    const response = await fetch(`${url}/webhooks?x=1`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    await receiver.settled();
    expect(heard).toEqual(['650000000000000000000010']);
  });

  test.each([
    ['GET', 405, { method: 'GET' }],
    ['an unbelieved delivery', 401, { method: 'POST', headers: { ...headers, 'x-auth-signature': 'no' }, body }],
    ['a malformed one', 400, { method: 'POST', headers, body: '{' }],
    ['an empty one', 400, { method: 'POST', headers }],
    ['one that is too long', 413, { method: 'POST', headers, body: 'x'.repeat(300 * 1024) }],
  ])('answers %s with %i', async (_what, status, init) => {
    const url = await listen(nodeHandler(setUp().receiver));
    const response = await fetch(url, init);
    expect([response.status, ((await response.json()) as { received: boolean }).received]).toEqual([status, false]);
  });

  test('answers an upload that never says how long it is, before its end', async () => {
    const url = await listen(nodeHandler(setUp().receiver));
    const outgoing = httpRequest(url, { method: 'POST', headers });
    outgoing.on('error', () => {});
    for (let chunk = 0; chunk < 5; chunk += 1) outgoing.write('x'.repeat(64 * 1024));
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(413);
    outgoing.destroy();
  });

  test('survives a method that no Request can have, and a sender that goes away', async () => {
    const { receiver } = setUp();
    const url = new URL(await listen(nodeHandler(receiver)));
    const trace = connect(Number(url.port), url.hostname);
    trace.write('TRACE / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(String((await once(trace, 'data'))[0])).toContain('405');
    trace.destroy();
    const gone = connect(Number(url.port), url.hostname);
    gone.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    await once(gone, 'ready').catch(() => {});
    gone.destroy();
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  });

  test('says how to mend it when something has read the body before', async () => {
    const warned = nextWarning();
    const { receiver } = setUp();
    const url = await listen(async (request, response) => {
      for await (const _chunk of request);
      nodeHandler(receiver)(request, response);
    });
    const response = await fetch(url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
    expect((await warned).message).toContain('mount the webhook route before express.json()');
  });

  test('notices a parser that left its result on the request', async () => {
    const warned = nextWarning();
    const { receiver } = setUp();
    const url = await listen((request, response) => nodeHandler(receiver)(Object.assign(request, { body: {} }), response));
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(500);
    await warned;
  });
});
