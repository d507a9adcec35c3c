import { describe, expect, test } from 'vitest';
import {
  type BlackBox,
  collectable,
  deposit,
  disburse,
  endpoint,
  FIRST,
  LOAN,
  place,
  SECOND,
  start,
} from './black-box.ts';

// The design: one attempt, a static secret, deliveries with id, payload, headers, status and attempts.
const deliveries = async (box: BlackBox) => (await box.control('GET /webhooks')).json.items;

describe('a delivery', () => {
  test('is a JSON POST with the static secret', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await place(box);
    await deposit(box);
    expect(hook.received).toMatchObject([
      {
        method: 'POST',
        headers: { 'content-type': expect.stringMatching(/^application\/json/), 'x-auth-signature': 'whsec_repaykit' },
      },
    ]);
  });

  test('goes where the endpoint was put, with its own secret', async () => {
    const [first, second] = [await endpoint(), await endpoint()];
    const box = await start({ webhook: { url: first.url } });
    const { status } = await box.control('PUT /webhook-endpoint', { url: second.url, secret: 'whsec_second' });
    expect(status).toBeLessThan(300);
    await place(box);
    await deposit(box);
    expect([first.received.length, second.received.map(({ headers }) => headers['x-auth-signature'])]).toEqual([
      0,
      ['whsec_second'],
    ]);
  });

  test('is listed with what was sent and how it went, and the list can be emptied', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await place(box);
    await deposit(box);
    const { json } = await box.control('GET /webhooks');
    expect(json).toEqual({
      dropped: 0,
      items: [
        expect.objectContaining({
          id: expect.any(String),
          payload: hook.received[0]?.json,
          headers: expect.objectContaining({
            'content-type': 'application/json',
            'x-auth-signature': 'whsec_repaykit',
          }),
          status: 'delivered',
          attempts: [expect.objectContaining({ status: 200 })],
        }),
      ],
    });
    expect((await box.control('DELETE /webhooks')).status).toBeLessThan(300);
    expect((await box.control('GET /webhooks')).json).toEqual({ items: [], dropped: 0 });
  });

  test.each([500, 404, 302, 410])('that is answered %d has failed and is not tried again', async (status) => {
    const hook = await endpoint(() => status);
    const box = await start({ webhook: { url: hook.url } });
    await place(box);
    await deposit(box);
    await box.advance('P1D');
    expect(hook.received).toHaveLength(1);
    expect(await deliveries(box)).toMatchObject([{ status: 'failed', attempts: [{ status }] }]);
  });

  test.each([200, 201, 204])('that is answered %d was delivered', async (status) => {
    const hook = await endpoint(() => status);
    const box = await start({ webhook: { url: hook.url } });
    await place(box);
    await deposit(box);
    expect(await deliveries(box)).toMatchObject([{ status: 'delivered', attempts: [{ status }] }]);
  });

  test('that nobody listens to has failed, and the call that raised it is answered all the same', async () => {
    const box = await start({ webhook: { url: 'http://127.0.0.1:9/hooks' } });
    await place(box);
    expect((await deposit(box)).json.status).toBe('active');
    expect(await deliveries(box)).toMatchObject([
      { status: 'failed', attempts: [{ status: null, error: expect.any(String) }] },
    ]);
  });

  test('without an endpoint is kept, and can be sent later', async () => {
    const hook = await endpoint();
    const box = await start();
    await place(box);
    await deposit(box);
    const [{ id }] = await deliveries(box);
    expect(hook.received).toEqual([]);
    await box.control('PUT /webhook-endpoint', { url: hook.url });
    expect((await box.control(`POST /webhooks/${id}/redeliver`)).status).toBeLessThan(300);
    expect(hook.received).toMatchObject([{ json: { event: 'mandate.activated' } }]);
  });

  test('is tried as often as the policy says, and stops with the first success', async () => {
    const hook = await endpoint((_, nth) => (nth < 3 ? 500 : 200));
    const box = await start({ webhook: { url: hook.url } });
    await box.control('PATCH /policy', { webhook: { attempts: 5 } });
    await place(box);
    await deposit(box);
    await box.advance('P1D');
    expect(hook.received).toHaveLength(3);
    expect(new Set(hook.received.map(({ text }) => text)).size).toBe(1);
    expect(await deliveries(box)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 500 }, { status: 500 }, { status: 200 }] },
    ]);
  });
});

