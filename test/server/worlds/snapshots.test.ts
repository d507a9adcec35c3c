import { afterEach, describe, expect, test } from 'vitest';
import { addPayer } from '../../../src/server/engine/world/payers.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { checkOptions } from '../../../src/server/options.ts';
import { LiveWorld } from '../../../src/server/worlds/live-world.ts';
import { caller, deposit, disburse, MANDATE_ID, PRIMARY, place, type Send, STARTS } from '../merchant.ts';

const READ = 'POST /v1/mandates/consent/business/get-mandate';
const LISTS = ['requests', 'webhooks', 'bureau/reports', 'emails', 'faults', 'violations', 'near-misses'];

let server: ReferenceServer;
afterEach(() => server.close());
const start = (options?: Parameters<typeof createReferenceServer>[0]) => {
  server = createReferenceServer({ now: STARTS, ...options });
  return caller(server);
};

/** What goes on after a snapshot: every kind of thing that a world counts; what each call answered. */
async function goOn(send: Send): Promise<string[]> {
  const said: string[] = [];
  const ask = async (target: string, body?: unknown) => {
    const { status, headers, text } = await send(target, body === undefined ? {} : { body });
    said.push([target, status, headers.get('x-request-id'), headers.get('date'), text].join(' '));
  };
  await ask(READ, { mandateId: MANDATE_ID });
  await ask('GET /v1/mandates/nothing');
  await ask('POST /_control/policies', { productType: 'gadget', amount: 100 });
  await ask('POST /_control/clock', { advance: 'P70D' });
  await ask(READ, { mandateId: MANDATE_ID });
  await ask('GET /v1/mandates/consent/business/collection?type=auto');
  for (const list of LISTS) await ask(`GET /_control/${list}`);
  return said;
}

async function lend(send: Send): Promise<void> {
  await place(send);
  await deposit(send);
  await disburse(send);
}

describe('after a restore', () => {
  test('the same calls answer the same bytes, as often as one likes', async () => {
    const received: string[] = [];
    const send = start({
      webhook: {
        handler: async (request) => {
          received.push(await request.text());
          return new Response();
        },
      },
    });
    await lend(send);
    await server.controls.addFault({ kind: 'status', status: 500, every: 2, operation: 'getMandate' });
    await server.controls.addFault({ kind: 'webhook-delay', delayMs: 86_400_000, every: 2 });
    await send(READ, { body: { mandateId: MANDATE_ID } });
    const { id } = await server.controls.snapshot();
    received.length = 0;
    const first = await goOn(send);
    const reported = received.splice(0);
    expect(reported.length).toBeGreaterThan(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await server.controls.restore(id)).toEqual({ id, now: '2026-01-05T08:00:00.000Z' });
      expect(await goOn(send)).toEqual(first);
      expect(received.splice(0)).toEqual(reported);
    }
  });

  test('what happens afterwards does not change the snapshot', async () => {
    const live = new LiveWorld(checkOptions({ now: STARTS }), { send: () => Promise.reject(new Error('no endpoint')) });
    const image = live.capture();
    const taken = Buffer.from(image.records);
    await live.restore(image);
    addPayer(live.world, { bvn: '22299999999', name: 'Bola Ade', accounts: [] });
    expect(image.records.equals(taken)).toBe(true);
    await live.close();
  });

  test('what waits for its time arrives again', async () => {
    const received: string[] = [];
    const handler = async (request: Request) => {
      received.push(JSON.parse(await request.text()).event);
      return new Response();
    };
    const send = start({ webhook: { handler } });
    await place(send);
    await server.controls.addFault({ kind: 'webhook-delay', delayMs: 60_000 });
    await deposit(send);
    const { id } = await server.controls.snapshot();
    expect(received).toEqual([]);
    await server.clock.advance('PT2M');
    expect(received).toEqual(['mandate.activated']);
    await server.controls.restore(id);
    expect(received).toHaveLength(1);
    await server.clock.advance('PT2M');
    expect(received).toEqual(['mandate.activated', 'mandate.activated']);
  });

  test('policy, merchant, banks and endpoint are as they were', async () => {
    start({ webhook: { url: 'http://127.0.0.1:9/' } });
    const { controls } = server;
    const { id } = await controls.snapshot();
    await controls.patchPolicy({ dueHour: 6 });
    await controls.patchMerchant({ status: 'suspended' });
    await controls.patchAccount(PRIMARY, { balance: 1 });
    await controls.setWebhookEndpoint({ url: null });
    await controls.restore(id);
    expect((await controls.policy()).dueHour).toBe(8);
    expect((await controls.merchant()).status).toBe('approved');
    expect((await controls.readAccount(PRIMARY)).balance).toBe(250_000);
    const send = caller(server);
    await place(send);
    await deposit(send);
    expect((await controls.webhooks()).items).toMatchObject([{ status: 'failed' }]);
  });

  test('a clock that flows goes on from where it stood', async () => {
    start({ flow: 'real' });
    const { id } = await server.controls.snapshot();
    await server.clock.advance('P1Y');
    await server.controls.restore(id);
    expect(server.clock.today()).toBe('2026-01-05');
    const before = server.clock.now();
    await expect.poll(() => server.clock.now()).toBeGreaterThan(before);
  });

  test('a sleeper until a later time wakes', async () => {
    start();
    const { id } = await server.controls.snapshot();
    const slept = server.clock.sleep(86_400_000);
    await server.controls.restore(id);
    await slept;
    expect(server.clock.today()).toBe('2026-01-05');
  });
});

