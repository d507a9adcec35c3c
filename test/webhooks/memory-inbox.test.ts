import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Inbox, walkItems } from '../../src/webhooks/inbox/inbox.ts';
import { memoryInbox } from '../../src/webhooks/inbox/memory-inbox.ts';
import { deliveryKey } from '../../src/webhooks/parse.ts';
import { delivery, storeAndClaim } from './inbox/deliveries.ts';
import { describeInbox } from './inbox-suite.ts';

describeInbox('in memory', { lends: 'awaited' }, async () => {
  const inbox = memoryInbox();
  return { inbox, beside: inbox };
});

describe('a memory inbox', () => {
  test('forgets the oldest finished deliveries beyond its limit, with their state changes, and never unfinished ones', async () => {
    const inbox = memoryInbox({ rememberDone: 2 });
    await inbox.store(delivery('open'));
    for (const key of ['a', 'b', 'c']) {
      const item = await storeAndClaim(inbox, key);
      await inbox.recognise(item, `news of ${key}`);
      await inbox.settle(item, { kind: 'done' });
    }
    expect(await inbox.store(delivery('a', { news: 'news of a' }))).toBe('stored');
    expect(await Promise.all(['open', 'b', 'c'].map((key) => inbox.store(delivery(key))))).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
    expect(await inbox.store(delivery('d', { news: 'news of b' }))).toBe('duplicate');
  });

  test('remembers ten thousand finished deliveries if nothing else is said', async () => {
    const inbox = memoryInbox();
    const finish = async (key: string) => inbox.settle(await storeAndClaim(inbox, key), { kind: 'done' });
    for (let index = 0; index < 10_000; index += 1) await finish(`${index}`);
    expect(await inbox.store(delivery('0'))).toBe('duplicate');
    await finish('one more');
    expect(await inbox.store(delivery('1'))).toBe('duplicate');
    expect(await inbox.store(delivery('0'))).toBe('stored');
  });
});

describe('a walk over items', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];

  async function walked(pageSize?: number, query: Parameters<typeof walkItems>[1] = {}) {
    const inbox = memoryInbox();
    for (const name of names) await inbox.store(delivery(name));
    const asked: unknown[] = [];
    const keys: string[] = [];
    const list: Inbox['list'] = (terms) => {
      asked.push(terms);
      return inbox.list(terms);
    };
    for await (const { key } of walkItems({ list }, query, pageSize)) keys.push(key);
    return { keys, asked };
  }

  test('reads page after page until one is not full', async () => {
    expect(await walked(2)).toStrictEqual({
      keys: names,
      asked: [{ limit: 2 }, { limit: 2, after: 'b' }, { limit: 2, after: 'd' }],
    });
    expect((await walked(5)).asked).toStrictEqual([{ limit: 5 }, { limit: 5, after: 'e' }]);
    expect(await walked()).toStrictEqual({ keys: names, asked: [{ limit: 200 }] });
  });

  test('starts where it is told to', async () => {
    expect((await walked(2, { after: 'c' })).keys).toEqual(['d', 'e']);
    expect((await walked(2, { newestFirst: true, after: 'd' })).keys).toEqual(['c', 'b', 'a']);
  });
});

describe('the key of a delivery', () => {
  test('is the same for the same meaning, whatever the order of members', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, shuffled(item)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(deliveryKey(shuffled(value))).toBe(deliveryKey(value))),
    );
  });

  test.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [['a', 'b'], ['a,b']],
  ])('differs for %j and %j', (one, other) => expect(deliveryKey(one)).not.toBe(deliveryKey(other)));
});
