import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ConfirmOptions, memoryInbox } from '../../src/webhooks/index.ts';
import { bodyOf, type Options, setUp } from './believing-receiver.ts';

const found = (name: string) => ({ name, kind: 'collection' as const, body: bodyOf(name) });

/** A receiver whose service reports these state changes with every answer, and what it was asked. */
function reporting(changes: readonly ReturnType<typeof found>[], options: Options = {}) {
  const asked: ConfirmOptions[] = [];
  const confirm: Options['confirm'] = {
    async confirm(_event, terms = {}) {
      asked.push(terms);
      return { kind: 'confirmed', found: terms.isProven ? [] : changes };
    },
  };
  return { ...setUp({ confirm, ...options }), asked };
}

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('state changes that come with an answer', () => {
  test('are deliveries of their own, each handled once', async () => {
    const { receiver, deliver, reported, inbox, asked } = reporting([found('one'), found('two')]);
    await deliver({ reference: 'webhook' });
    await receiver.settled();
    await deliver({ reference: 'another webhook' });
    await receiver.settled();
    expect(reported.toSorted()).toEqual([
      ['another webhook', 'webhook', 1],
      ['one', 'reconciled', 1],
      ['two', 'reconciled', 1],
      ['webhook', 'webhook', 1],
    ]);
    expect(asked.map(({ isProven }) => isProven)).toEqual([false, true, true, false]);
    expect(await inbox.list({ source: 'reconciled', limit: 9 })).toMatchObject([
      { status: 'done', kind: 'collection', news: 'one', receivedAt: '2026-01-31T07:00:00.000Z' },
      { status: 'done', kind: 'collection', news: 'two', receivedAt: '2026-01-31T07:00:00.000Z' },
    ]);
  });
});

describe('a delivery that comes again', () => {
  test('asks the service once more, and only what that finds reaches a handler', async () => {
    const changes: ReturnType<typeof found>[] = [];
    const { receiver, deliver, reported, asked } = reporting(changes);
    await deliver({ reference: 'webhook' });
    await receiver.settled();
    changes.push(found('hidden'));
    expect(await deliver({ reference: 'webhook' })).toBe(200);
    await receiver.settled();
    expect(asked.map(({ isRepetition, isProven }) => [isRepetition, isProven])).toEqual([
      [undefined, false],
      [true, undefined],
      [undefined, true],
    ]);
    expect(reported).toEqual([
      ['webhook', 'webhook', 1],
      ['hidden', 'reconciled', 1],
    ]);
  });

  test('keeps the host awake while the service is asked', async () => {
    const waitedFor: Promise<unknown>[] = [];
    const { deliver, asked } = reporting([], { waitUntil: (work) => void waitedFor.push(work) });
    await deliver();
    await Promise.all(waitedFor);
    expect([waitedFor.length, asked.length]).toEqual([1, 1]);
    await deliver();
    await Promise.all(waitedFor);
    expect([waitedFor.length, asked.length]).toEqual([2, 2]);
  });
});

describe('a state change that is notified', () => {
  test('is told from others by its name alone', async () => {
    const { receiver, reported } = setUp();
    expect(await receiver.notify([found('one'), found('two'), found('one')])).toEqual(['one', 'two']);
    await receiver.settled();
    expect(reported.map(([reference]) => reference)).toEqual(['one', 'two']);
  });

  test('again is not worked on before its time, though its handler failed', async () => {
    let calls = 0;
    const collection = () => {
      calls += 1;
      throw new Error('the database is away');
    };
    const { receiver } = setUp({ on: { collection } });
    await receiver.notify([found('one')]);
    await receiver.settled();
    expect(await receiver.notify([found('one')])).toEqual([]);
    await receiver.settled();
    expect(calls).toBe(1);
    expect(await receiver.drain()).toMatchObject({ failed: 1 });
  });
});

test('of many state changes at once, ten thousand wait, and the others are left to the next drain', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const claimed: unknown[] = [];
  const claim = async ({ key }: { readonly key?: string | undefined }) => {
    claimed.push(key);
    await gate;
    return [];
  };
  const stored: string[] = [];
  const store = async ({ key }: { readonly key: string }) => {
    stored.push(key);
    return 'stored' as const;
  };
  const { receiver } = setUp({ inbox: { ...memoryInbox(), store, claim }, concurrency: 1 });
  const changes = Array.from(
    { length: 10_003 },
    (_, number) => ({ name: `${number}`, kind: 'policy', body: '' }) as const,
  );
  // One is worked on, and 10,000 wait.
  await receiver.notify(changes.slice(0, 10_001));
  await turns();
  await receiver.notify(changes.slice(10_001));
  open();
  await receiver.settled();
  expect([claimed.length, stored.length]).toEqual([10_001, 10_003]);
  expect(claimed.at(-1)).toBe(stored[10_000]);
});

describe('questions to the service', () => {
  afterEach(() => void vi.useRealTimers());

  test('are as many at once as are allowed in a second, and then one after another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let asked = 0;
    const confirm: Options['confirm'] = {
      async confirm(_event, options) {
        await options?.beforeAsking?.();
        asked += 1;
        return { kind: 'confirmed' };
      },
    };
    const { deliver, receiver } = setUp({ confirm, asksPerSecond: 2 });
    for (let number = 0; number < 5; number += 1) await deliver({ reference: `${number}` });
    await turns();
    const counts = [asked];
    for (const waitMs of [499, 1, 500, 499, 1]) {
      await vi.advanceTimersByTimeAsync(waitMs);
      await turns();
      counts.push(asked);
    }
    expect(counts).toEqual([2, 2, 3, 4, 4, 5]);
    await receiver.settled();
  });
});
