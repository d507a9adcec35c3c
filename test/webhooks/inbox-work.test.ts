import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RateLimitError } from '../../src/errors.ts';
import { createTestDelivery } from '../../src/webhooks/index.ts';
import { bodyOf, countedConfirm, MINUTE, type Options, secret, setUp } from './believing-receiver.ts';

describe('a handler that never ends', () => {
  test('is waited for as long as its claim holds, and delays no other item', async () => {
    const reported: string[] = [];
    const on: Options['on'] = {
      collection: ({ data }) =>
        data.reference === 'hangs' ? new Promise(() => {}) : void reported.push(data.reference ?? ''),
    };
    const { deliver, receiver, inbox } = setUp({ on, concurrency: 1, leaseMs: 30 });
    await deliver({ reference: 'hangs', instalmentReference: 'r1' });
    await deliver({ reference: 'next', instalmentReference: 'r2' });
    await receiver.settled();
    expect(reported).toEqual(['next']);
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([
      { attempts: 1, reason: 'DeadlineError: The handler did not end within the 30 ms of its claim' },
    ]);
  });
});

test('a handler that ends in time leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { deliver, receiver, reported } = setUp();
  await deliver();
  await receiver.settled();
  expect([reported.length, vi.getTimerCount()]).toEqual([1, 0]);
});

describe('a drain that has to wait for a turn', () => {
  test('holds nothing meanwhile: what another process did in between is not done again', async () => {
    const reported: string[] = [];
    let free: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { inbox, clock } = setUp();
    const here = setUp({
      inbox,
      clock,
      concurrency: 1,
      on: {
        collection: ({ data }) => (data.reference === 'slow' ? slow : void reported.push(`here ${data.reference}`)),
      },
    });
    const there = setUp({
      inbox,
      clock,
      on: { collection: ({ data }) => void reported.push(`there ${data.reference}`) },
    });
    await here.deliver({ reference: 'slow', instalmentReference: 'r1' });
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await inbox.store({
      key: 'k',
      body: bodyOf('found'),
      kind: 'collection',
      source: 'reconciled',
      news: 'news:r2',
      receivedAt: '2026-01-31T07:00:00.000Z',
    });
    const draining = here.receiver.drain({ dueOnly: true });
    expect(await there.receiver.drain({ dueOnly: true })).toMatchObject({ done: 1 });
    free();
    expect(await draining).toMatchObject({ done: 0 });
    expect(reported).toEqual(['there found']);
  });
});

describe('a receiver that settles', () => {
  test('waits for a handler that a drain called in place of the delivery that came', async () => {
    let free: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      free = resolve;
    });
    const ends: string[] = [];
    const { receiver, inbox, deliver } = setUp({
      on: { collection: () => slow.then(() => void ends.push('handled')) },
    });
    // The drain claims while the delivery is being kept, as a worker on its own clock may.
    let draining: Promise<unknown> = Promise.resolve();
    const store = inbox.store.bind(inbox);
    inbox.store = async (delivery) => {
      const kept = await store(delivery);
      draining = receiver.drain({ dueOnly: true });
      return kept;
    };
    await deliver();
    const settled = receiver.settled().then(() => void ends.push('settled'));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    free();
    await Promise.all([settled, draining]);
    expect(ends).toEqual(['handled', 'settled']);
  });

  test('does not fail with a drain whose inbox fails', async () => {
    const { receiver, inbox } = setUp();
    inbox.claim = () => Promise.reject(new Error('down'));
    const draining = receiver.drain();
    await expect(receiver.settled()).resolves.toBeUndefined();
    await expect(draining).rejects.toThrow('down');
  });
});

