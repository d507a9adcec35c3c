/** What every adapter must do, over real HTTP. Each framework's test file runs it, then adds what is its own. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  allowIps,
  createTestDelivery,
  memoryInbox,
  type Receiver,
  receive,
  sharedSecret,
  type UnverifiedDelivery,
  type WebhookVerifier,
} from '../../../src/webhooks/index.ts';
import { begin, goAwayMidBody, keptConnection, nextWarning, talk } from './wire.ts';

export const secret = 'whsec_repaykit';
export const { headers, body } = createTestDelivery('mandate.activated', {}, { secret });

/** A server with the adapter at /webhooks. */
export interface Mounted {
  /** Where deliveries go. */
  readonly url: string;
  close(): Promise<unknown>;
}

/** A receiver with what it received and what its verifier saw. */
export function setUp(verify?: WebhookVerifier['verify']) {
  const synced: string[] = [];
  const seen: UnverifiedDelivery[] = [];
  const believed = sharedSecret({ secrets: secret });
  const receiver = receive({
    verify: {
      verify(delivery) {
        seen.push(delivery);
        return verify ? verify(delivery) : believed.verify(delivery);
      },
    },
    inbox: memoryInbox(),
    confirm: { confirm: async () => ({ kind: 'confirmed' }) },
    on: { 'mandate.activated': ({ data }) => void synced.push(data.mandateId) },
  });
  return { receiver, synced, seen };
}

