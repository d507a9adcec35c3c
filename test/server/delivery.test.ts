import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';
import {
  BACKUP,
  caller,
  deposit,
  disburse,
  MANDATE_ID,
  PRIMARY,
  place,
  placement,
  type Send,
  STARTS,
} from './merchant.ts';

/** A merchant's endpoint on a port: what came in, and what it answers. */
async function endpoint(answer: (request: IncomingMessage, body: string, nth: number) => number | Promise<number>) {
  const received: { readonly body: string; readonly secret: unknown; readonly type: unknown }[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    received.push({ body, secret: request.headers['x-auth-signature'], type: request.headers['content-type'] });
    response.writeHead(await answer(request, body, received.length)).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hooks`;
  const close = () => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  };
  return { url, received, close };
}

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function start(options: ReferenceServerOptions): { server: ReferenceServer; send: Send } {
  const server = createReferenceServer({ now: STARTS, ...options });
  opened.push(server);
  return { server, send: caller(server) };
}

async function listening(answer: Parameters<typeof endpoint>[0] = () => 204) {
  const merchant = await endpoint(answer);
  opened.push(merchant);
  return merchant;
}

/** A caller whose keys and control calls mean a world of its own. */
function inWorld(server: ReferenceServer, name: string): Send {
  const send = caller(server);
  return (target, sent) => send(target, { ...sent, headers: { token: `pk_test_${name}`, 'x-repaykit-world': name } });
}

const attempts = async (send: Send) =>
  (await send('GET /_control/webhooks')).json.items.map(
    ({ event, status, attempts: tried }: { event: string; status: string; attempts: { status: number }[] }) => [
      event,
      status,
      tried.map((attempt) => attempt.status),
    ],
  );

describe('over HTTP', () => {
  test('a webhook is a JSON POST with the static secret, and arrives before the control call answers', async () => {
    const merchant = await listening();
    const { send } = start({ webhook: { url: merchant.url, secret: 'whsec_mine' } });
    await place(send);
    await deposit(send);
    expect(merchant.received).toMatchObject([{ secret: 'whsec_mine', type: 'application/json' }]);
    expect(JSON.parse(merchant.received[0]?.body ?? '')).toMatchObject({
      event: 'mandate.activated',
      data: { mandateId: MANDATE_ID, ...PRIMARY, status: 'active' },
    });
  });

  test('one attempt is made, whatever the receiver answers', async () => {
    const merchant = await listening(() => 500);
    const { send } = start({ webhook: { url: merchant.url } });
    await place(send);
    await deposit(send);
    expect(await attempts(send)).toEqual([['mandate.activated', 'failed', [500]]]);
    expect(merchant.received).toHaveLength(1);
  });

  test('the policy can ask for more attempts, which end with the first success', async () => {
    const merchant = await listening((_request, _body, nth) => (nth < 3 ? 503 : 200));
    const { send } = start({ webhook: { url: merchant.url }, policy: { webhook: { attempts: 5, backoff: 60 } } });
    await place(send);
    await deposit(send);
    expect(await attempts(send)).toEqual([['mandate.activated', 'delivered', [503, 503, 200]]]);
  });

  test('a redirect is not followed', async () => {
    const merchant = await listening(() => 307);
    const { send } = start({ webhook: { url: merchant.url } });
    await place(send);
    await deposit(send);
    expect(await attempts(send)).toEqual([['mandate.activated', 'failed', [307]]]);
  });

  test('a receiver that is not there fails the delivery, not the call', async () => {
    const merchant = await endpoint(() => 200);
    await merchant.close();
    const { send } = start({ webhook: { url: merchant.url } });
    await place(send);
    expect((await deposit(send)).status).toBe(200);
    const [{ status, attempts: tried }] = (await send('GET /_control/webhooks')).json.items;
    expect([status, tried]).toMatchObject(['failed', [{ status: null, error: expect.stringMatching(/ECONNREFUSED/) }]]);
  });

  test('a delivery is sent again byte for byte', async () => {
    const merchant = await listening();
    const { send } = start({ webhook: { url: merchant.url } });
    await place(send);
    await deposit(send);
    const { status, json } = await send('POST /_control/webhooks/wh_1/redeliver');
    expect([status, json.attempts.length]).toEqual([200, 2]);
    expect(merchant.received[1]).toEqual(merchant.received[0]);
    expect((await send('POST /_control/webhooks/wh_9/redeliver')).status).toBe(404);
  });

  test('an operation answers before its webhook goes out', async () => {
    const merchant = await listening();
    const { send } = start({ webhook: { url: merchant.url } });
    await send('POST /v1/mandates/mandates/consent/create', { body: placement() });
    const signature = {
      ...placement(),
      accountName: 'Ada Obiora',
      phone: '08030000001',
      bankAddress: 'Marina, Lagos',
      file: 'aGVsbG8=',
    };
    await send('POST /v1/mandates/mandate/create-mandate', { body: signature });
    expect(merchant.received).toHaveLength(0);
    expect(await attempts(send)).toEqual([['mandate.activated', 'delivered', [204]]]);
    expect(merchant.received).toHaveLength(1);
  });

  test('without an endpoint a webhook is recorded, and can be delivered once there is one', async () => {
    const { send } = start({});
    await place(send);
    await deposit(send);
    expect(await attempts(send)).toEqual([['mandate.activated', 'no-endpoint', []]]);
    const merchant = await listening();
    expect(
      (await send('PUT /_control/webhook-endpoint', { body: { url: merchant.url, secret: 'whsec_new' } })).json,
    ).toEqual({ url: merchant.url });
    await send('POST /_control/webhooks/wh_1/redeliver');
    expect(merchant.received[0]?.secret).toBe('whsec_new');
  });

  test('the list shows the headers that were sent, and is empty once it was deleted', async () => {
    const merchant = await listening();
    const { send } = start({ webhook: { url: merchant.url, secret: 'whsec_first' } });
    await place(send);
    await deposit(send);
    const secret = async () => (await send('GET /_control/webhooks')).json.items[0].headers['x-auth-signature'];
    expect(await secret()).toBe('whsec_first');
    await send('PUT /_control/webhook-endpoint', { body: { url: merchant.url, secret: 'whsec_second' } });
    expect(await secret()).toBe('whsec_first');
    await send('POST /_control/webhooks/wh_1/redeliver');
    expect([await secret(), merchant.received.at(-1)?.secret]).toEqual(['whsec_second', 'whsec_second']);
    await send('DELETE /_control/webhooks');
    expect((await send('GET /_control/webhooks')).json).toEqual({ items: [], dropped: 0 });
  });
});

describe('to a handler in this process', () => {
  test('deliveries come in order, one at a time, each at its own instant of the virtual clock', async () => {
    const log: string[] = [];
    const handler = async (request: Request) => {
      const { instalmentStatus, collectedOn } = (await request.json()) as {
        instalmentStatus?: string;
        collectedOn?: string;
      };
      log.push(`begin ${instalmentStatus} ${collectedOn}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`end ${server.clock.now() === Date.parse(collectedOn ?? '')}`);
      return new Response();
    };
    const { server, send } = start({ webhook: { handler } });
    await place(send);
    await deposit(send);
    await disburse(send);
    log.length = 0;
    await server.clock.advance({ days: 60 });
    expect(log).toEqual([
      'begin success 2026-02-01T07:00:00.000Z',
      'end true',
      'begin success 2026-03-01T07:00:00.000Z',
      'end true',
    ]);
  });

  test('a handler may read the mandate again at once, and sees what the webhook reported', async () => {
    const seen: number[] = [];
    const handler = async () => {
      const { json } = await send('POST /v1/mandates/consent/business/get-mandate', {
        body: { mandateId: MANDATE_ID },
      });
      seen.push(json.data.collectedAmount);
      return new Response();
    };
    const { server, send } = start({ webhook: { handler } });
    await place(send);
    await deposit(send);
    await disburse(send);
    await server.clock.to('2026-04-01T07:00:00Z');
    expect(seen).toEqual([0, 30_000, 60_000, 90_000]);
  });

  test('a handler may make control calls; it may not move the clock that waits for it', async () => {
    const answers: number[] = [];
    const handler = async () => {
      answers.push(
        (
          await send(`PATCH /_control/accounts/${PRIMARY.bankCode}/${PRIMARY.accountNumber}`, {
            body: { balance: 500_000 },
          })
        ).status,
      );
      answers.push((await send('POST /_control/clock', { body: { advance: 'P1D' } })).status);
      return new Response();
    };
    const { server, send } = start({ webhook: { handler } });
    await place(send);
    await place(send, BACKUP);
    await send('POST /_control/clock', { body: { advance: 'P1D' } });
    await server.clock.advance('P8D');
    expect(answers).toEqual([]);
    await send('POST /_control/reset');
    await place(send);
    await deposit(send);
    await disburse(send);
    answers.length = 0;
    await server.clock.to('2026-02-01T07:00:00Z');
    expect(answers).toEqual([200, 409]);
  });

  test('what a handler does after it has answered is like what anybody does: a move of the clock waits for its webhooks', async () => {
    let afterwards: Promise<number> | undefined;
    let disbursed = () => {};
    const lent = new Promise<void>((resolve) => {
      disbursed = resolve;
    });
    let received = 0;
    const handler = async () => {
      afterwards ??= lent.then(async () => {
        await server.clock.to('2026-02-01T08:00:00Z');
        return received;
      });
      await new Promise((resolve) => setImmediate(resolve));
      received += 1;
      return new Response();
    };
    const { server, send } = start({ webhook: { handler } });
    await place(send);
    await deposit(send);
    await disburse(send);
    disbursed();
    expect(await afterwards).toBe(2);
  });

  test("a handler of one world may wait for another world's webhooks", async () => {
    const { server } = start({});
    const [ours, theirs] = [server.world('ours'), server.world('theirs')];
    const received: string[] = [];
    theirs.deliverTo(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      received.push('theirs');
      return new Response();
    });
    ours.deliverTo(async () => {
      await deposit(inWorld(server, 'theirs'));
      received.push('ours');
      return new Response();
    });
    for (const { name } of [theirs, ours]) await place(inWorld(server, name));
    await deposit(inWorld(server, 'ours'));
    expect(received).toEqual(['theirs', 'ours']);
  });

  test('a handler that throws fails its delivery', async () => {
    const { send } = start({
      webhook: {
        handler: () => {
          throw new Error('the merchant has a bug for 22200000001');
        },
      },
    });
    await place(send);
    await deposit(send);
    const { items } = (await send('GET /_control/webhooks')).json;
    expect(items[0]).toMatchObject({
      status: 'failed',
      attempts: [{ error: 'the merchant has a bug for *********01' }],
    });
  });
});

describe('where webhooks may go', () => {
  test.each([
    ['http://127.0.0.1:9/x', 200],
    ['http://10.1.2.3/x', 200],
    ['http://192.168.0.9:80/', 200],
    ['http://[::1]:9/', 200],
    ['http://localhost:9/', 200],
    ['http://8.8.8.8/', 400],
    ['http://169.254.169.254/latest', 400],
    ['http://[2001:db8::1]/', 400],
    ['ftp://127.0.0.1/', 400],
    ['http://user:word@127.0.0.1:9/x', 400],
    ['/hooks', 400],
    [null, 200],
  ])('%s gets %i', async (url, status) => {
    const { send } = start({});
    expect((await send('PUT /_control/webhook-endpoint', { body: { url } })).status).toBe(status);
  });

  test('a host that is allowed by name may be beyond', async () => {
    const { send } = start({ allowWebhooksTo: ['8.8.8.8'] });
    expect((await send('PUT /_control/webhook-endpoint', { body: { url: 'https://8.8.8.8/x' } })).status).toBe(200);
  });
});
