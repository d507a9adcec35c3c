import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer, type ReferenceServerOptions } from '../../../src/server/index.ts';
import { BACKUP, caller, deposit, disburse, MANDATE_ID, place, STARTS } from '../merchant.ts';

interface Received {
  readonly body: string;
  readonly secret: string | null;
  /** The server's time when it came. */
  readonly at: string;
}

/** A merchant whose handler is in this process, and what it received; its mandate is being collected from 1 February on. */
async function merchant(options: ReferenceServerOptions = {}) {
  const received: Received[] = [];
  const handler = async (request: Request) => {
    received.push({
      body: await request.text(),
      secret: request.headers.get('x-auth-signature'),
      at: new Date(server.clock.now()).toISOString(),
    });
    return new Response();
  };
  const server = createReferenceServer({ now: STARTS, webhook: { handler }, ...options });
  onTestFinished(() => server.close());
  const send = caller(server);
  await place(send);
  await deposit(send);
  await disburse(send);
  received.length = 0;
  await server.controls.clearWebhooks();
  const dates = () =>
    received.map(({ body }) => (JSON.parse(body) as { collectedOn: string }).collectedOn.slice(0, 10));
  return { server, send, received, dates, listed: async () => (await server.controls.webhooks()).items };
}

const FEBRUARY = '2026-02-01T07:00:00Z';

describe('a webhook that is', () => {
  test('dropped is never sent, and listed as failed with the fault; sent again it arrives', async () => {
    const { server, received, listed } = await merchant();
    await server.controls.addFault({ kind: 'webhook-drop', operation: 'collection.success', times: 1 });
    expect((await server.clock.to(FEBRUARY)).ran).toMatchObject({ attempts: 1, webhooks: 0 });
    expect(received).toEqual([]);
    const [dropped] = await listed();
    expect(dropped).toMatchObject({
      status: 'failed',
      fault: { id: 'flt_1', kind: 'webhook-drop' },
      attempts: [{ at: '2026-02-01T07:00:00.000Z', status: null, error: 'dropped by the fault flt_1' }],
    });
    expect(await server.controls.redeliver(dropped?.id ?? '')).toMatchObject({ status: 'delivered' });
    expect(received).toHaveLength(1);
    await server.clock.to('2026-03-01T07:00:00Z');
    expect((await listed()).map(({ status, fault }) => [status, fault?.kind])).toEqual([
      ['delivered', 'webhook-drop'],
      ['delivered', undefined],
    ]);
  });

  test('duplicated comes twice, equal to the byte', async () => {
    const { server, received, listed } = await merchant();
    await server.controls.addFault({ kind: 'webhook-duplicate' });
    await server.clock.to(FEBRUARY);
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect(await listed()).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }, { status: 200 }] }]);
  });

  test('reordered changes places with the next one, also of a later day of the same move', async () => {
    const { server, dates, listed } = await merchant();
    await server.controls.addFault({ kind: 'webhook-reorder', first: 1 });
    await server.clock.to('2026-04-01T07:00:00Z');
    expect(dates()).toEqual(['2026-03-01', '2026-02-01', '2026-04-01']);
    expect((await listed()).map(({ id, status }) => [id, status])).toEqual([
      ['wh_2', 'delivered'],
      ['wh_3', 'delivered'],
      ['wh_4', 'delivered'],
    ]);
  });

  test('reordered goes by itself where none follows, before the move answers', async () => {
    const { server, dates } = await merchant();
    await server.controls.addFault({ kind: 'webhook-reorder' });
    await server.clock.to(FEBRUARY);
    expect(dates()).toEqual(['2026-02-01']);
    await server.clock.to('2026-04-01T07:00:00Z');
    expect(dates()).toEqual(['2026-02-01', '2026-04-01', '2026-03-01']);
  });

  test('reordered outside of a clock move goes before the control call answers', async () => {
    const { server, send, received } = await merchant();
    await server.controls.addFault({ kind: 'webhook-reorder' });
    await place(send, BACKUP);
    await deposit(send, BACKUP);
    expect(received).toHaveLength(1);
  });

  test('delayed leaves when the clock gets there, and is pending until then', async () => {
    const { server, received, listed } = await merchant();
    await server.controls.addFault({
      kind: 'webhook-delay',
      operation: 'collection.success',
      delayMs: 3 * 3_600_000,
      times: 1,
    });
    expect((await server.clock.to('2026-02-01T09:59:59Z')).ran.webhooks).toBe(0);
    expect([received.length, (await listed())[0]?.status]).toEqual([0, 'pending']);
    expect((await server.clock.to('2026-03-01T07:00:00Z')).ran.webhooks).toBe(2);
    expect(received.map(({ at }) => at)).toEqual(['2026-02-01T10:00:00.000Z', '2026-03-01T07:00:00.000Z']);
    expect((await listed()).map(({ id, status, createdAt }) => [id, status, createdAt])).toEqual([
      ['wh_2', 'delivered', '2026-02-01T07:00:00.000Z'],
      ['wh_3', 'delivered', '2026-03-01T07:00:00.000Z'],
    ]);
  });

  test('delayed and forgotten in the meantime still arrives', async () => {
    const { server, received, listed } = await merchant();
    await server.controls.addFault({ kind: 'webhook-delay', delayMs: 60_000, times: 1 });
    await server.clock.to(FEBRUARY);
    await server.controls.clearWebhooks();
    await server.clock.advance({ minutes: 1 });
    expect([received.length, await listed()]).toEqual([1, []]);
  });

  test('sent with a wrong secret carries another one, once; the list shows what was sent', async () => {
    const { server, received, listed } = await merchant({ policy: { webhook: { attempts: 2, backoff: 1 } } });
    await server.controls.addFault({ kind: 'webhook-wrong-secret', times: 1 });
    await server.clock.to(FEBRUARY);
    const [faulted] = await listed();
    expect(received[0]?.secret).not.toBe('whsec_repaykit');
    expect(faulted?.headers['x-auth-signature']).toBe(received[0]?.secret);
    await server.controls.redeliver(faulted?.id ?? '');
    expect(received[1]).toMatchObject({ secret: 'whsec_repaykit', body: received[0]?.body });
  });

  test('truncated is cut in the middle, and whole when it is sent again', async () => {
    const { server, received } = await merchant();
    await server.controls.addFault({ kind: 'webhook-truncated', mandateId: MANDATE_ID.toUpperCase() });
    await server.clock.to(FEBRUARY);
    const [{ id, payload } = { id: '', payload: null }] = (await server.controls.webhooks()).items;
    const whole = JSON.stringify(payload);
    expect(received[0]?.body).toBe(whole.slice(0, whole.length >> 1));
    await server.controls.redeliver(id);
    expect(received[1]?.body).toBe(whole);
  });

  test('broken is tried again by the policy with the truth', async () => {
    const bodies: string[] = [];
    const handler = async (request: Request) => {
      const body = await request.text();
      bodies.push(body);
      return new Response(null, { status: body.endsWith('}') ? 200 : 400 });
    };
    const { server, listed } = await merchant({
      webhook: { handler },
      policy: { webhook: { attempts: 3, backoff: 1 } },
    });
    bodies.length = 0;
    await server.controls.addFault({ kind: 'webhook-truncated' });
    await server.clock.to(FEBRUARY);
    expect(bodies).toHaveLength(2);
    expect(await listed()).toMatchObject([{ status: 'delivered', attempts: [{ status: 400 }, { status: 200 }] }]);
  });

  test('about another event or mandate is left alone', async () => {
    const { server, received } = await merchant();
    await server.controls.addFault({ kind: 'webhook-drop', operation: 'mandate.failed' });
    await server.controls.addFault({ kind: 'webhook-drop', mandateId: 'b'.repeat(24) });
    await server.clock.to(FEBRUARY);
    expect(received).toHaveLength(1);
  });
});

