import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
