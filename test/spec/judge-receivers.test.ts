/** Judges deliveries to receivers that call back, hang, refuse, hang up or are not there, over real HTTP. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type BlackBox,
  CREATE,
  collectable,
  deposit,
  endpoint,
  FIRST,
  LOAN,
  ok,
  place,
  placement,
  READ,
  report,
  SECOND,
  start,
  TERMS,
  THIRD,
} from './black-box.ts';

/** A bare port that treats each request as it likes. */
async function port(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`;
}

const hearAt = (box: BlackBox, url: string, more = {}) => ok(box.control('PUT /webhook-endpoint', { url, ...more }));
/** Well below the ten seconds after which a delivery is given up. */
const NOT_HELD_UP_MS = 9_000;

const deliveries = async (box: BlackBox) => (await box.control('GET /webhooks')).json.items;

describe('a receiver', () => {
  test('that answers 500 is tried once, and listed as failed with what it said', async () => {
    const box = await start();
    const heard = await endpoint(() => 500);
    await hearAt(box, heard.url);
    await place(box);
    await deposit(box);
    const [item] = await deliveries(box);
    expect([heard.received.length, item.status, item.attempts.length, item.attempts[0].status]).toEqual([
      1,
      'failed',
      1,
      500,
    ]);
  });

  test('that answers 500 first is tried again where the policy has it', async () => {
    const box = await start();
    const heard = await endpoint((_, nth) => (nth < 3 ? 500 : 204));
    await hearAt(box, heard.url);
    await ok(box.control('PATCH /policy', { webhook: { attempts: 3, backoff: 1 } }));
    await place(box);
    await deposit(box);
    await box.advance('PT1H');
    const [item] = await deliveries(box);
    expect([heard.received.length, item.status, item.attempts.length]).toEqual([3, 'delivered', 3]);
    expect(new Set(heard.received.map(({ text }) => text)).size).toBe(1);
  });

  test.each([
    ['hangs up', (request) => request.socket.destroy()],
    ['answers with a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    [
      'answers 200 with half of a body',
      (request, response) => {
        response.writeHead(200, { 'content-length': 50 }).write('half');
        request.socket.destroy();
      },
    ],
  ] as [string, RequestListener][])('that %s holds nothing up', async (_, listener) => {
    const box = await start();
    await hearAt(box, await port(listener));
    await collectable(box);
    const began = performance.now();
    expect((await box.moveTo('2026-01-31T07:00:00Z')).json.ran).toMatchObject({ attempts: 1, webhooks: 1 });
    expect(performance.now() - began).toBeLessThan(NOT_HELD_UP_MS);
    const items = await deliveries(box);
    expect(items).toHaveLength(2);
    for (const { status } of items) expect(['failed', 'delivered']).toContain(status);
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('that is not there leaves a failed delivery, and nothing else changes', async () => {
    const box = await start();
    await hearAt(box, 'http://127.0.0.1:9/hook');
    await place(box);
    expect((await deposit(box)).json).toMatchObject({ active: true });
    expect((await deliveries(box))[0].status).toBe('failed');
  });

  test('that reads the mandate, its log and the journal before it answers sees what it was told', async () => {
    const box = await start();
    const seen: unknown[] = [];
    const heard = await endpoint(async ({ json }) => {
      const { collectedAmount } = (await box.send(READ, { body: { mandateId: LOAN } })).json.data;
      const journal = await box.control('GET /requests');
      seen.push([json.event ?? json.instalmentStatus, collectedAmount, journal.status]);
      return 200;
    });
    await hearAt(box, heard.url);
    await collectable(box);
    await box.moveTo('2026-03-31T07:00:00Z');
    expect(seen).toEqual([
      ['mandate.activated', 0, 200],
      ['success', 10_000, 200],
      ['success', 20_000, 200],
      ['success', 30_000, 200],
    ]);
  });

  test('that makes another account prove itself before it answers hears of that too', async () => {
    const box = await start();
    const heard = await endpoint(async (_, nth) => {
      if (nth === 1) await deposit(box, SECOND);
      return 200;
    });
    await hearAt(box, heard.url);
    await place(box, { accounts: [FIRST, SECOND] });
    const began = performance.now();
    await deposit(box, FIRST);
    expect(performance.now() - began).toBeLessThan(NOT_HELD_UP_MS);
    await expect
      .poll(() => heard.received.map(({ json }) => json.data.accountNumber))
      .toEqual([FIRST.accountNumber, SECOND.accountNumber]);
  });

  test('that hangs holds up no operation and no reading control call', async () => {
    const box = await start();
    await hearAt(box, await port(() => undefined));
    await place(box);
    const hanging = deposit(box);
    hanging.catch(() => undefined);
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(200);
    expect((await box.control('GET /clock')).status).toBe(200);
    expect((await box.control('GET /webhooks')).json.items[0].status).toBe('pending');
  });

  test('that hangs holds up neither a reset nor a restore, and its webhook is given up', async () => {
    const box = await start();
    await hearAt(box, await port(() => undefined));
    await place(box);
    const { id } = (await box.control('POST /snapshots', {})).json;
    for (const target of [`POST /snapshots/${id}/restore`, 'POST /reset']) {
      const hanging = deposit(box).catch(() => undefined);
      await expect.poll(async () => (await deliveries(box)).length).toBe(1);
      const began = performance.now();
      expect((await box.control(target)).status).toBeLessThan(300);
      expect(performance.now() - began).toBeLessThan(NOT_HELD_UP_MS);
      expect(await deliveries(box)).toEqual([]);
      await hanging;
    }
    expect((await box.control('GET /clock')).status).toBe(200);
  });

  test('gets the same bytes and headers again by hand, as a further attempt', async () => {
    const box = await start();
    const heard = await endpoint();
    await hearAt(box, heard.url, { secret: 'another-secret' });
    await collectable(box);
    await box.moveTo('2026-01-31T07:00:00Z');
    const { id } = (await deliveries(box)).at(-1);
    await ok(box.control(`POST /webhooks/${id}/redeliver`));
    const [sent, again] = heard.received.slice(-2);
    expect(again?.text).toBe(sent?.text);
    expect(again?.headers['x-auth-signature']).toBe('another-secret');
    expect((await deliveries(box)).at(-1).attempts).toHaveLength(2);
    expect((await deliveries(box)).at(-1).payload).toEqual(sent?.json);
  });
});

describe('unusual orders', () => {
  test('a deposit before the attachment is 409 and proves nothing', async () => {
    const box = await start();
    await ok(box.send(CREATE, { body: { ...placement(), ...TERMS } }));
    const early = await deposit(box);
    expect([early.status, early.json.error]).toEqual([409, true]);
    const other = await deposit(box, THIRD);
    expect([404, 409]).toContain(other.status);
    expect((await box.mandate()).status).toBe('pending');
  });

  test('a dispute before the mandate is active shuts it; the deposit counts once it is reinstated', async () => {
    const box = await start();
    await place(box);
    expect((await box.control(`POST /mandates/${LOAN}/dispute`, { reason: 'not mine' })).status).toBeLessThan(300);
    expect((await box.mandate()).status).toBe('disputed');
    expect((await box.control(`POST /mandates/${LOAN}/dispute`)).status).toBe(409);
    await ok(box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'reinstated' }));
    expect((await box.mandate()).status).toBe('pending');
    await ok(deposit(box));
    expect((await box.mandate()).status).toBe('active');
    expect((await box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'reinstated' })).status).toBe(409);
  });

  test('a dispute that fails the mandate ends collection for good and announces each account', async () => {
    const box = await start();
    const heard = await endpoint();
    await hearAt(box, heard.url);
    await collectable(box, { accounts: [FIRST, SECOND] });
    await ok(box.control(`POST /mandates/${LOAN.toUpperCase()}/dispute`, {}));
    await box.moveTo('2026-01-31T07:00:00Z');
    await ok(box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome: 'failed' }));
    expect(
      heard.received.filter(({ json }) => json.event === 'mandate.failed').map(({ json }) => json.data.accountNumber),
    ).toEqual([FIRST.accountNumber, SECOND.accountNumber]);
    await box.moveTo('2026-03-31T20:00:00Z');
    expect(await box.mandate()).toMatchObject({ status: 'failed', collectedAmount: 0 });
  });

  test('a disbursement before the approval is 422 and opens nothing; after it, it does', async () => {
    const box = await start();
    await place(box);
    await deposit(box);
    const disbursed = () => report(box, 'loan.disbursed', { amount: 28_000, date: '2026-01-05', reference: 'TRF-77' });
    expect((await disbursed()).status).toBe(422);
    expect((await box.control(`GET /mandates/${LOAN}`)).json.gate.open).toBe(false);
    await ok(report(box, 'loan.approved', { offerTerms: 'three instalments', approvedAmount: 28_000, tenure: 'P3M' }));
    expect((await disbursed()).status).toBe(201);
    expect([(await disbursed()).status, (await disbursed()).json.duplicate]).toEqual([200, true]);
    expect((await box.control(`GET /mandates/${LOAN}`)).json.gate.open).toBe(true);
  });

  test('a suspended merchant collects nothing until it is approved again', async () => {
    const box = await start();
    await collectable(box);
    await ok(box.control('PATCH /merchant', { status: 'suspended' }));
    expect((await box.send(READ, { body: { mandateId: LOAN } })).status).toBe(403);
    expect((await box.moveTo('2026-01-31T20:00:00Z')).json.ran.attempts).toBe(0);
    await ok(box.control('PATCH /merchant', { status: 'approved' }));
    expect((await box.moveTo('2026-02-01T07:00:00Z')).json.ran.attempts).toBe(1);
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });
});