test('a truncated webhook over HTTP is a complete message of half a body', async () => {
  const received: { readonly length: number; readonly body: string }[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ length: Number(request.headers['content-length']), body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const { server, send } = await merchant({
    webhook: { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` },
  });
  received.length = 0;
  await server.controls.addFault({ kind: 'webhook-truncated' });
  await place(send, BACKUP);
  await deposit(send, BACKUP);
  expect(received).toHaveLength(1);
  expect(received[0]?.length).toBe(Buffer.byteLength(received[0]?.body ?? ''));
  expect(() => JSON.parse(received[0]?.body ?? '')).toThrow(SyntaxError);
});

test('a snapshot holds faults, delayed webhooks and what was delivered', async () => {
  const { server, received, listed } = await merchant();
  await server.controls.addFault({ kind: 'webhook-delay', delayMs: 3_600_000, times: 1 });
  await server.controls.addFault({ kind: 'webhook-drop', operation: 'collection.failed' });
  await server.clock.to(FEBRUARY);
  const { id } = await server.controls.snapshot();
  const before = { faults: await server.controls.faults(), webhooks: await listed() };
  await server.controls.clearFaults();
  await server.clock.advance({ hours: 2 });
  const afterFirst = await listed();
  await server.controls.restore(id);
  expect({ faults: await server.controls.faults(), webhooks: await listed() }).toEqual(before);
  received.length = 0;
  await server.clock.advance({ hours: 2 });
  expect(received).toMatchObject([{ at: '2026-02-01T08:00:00.000Z' }]);
  expect(await listed()).toEqual(afterFirst);
});
