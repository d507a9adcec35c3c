import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliveryKey, memoryInbox } from '../../src/webhooks/index.ts';
import { describeInbox } from './inbox-suite.ts';

describeInbox('memory', async () => memoryInbox());

test('a memory inbox forgets the oldest finished deliveries beyond its limit, never unfinished ones', async () => {
  const inbox = memoryInbox({ rememberDone: 2 });
  const store = (key: string) => inbox.store({ key, body: '{}', kind: 'collection', source: 'webhook', receivedAt: '2026-01-31T07:00:00.000Z' });
  await store('open');
  for (const key of ['a', 'b', 'c']) {
    await store(key);
    await inbox.claim(key, { now: 0, leaseMs: 1 });
    await inbox.settle({ key, attempts: 1 }, { kind: 'done' });
  }
  expect(await store('a')).toBe('stored');
  expect(await Promise.all(['open', 'b', 'c'].map(store))).toEqual(['duplicate', 'duplicate', 'duplicate']);
});

test('a memory inbox keeps no body of what is done', async () => {
  const inbox = memoryInbox();
  await inbox.store({ key: 'a', body: '{"bvn":"22212345678"}', kind: 'collection', source: 'webhook', receivedAt: '2026-01-31T07:00:00.000Z' });
  await inbox.claim('a', { now: 0, leaseMs: 1 });
  await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'done' });
  expect(JSON.stringify(await inbox.list({ status: 'done', limit: 1 }))).not.toContain('222');
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
    fc.assert(fc.property(fc.jsonValue(), (value) => void expect(deliveryKey(shuffled(value))).toBe(deliveryKey(value))));
  });

  test.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [['a', 'b'], ['a,b']],
  ])('differs for %j and %j', (one, other) => expect(deliveryKey(one)).not.toBe(deliveryKey(other)));
});
