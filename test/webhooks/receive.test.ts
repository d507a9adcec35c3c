import { describe, expect, test } from 'vitest';
import { createTestDelivery, memoryInbox, type ReceiveOptions } from '../../src/webhooks/index.ts';
import { delivery, post, type Result, secret, setUp, start, statusOf } from './posted-deliveries.ts';

describe('a believed delivery', () => {
  test('is answered, confirmed and handed to its handler with what was confirmed', async () => {
    const { receiver, synced, asked } = setUp();
    const response = await receiver(delivery());
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    await receiver.settled();
    expect(asked).toEqual(['collection']);
    expect(synced).toEqual([['collection', 'loan-1']]);
  });

  test('is kept before it is answered, and worked on after', async () => {
    const { receiver, inbox, asked } = setUp();
    await receiver(delivery());
    expect(await inbox.list({ status: 'unfinished', limit: 1 })).toMatchObject([
      { receivedAt: '2026-01-31T07:00:00.000Z' },
    ]);
    await receiver.settled();
    expect([asked.length, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([1, 1]);
  });

  test('that comes again, written differently, is answered and changes nothing', async () => {
    const { receiver, synced } = setUp();
    const { headers, body } = createTestDelivery('collection', {}, { secret });
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()), null, 2);
    const statuses = await Promise.all(
      [body, body, reordered].map((text) => statusOf(receiver(post({ headers, body: text })))),
    );
    await receiver.settled();
    expect(await statusOf(receiver(post({ headers, body })))).toBe(200);
    await receiver.settled();
    expect(statuses).toEqual([200, 200, 200]);
    expect(synced).toHaveLength(1);
  });

  test('that differs in one field is another delivery', async () => {
    const { receiver, synced } = setUp();
    await receiver(delivery('collection', { amountCollected: 1 }));
    await receiver(delivery('collection', { amountCollected: 2 }));
    await receiver.settled();
    expect(synced).toHaveLength(2);
  });

  test('of an unknown event reaches the fallback', async () => {
    const { receiver, synced } = setUp();
    await receiver(
      post({
        headers: { 'content-type': 'application/json', 'x-auth-signature': secret },
        body: '{"event":"loan.moved"}',
      }),
    );
    await receiver.settled();
    expect(synced).toEqual([['unknown', 'loan.moved']]);
  });

  test('of a kind without a handler is confirmed and done', async () => {
    const { receiver, inbox, asked } = setUp({ on: {} });
    await receiver(delivery());
    await receiver.settled();
    expect([asked, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([['collection'], 1]);
  });

  test('keeps a serverless host awake until its work is done', async () => {
    const waitedFor: Promise<unknown>[] = [];
    const { receiver, synced } = setUp({ waitUntil: (work) => void waitedFor.push(work) });
    await receiver(delivery());
    await Promise.all(waitedFor);
    expect([waitedFor.length, synced.length]).toEqual([1, 1]);
  });

  test('is answered although the host cannot wait', async () => {
    const { receiver, synced } = setUp({
      waitUntil: () => {
        throw new Error('too late');
      },
    });
    expect(await statusOf(receiver(delivery()))).toBe(200);
    await receiver.settled();
    expect(synced).toHaveLength(1);
  });
});

describe('a delivery that re-reading does not bear out', () => {
  const none = { done: 0, failed: 0, quarantined: 0, elsewhere: 0 };
  const MINUTE = 60_000;

  /** A service whose reads show nothing of what it notified about until `isSo` says so. */
  function lagging(options: Partial<ReceiveOptions<Result>> = {}) {
    const reads = { isSo: false };
    const confirm = {
      confirm: async () =>
        reads.isSo
          ? ({ kind: 'confirmed', loan: 'loan-1' } as const)
          : ({ kind: 'unconfirmed', reason: 'nothing from 0123456789' } as const),
    };
    const scene = setUp({ confirm, ...options });
    const takes = async () => {
      const status = await statusOf(scene.receiver(delivery()));
      await scene.receiver.settled();
      return status;
    };
    return { ...scene, reads, takes };
  }

  test('stays unfinished with the reason, masked, and reaches no handler', async () => {
    const { takes, inbox, synced, receiver } = lagging();
    expect(await takes()).toBe(200);
    expect(synced).toEqual([]);
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([
      { attempts: 1, reason: 'not confirmed yet: nothing from ******6789' },
    ]);
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
  });

  test('is handled as soon as the service’s reads have caught up', async () => {
    const { takes, reads, synced, receiver, clock } = lagging();
    await takes();
    clock.moveTo(start + MINUTE);
    reads.isSo = true;
    expect(await receiver.drain()).toEqual({ ...none, done: 1 });
    expect(synced).toEqual([['collection', 'loan-1']]);
  });

  test('is quarantined once it was tried several times over ten minutes, and drained no more', async () => {
    const { takes, inbox, receiver, clock } = lagging();
    await takes();
    for (const minutes of [1, 5, 9.99]) {
      clock.moveTo(start + minutes * MINUTE);
      expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    }
    clock.moveTo(start + 10 * MINUTE);
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
    expect(await inbox.list({ status: 'quarantined', limit: 9 })).toMatchObject([
      { attempts: 5, reason: 'nothing from ******6789' },
    ]);
    expect(await receiver.drain()).toEqual(none);
  });

  test('is not quarantined before it was looked at a few times, however late', async () => {
    const { takes, receiver, clock } = lagging();
    await takes();
    clock.moveTo(start + 60 * MINUTE);
    expect(await receiver.drain()).toEqual({ ...none, failed: 1 });
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
  });

  test('is believed for as long as the option says', async () => {
    const { takes, receiver, clock } = lagging({ unconfirmedForMs: 30_000 });
    await takes();
    clock.moveTo(start + 29_999);
    expect([await receiver.drain(), await receiver.drain()]).toEqual([
      { ...none, failed: 1 },
      { ...none, failed: 1 },
    ]);
    clock.moveTo(start + 30_000);
    expect(await receiver.drain()).toEqual({ ...none, quarantined: 1 });
  });

  test('is quarantined at once where the option is zero', async () => {
    const { takes, inbox } = lagging({ unconfirmedForMs: 0 });
    await takes();
    expect(await inbox.list({ status: 'quarantined', limit: 9 })).toMatchObject([{ attempts: 1 }]);
  });

  test('gets one more look when it comes again after it was quarantined', async () => {
    const { takes, reads, inbox, synced } = lagging({ unconfirmedForMs: 0 });
    await takes();
    await takes();
    expect(await inbox.list({ status: 'quarantined', limit: 9 })).toMatchObject([{ attempts: 2 }]);
    reads.isSo = true;
    expect(await takes()).toBe(200);
    expect(synced).toEqual([['collection', 'loan-1']]);
    await takes();
    expect(synced).toHaveLength(1);
  });

  test('is done without a handler when it concerns nothing of ours', async () => {
    const { receiver, inbox, synced } = setUp({
      confirm: { confirm: async () => ({ kind: 'unrelated', reason: 'unknown mandate' }) },
    });
    await receiver(delivery());
    await receiver.settled();
    expect([synced, (await inbox.list({ status: 'done', limit: 9 })).length]).toEqual([[], 1]);
  });
});

describe('work that fails', () => {
  test('leaves the delivery unfinished with its error until a drain succeeds', async () => {
    let failures = 2;
    const confirm = {
      confirm: async () => {
        if (failures-- > 0) throw new Error('no answer about 22212345678');
        return { kind: 'confirmed', loan: 'loan-2' } as const;
      },
    };
    const { receiver, inbox, synced } = setUp({ confirm });
    await receiver(delivery());
    await receiver.settled();
    expect(await inbox.list({ status: 'unfinished', limit: 9 })).toMatchObject([
      { attempts: 1, reason: 'Error: no answer about *********78' },
    ]);
    expect(await receiver.drain()).toMatchObject({ failed: 1, done: 0 });
    expect(await receiver.drain()).toMatchObject({ failed: 0, done: 1 });
    expect(synced).toEqual([['collection', 'loan-2']]);
    expect(await receiver.drain()).toEqual({ done: 0, failed: 0, quarantined: 0, elsewhere: 0 });
  });

  test('in a handler is tried again with confirmation', async () => {
    let calls = 0;
    const on = {
      collection: () => {
        calls += 1;
        if (calls === 1) throw new Error('database is down');
      },
    };
    const { receiver, asked } = setUp({ on });
    await receiver(delivery());
    await receiver.settled();
    expect(await receiver.drain()).toMatchObject({ done: 1 });
    expect([calls, asked.length]).toEqual([2, 2]);
  });

  test('is left alone by a drain while someone works on it, and taken over when the lease ran out', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { receiver, clock, synced } = setUp({ on: { collection: () => held }, leaseMs: 1_000 });
    await receiver(delivery());
    await Promise.resolve();
    expect(await receiver.drain()).toMatchObject({ elsewhere: 1, done: 0 });
    clock.moveTo(start + 1_000);
    release();
    expect(await receiver.drain()).toMatchObject({ done: 1 });
    await receiver.settled();
    expect(synced).toEqual([]);
  });
});

test('a delivery that cannot be kept is refused, so that the sender knows', async () => {
  const inbox = { ...memoryInbox(), store: async () => Promise.reject(new Error('disk full')) };
  expect(await statusOf(setUp({ inbox }).receiver(delivery()))).toBe(500);
});

test('log lines hold keys and kinds, never what a delivery holds', async () => {
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const confirm = { confirm: async () => Promise.reject(new Error('no answer for ada@example.com')) };
  const { receiver } = setUp({ confirm, logger: { info: log, warn: log, error: log } });
  await receiver(delivery());
  await receiver.settled();
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/0123456789|ADAEZE|ada@example|whsec/);
});