describe('a delivery by hand', () => {
  test('sends the same bytes again, whatever has become of the loan', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box);
    await box.moveTo('2026-02-02T00:00:00Z');
    const sent = hook.received.map(({ text }) => text);
    const items = await deliveries(box);
    hook.received.length = 0;
    await box.moveTo('2026-02-20T00:00:00Z');
    for (const { id } of items) expect((await box.control(`POST /webhooks/${id}/redeliver`)).status).toBeLessThan(300);
    expect(hook.received.map(({ text }) => text)).toEqual(sent);
    expect((await deliveries(box)).map(({ attempts }: { attempts: unknown[] }) => attempts.length)).toEqual(
      items.map(() => 2),
    );
  });

  test('of one that nobody knows is refused', async () => {
    const box = await start();
    expect((await box.control('POST /webhooks/nothing/redeliver')).status).toBe(404);
  });
});

describe('when it comes', () => {
  test('an operation is answered first, and its news follows without a clock move', async () => {
    let hear: (status: string) => void = () => undefined;
    const heard = new Promise<string>((resolve) => {
      hear = resolve;
    });
    const hook = await endpoint(({ json }) => {
      hear(json.instalmentStatus);
      return 200;
    });
    const box = await start();
    await collectable(box, { collectionMode: 'manual' });
    await box.control('PUT /webhook-endpoint', { url: hook.url });
    const body = { mandateId: LOAN, amount: 10_000, debitDate: '2026-01-05' };
    const { json } = await box.send('PUT /v1/mandates/consent/business/manual/activate', { body });
    expect(json.data.paymentStatus).toBe('pending');
    expect(await heard).toBe('success');
  });

  test('a control call is answered after its deliveries', async () => {
    const hook = await endpoint(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return 200;
    });
    const box = await start({ webhook: { url: hook.url } });
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box);
    expect(await deliveries(box)).toMatchObject([{ status: 'delivered' }]);
    await deposit(box, SECOND);
    await disburse(box);
    await box.moveTo('2026-02-01T00:00:00Z');
    expect((await deliveries(box)).every(({ status }: { status: string }) => status === 'delivered')).toBe(true);
  });

  test('a handler that re-reads at once is not kept waiting and sees what it was told', async () => {
    const seen: unknown[] = [];
    const hook = await endpoint(async ({ json }) => {
      seen.push([json.data?.status, (await box.mandate()).status]);
      return 200;
    });
    const box: BlackBox = await start({ webhook: { url: hook.url } });
    await place(box);
    await deposit(box);
    expect(seen).toEqual([['active', 'active']]);
  });

  test('a handler may make control calls before it answers, also ones that raise news of their own', async () => {
    const statuses: number[] = [];
    const hook = await endpoint(async ({ json }) => {
      if (json.data.accountNumber === FIRST.accountNumber) {
        statuses.push(
          (await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 1 })).status,
        );
        statuses.push((await deposit(box, SECOND)).status);
        await disburse(box);
      }
      return 200;
    });
    const box: BlackBox = await start({ webhook: { url: hook.url } });
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box);
    expect(statuses).toEqual([200, 200]);
    expect(await deliveries(box)).toMatchObject([
      { status: 'delivered', payload: { data: FIRST } },
      { status: 'delivered', payload: { data: SECOND } },
    ]);
  });

  test('a collection names the account that was debited last, or else was tried last', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box, { accounts: [FIRST, SECOND] });
    hook.received.length = 0;
    for (const { bankCode, accountNumber } of [FIRST, SECOND])
      await box.control(`PATCH /accounts/${bankCode}/${accountNumber}`, { balance: 0 });
    await box.moveTo('2026-02-01T00:00:00Z');
    await box.control(`PATCH /accounts/${FIRST.bankCode}/${FIRST.accountNumber}`, { balance: 1_000 });
    await box.moveTo('2026-02-02T00:00:00Z');
    expect(hook.received.map(({ json }) => [json.accountNumber, json.amountCollected, json.instalmentStatus])).toEqual([
      [SECOND.accountNumber, 0, 'failed'],
      [FIRST.accountNumber, 1_000, 'partially paid'],
    ]);
  });
});