describe('work that fails', () => {
  const failing = (error: unknown): Options => ({ confirm: { confirm: () => Promise.reject(error) } });

  test('is tried a second time at once, and then after longer and longer pauses', async () => {
    const { deliver, receiver, inbox, clock } = setUp(failing(new Error('down')));
    await deliver();
    await receiver.settled();
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const before = clock.now();
      while ((await receiver.drain({ dueOnly: true })).failed === 0 && clock.now() < before + 60 * MINUTE)
        clock.advance(1_000);
      waits.push(clock.now() - before);
    }
    expect(waits[0]).toBe(0);
    for (const [index, from] of [22_000, 44_000, 89_000].entries())
      expect(waits[index + 1]).toBeGreaterThanOrEqual(from);
    expect(waits[3]).toBeLessThanOrEqual(121_000);
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([
      { attempts: 5, reason: 'Error: down' },
    ]);
  });

  test('waits as long as the service says', async () => {
    const { deliver, receiver, clock } = setUp(failing(new RateLimitError('Too many', 90_000)));
    await deliver();
    await receiver.settled();
    clock.advance(89_000);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ failed: 0 });
    clock.advance(1_000);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ failed: 1 });
  });

  test('is kept aside after so many attempts, with the reason', async () => {
    const { deliver, receiver, inbox } = setUp({ ...failing(new Error('poison')), maxAttempts: 3 });
    await deliver();
    await receiver.settled();
    expect(await receiver.drain()).toMatchObject({ failed: 1 });
    expect(await receiver.drain()).toMatchObject({ quarantined: 1 });
    expect(await inbox.list({ status: 'quarantined', limit: 9 })).toMatchObject([
      { reason: 'gave up after 3 attempts: Error: poison' },
    ]);
  });

  test('of which nothing can be read is kept aside at once', async () => {
    const { inbox, receiver } = setUp();
    await inbox.store({
      key: 'a',
      body: 'no json',
      kind: 'unknown',
      source: 'webhook',
      receivedAt: '2026-01-31T07:00:00.000Z',
    });
    expect(await receiver.drain()).toMatchObject({ quarantined: 1 });
  });

  test('is worked on when it is replayed, as if it were new', async () => {
    let isDown = true;
    const { deliver, receiver, inbox, clock, reported } = setUp({
      maxAttempts: 1,
      confirm: { confirm: async () => (isDown ? Promise.reject(new Error('down')) : { kind: 'confirmed' }) },
    });
    await deliver({ reference: 'one' });
    await receiver.settled();
    const [item] = await inbox.list({ status: 'quarantined', limit: 1 });
    isDown = false;
    expect(await receiver.drain()).toMatchObject({ done: 0 });
    expect(await inbox.decide(item?.key ?? '', { kind: 'replay', now: clock.now() })).toBe(true);
    expect(await receiver.drain({ dueOnly: true })).toMatchObject({ done: 1 });
    expect(reported).toEqual([['one', 'webhook', 1]]);
  });
});

describe('many deliveries at once', () => {
  test('are worked on so many at a time', async () => {
    const { confirm, most } = countedConfirm();
    const { deliver, receiver, reported } = setUp({ confirm, concurrency: 3 });
    await Promise.all(Array.from({ length: 40 }, (_, index) => deliver({ reference: `${index}` })));
    await receiver.settled();
    expect([most(), reported.length]).toEqual([3, 40]);
  });
});

test.each(['income_transaction', 'income_insight', 'income_insight_failure', 'pdf_upload'] as const)(
  'the body of %s is kept for an hour, for a waiting caller in another process',
  async (kind) => {
    const { receiver, inbox, clock } = setUp();
    await receiver(
      new Request('https://merchant.example/webhooks', { method: 'POST', ...createTestDelivery(kind, {}, { secret }) }),
    );
    await receiver.settled();
    const body = async () => (await inbox.list({ kinds: [kind], limit: 1 }))[0]?.body;
    clock.advance(59 * MINUTE);
    await receiver.drain({ dueOnly: true });
    expect(await body()).toContain('data');
    clock.advance(MINUTE);
    await receiver.drain({ dueOnly: true });
    expect(await body()).toBe('');
  },
);

test.each([
  ['of an income event without its fields is kept for an hour', { event: 'income_insight', data: {} }, true],
  ['of any other unknown event is emptied', { event: 'loan.income_moved', data: {} }, false],
  ['without a known event is emptied', { mandateId: '650000000000000000000010' }, false],
])('the body %s', async (_what, body, isKept) => {
  const { receiver, inbox } = setUp();
  const headers = { 'content-type': 'application/json', 'x-auth-signature': secret };
  await receiver(new Request('https://merchant.example/', { method: 'POST', headers, body: JSON.stringify(body) }));
  await receiver.settled();
  expect(await inbox.list({ limit: 9 })).toMatchObject([
    { kind: 'unknown', status: 'done', body: isKept ? JSON.stringify(body) : '' },
  ]);
});

test('a verifier gets the address of the socket, where the host knows it', async () => {
  const seen: unknown[] = [];
  const { receiver } = setUp({
    verify: { verify: (delivery) => seen.push((delivery as { remoteAddress?: string }).remoteAddress) > 0 },
  });
  const request = () =>
    new Request('https://merchant.example/webhooks', {
      method: 'POST',
      ...createTestDelivery('collection', {}, { secret }),
    });
  await receiver(request(), { remoteAddress: '192.0.2.7' });
  await receiver(request());
  expect(seen).toEqual(['192.0.2.7', undefined]);
});