describe('a fork', () => {
  test('goes its own way and leaves its origin as it is', async () => {
    const send = start();
    await lend(send);
    const { id } = await server.controls.snapshot();
    const { world } = await server.controls.fork(id);
    expect(world).toBe('repaykit-fork-1');
    const fork = server.world(world);
    await fork.clock.advance('P2M');
    await fork.controls.openDispute(MANDATE_ID);
    expect((await fork.controls.readMandate(MANDATE_ID)).mandate.status).toBe('disputed');
    expect((await server.controls.readMandate(MANDATE_ID)).mandate.status).toBe('active');
    expect(server.clock.today()).toBe('2026-01-05');
  });

  test('answers the same bytes as its origin to the same calls', async () => {
    const send = start();
    await lend(send);
    const { id } = await server.controls.snapshot();
    const { publicKey } = await server.controls.fork(id, { world: 'twin' });
    expect(publicKey).toBe('pk_test_twin');
    const twin: Send = (target, sent) =>
      send(target, { ...sent, headers: { token: 'pk_test_twin', 'x-repaykit-world': 'twin' } });
    // Only the addresses of files name their world.
    const named = (await goOn(twin)).map((said) => said.replaceAll('/_files/twin.', '/_files/'));
    expect(named).toEqual(await goOn(send));
  });

  test('takes no name that is in use, and none that is no name', async () => {
    const send = start();
    const { id } = await server.controls.snapshot();
    await server.controls.fork(id, { world: 'twin' });
    const forkAs = async (world: string) =>
      (await send(`POST /_control/snapshots/${id}/fork`, { body: { world } })).status;
    expect(await Promise.all([forkAs('twin'), forkAs('repaykit'), forkAs('Twin'), forkAs('other')])).toEqual([
      409, 409, 400, 201,
    ]);
  });

  test('of a fork is named after it', async () => {
    start();
    const { world } = await server.controls.fork((await server.controls.snapshot()).id);
    const { controls } = server.world(world);
    expect((await controls.fork((await controls.snapshot()).id)).world).toBe('repaykit-fork-1-fork-1');
  });
});

describe('snapshots', () => {
  test('over HTTP are made with 201 and named in the list', async () => {
    const send = start();
    expect(await send('POST /_control/snapshots')).toMatchObject({
      status: 201,
      json: { id: 'snap_1', now: '2026-01-05T08:00:00.000Z' },
    });
    expect((await send('GET /_control/snapshots')).json).toEqual({
      items: [{ id: 'snap_1', now: '2026-01-05T08:00:00.000Z' }],
      dropped: 0,
    });
    expect(await send('POST /_control/snapshots/snap_1/restore')).toMatchObject({
      status: 200,
      json: { id: 'snap_1' },
    });
    expect(await send('POST /_control/snapshots/snap_1/fork')).toMatchObject({
      status: 201,
      json: { world: 'repaykit-fork-1', secretKey: 'sk_test_repaykit-fork-1' },
    });
    expect((await send('DELETE /_control/snapshots/snap_1')).json).toEqual({ items: [], dropped: 0 });
  });

  test.each([
    'POST /_control/snapshots/snap_9/restore',
    'POST /_control/snapshots/snap_9/fork',
    'DELETE /_control/snapshots/snap_9',
  ])('that are not there: %s is 404', async (target) => {
    expect(await start()(target)).toMatchObject({ status: 404, json: { data: { code: 'snapshot_unknown' } } });
  });

  test('belong to their world', async () => {
    start();
    const { id } = await server.controls.snapshot();
    await expect(server.world('acme').controls.restore(id)).rejects.toMatchObject({ serviceCode: 'snapshot_unknown' });
  });

  test('are refused beyond the twentieth, and taken again after one was deleted', async () => {
    start();
    for (let count = 0; count < 20; count += 1) await server.controls.snapshot();
    await expect(server.controls.snapshot()).rejects.toMatchObject({ serviceCode: 'snapshots_full', status: 409 });
    await server.controls.deleteSnapshot('snap_7');
    expect((await server.controls.snapshot()).id).toBe('snap_21');
  });

  test('outlive a restore and end with a reset', async () => {
    start();
    const { id } = await server.controls.snapshot();
    await server.controls.snapshot();
    await server.controls.restore(id);
    expect((await server.controls.snapshots()).items).toHaveLength(2);
    await server.controls.reset();
    expect((await server.controls.snapshots()).items).toEqual([]);
  });

  test('wait for the clock move under way', async () => {
    start();
    const moved = server.clock.advance('P1M');
    const [snapshot] = await Promise.all([server.controls.snapshot(), moved]);
    expect(snapshot.now).toBe('2026-02-05T08:00:00.000Z');
  });

  test('and clock moves asked for at once happen one after another', async () => {
    start();
    const days = [
      server.clock.advance('P1D'),
      server.controls.snapshot(),
      server.clock.advance('P1D'),
      server.controls.snapshot(),
      server.clock.advance('P1D'),
    ];
    expect((await Promise.all(days)).map(({ now }) => now.slice(8, 10))).toEqual(['06', '06', '07', '07', '08']);
  });

  test('are taken inside a webhook handler, unless a clock move waits for it', async () => {
    const said: unknown[] = [];
    const handler = async () => {
      said.push(await server.controls.snapshot().catch((error: { serviceCode: string }) => error.serviceCode));
      return new Response();
    };
    const send = start({ webhook: { handler } });
    await lend(send);
    expect(said.splice(0)).toEqual([{ id: 'snap_1', now: '2026-01-05T08:00:00.000Z' }]);
    await server.clock.advance('P1M');
    expect(said).toEqual(['clock_moving']);
  });
});