/** Runs the suite for a framework. */
export function describeAdapter(name: string, mount: (receiver: Receiver) => Promise<Mounted>): void {
  const mounted: Mounted[] = [];
  const start = async (receiver: Receiver) => {
    const server = await mount(receiver);
    mounted.push(server);
    return server.url;
  };

  afterEach(async () => {
    for (const server of mounted.splice(0)) await server.close();
  });

  describe(`a receiver behind ${name}`, () => {
    test('takes a delivery and hands it to the lender', async () => {
      const { receiver, synced } = setUp();
      const response = await fetch(await start(receiver), { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
      await receiver.settled();
      expect(synced).toEqual(['650000000000000000000010']);
    });

    test.each([
      ['an unbelieved delivery', 401, { headers: { ...headers, 'x-auth-signature': 'no' }, body }],
      ['a malformed one', 400, { headers, body: '{' }],
      ['an empty one', 400, { headers }],
      ['one of another type', 415, { headers: { ...headers, 'content-type': 'text/plain' }, body }],
      ['one that is too long', 413, { headers, body: 'x'.repeat(300 * 1024) }],
      ['one that is far too long', 413, { headers, body: 'x'.repeat(5_000_000) }],
    ])('answers %s with %i', async (_what, status, init) => {
      const { receiver, synced } = setUp();
      const response = await fetch(await start(receiver), { method: 'POST', ...init });
      expect([response.status, ((await response.json()) as { received: boolean }).received]).toEqual([status, false]);
      expect(synced).toEqual([]);
    });

    test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers %s with 405', async (method) => {
      const response = await fetch(await start(setUp().receiver), { method });
      expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
        405,
        'POST',
        { received: false, code: 'method_not_allowed' },
      ]);
    });

    test('answers HEAD with 405 and no body', async () => {
      const response = await fetch(await start(setUp().receiver), { method: 'HEAD' });
      expect([response.status, await response.text()]).toEqual([405, '']);
    });

    test('answers a method that no Request can have', async () => {
      expect(
        await talk(await start(setUp().receiver), 'TRACE /webhooks HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
      ).toMatch(/^HTTP\/1.1 40[45] /);
    });

    test('hands the bytes on as they were sent, with the address that they were sent to', async () => {
      const odd = Buffer.from(
        `{ "event" :\t"mandate.activated",\r\n "data": ${JSON.stringify({ note: 'Ọlá — ₦5,000 \u{1F600}' })}  }\n`,
      );
      const sign = (bytes: Uint8Array) => createHmac('sha256', secret).update(bytes).digest('hex');
      const { receiver, seen } = setUp(({ headers: given, rawBody }) => given.get('x-signature') === sign(rawBody));
      const url = await start(receiver);
      const { outgoing, answered } = begin(`${url}?key=a%20b`, {
        headers: { 'content-type': 'application/json; charset=utf-8', 'x-signature': sign(odd) },
      });
      // Cut inside a character.
      const cut = odd.indexOf(Buffer.from('₦')) + 1;
      outgoing.write(odd.subarray(0, cut));
      outgoing.end(odd.subarray(cut));
      expect((await answered).statusCode).toBe(200);
      expect(Buffer.from(seen[0]?.rawBody ?? [])).toEqual(odd);
      expect(new URL(seen[0]?.url ?? '')).toMatchObject({ pathname: '/webhooks', search: '?key=a%20b' });
    });

    test.each([
      ['127.0.0.0/8', 200],
      ['203.0.113.0/24', 401],
    ])(
      'lets allowIps judge the address at the other end of the socket, whatever headers say: %s',
      async (ranges, status) => {
        const { receiver } = setUp((delivery) => allowIps({ ranges, proxyHops: 0 }).verify(delivery));
        const response = await fetch(await start(receiver), {
          method: 'POST',
          headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
          body,
        });
        expect(response.status).toBe(status);
      },
    );

    test('takes deliveries side by side', async () => {
      const { receiver, synced } = setUp();
      const url = await start(receiver);
      const mandateIds = Array.from(
        { length: 50 },
        (_, index) => `6500000000000000000001${String(index).padStart(2, '0')}`,
      );
      const answers = await Promise.all(
        mandateIds.map((mandateId) =>
          fetch(url, { method: 'POST', ...createTestDelivery('mandate.activated', { mandateId }, { secret }) }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await receiver.settled();
      expect([...synced].sort()).toEqual(mandateIds);
    });

    test('keeps the connection after a refusal, and stays usable after a body that was too long', async () => {
      const connection = keptConnection(await start(setUp().receiver));
      expect((await connection.post({ ...headers, 'x-auth-signature': 'no' }, body)).status).toBe(401);
      expect(await connection.post(headers, body)).toEqual({ status: 200, reused: true });
      expect((await connection.post({ ...headers, 'content-type': 'text/plain' }, body)).status).toBe(415);
      expect((await connection.post(headers, body)).status).toBe(200);
      expect((await connection.post(headers, 'x'.repeat(300 * 1024))).status).toBe(413);
      expect((await connection.post(headers, body)).status).toBe(200);
      connection.close();
    });

    test('answers an upload that never says how long it is before its end, and closes the connection', async () => {
      const { outgoing, answered } = begin(await start(setUp().receiver), { headers });
      // Writing on after the end is an error, so the end is not waited for with `once`.
      const closed = new Promise<void>((resolve) => outgoing.on('close', resolve));
      for (let chunk = 0; chunk < 100; chunk += 1) outgoing.write('x'.repeat(64 * 1024));
      const response = await answered;
      response.on('error', () => {}).resume();
      expect(response.statusCode).toBe(413);
      await closed;
    });

    test('answers an announced length that is too long without waiting for the body, and closes the connection', async () => {
      const url = await start(setUp().receiver);
      expect(
        await talk(
          url,
          'POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{',
        ),
      ).toMatch(/^HTTP\/1.1 413 [\s\S]*\r\nconnection: close\r\n/i);
    });

    test('lets a sender go on that waits for 100 Continue', async () => {
      const { outgoing, answered } = begin(await start(setUp().receiver), {
        headers: { ...headers, expect: '100-continue' },
      });
      outgoing.flushHeaders();
      await once(outgoing, 'continue');
      outgoing.end(body);
      expect((await answered).statusCode).toBe(200);
    });

    test('survives a sender that goes away in the middle of a body', async () => {
      const { receiver, synced } = setUp();
      const url = await start(receiver);
      await goAwayMidBody(url, headers);
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
      await receiver.settled();
      expect(synced).toHaveLength(1);
    });

    test('answers 500 itself when what it was given throws, and gives the name of the error only', async () => {
      const warned = nextWarning();
      const broken = Object.assign(() => Promise.reject(new RangeError('whsec_planted')), setUp().receiver);
      const response = await fetch(await start(broken), { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'not_stored' }]);
      expect((await warned).message).toMatch(/RangeError$/);
    });
  });
}
