import { describe, expect, test } from 'vitest';
import type { Inbox, NewDelivery } from '../../src/webhooks/index.ts';

const delivery = (key: string): NewDelivery => ({ key, body: `{"key":"${key}"}`, receivedAt: '2026-01-31T07:00:00.000Z' });
const minute = { now: 1_000_000, leaseMs: 60_000 };

/** What every inbox keeps to. */
export function describeInbox(name: string, create: () => Promise<Inbox>): void {
  describe(`an inbox (${name})`, () => {
    test('keeps a delivery as it came, once', async () => {
      const inbox = await create();
      expect(await inbox.store(delivery('a'))).toBe('stored');
      expect(await inbox.store({ ...delivery('a'), receivedAt: '2026-02-01T07:00:00.000Z' })).toBe('duplicate');
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toEqual([{ ...delivery('a'), status: 'unfinished', attempts: 0 }]);
    });

    test('keeps one of many copies that come at once', async () => {
      const inbox = await create();
      const answers = await Promise.all(Array.from({ length: 20 }, () => inbox.store(delivery('a'))));
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
    });

    test('gives an item to one claimant until the claim runs out', async () => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      const claims = await Promise.all([1, 2, 3].map(() => inbox.claim('a', minute)));
      expect(claims.filter(Boolean)).toMatchObject([{ key: 'a', attempts: 1, body: '{"key":"a"}' }]);
      expect(await inbox.claim('a', { ...minute, now: minute.now + 59_999 })).toBeUndefined();
      expect(await inbox.claim('a', { ...minute, now: minute.now + 60_000 })).toMatchObject({ attempts: 2 });
    });

    test('gives nothing that it does not have', async () => {
      expect(await (await create()).claim('a', minute)).toBeUndefined();
    });

    test('gives a failed item again at once, with the reason', async () => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      await inbox.claim('a', minute);
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'failed', reason: 'no answer' });
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toMatchObject([{ key: 'a', attempts: 1, reason: 'no answer' }]);
      expect(await inbox.claim('a', minute)).toMatchObject({ attempts: 2 });
    });

    test.each(['done', 'quarantined'] as const)('gives no %s item to anybody', async (kind) => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      await inbox.claim('a', minute);
      await inbox.settle({ key: 'a', attempts: 1 }, kind === 'done' ? { kind } : { kind, reason: 'not so' });
      expect(await inbox.claim('a', { ...minute, now: minute.now + 10 ** 9 })).toBeUndefined();
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toEqual([]);
      expect(await inbox.list({ status: kind, limit: 10 })).toMatchObject([{ key: 'a', status: kind, ...(kind === 'quarantined' && { reason: 'not so' }) }]);
    });

    test('knows what is done, however often it comes', async () => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      await inbox.claim('a', minute);
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'done' });
      expect(await inbox.store(delivery('a'))).toBe('duplicate');
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toEqual([]);
    });

    test('opens a quarantined item again when it comes again, as it was and once', async () => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      await inbox.claim('a', minute);
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'quarantined', reason: 'not so' });
      const later = { ...delivery('a'), receivedAt: '2026-02-01T07:00:00.000Z' };
      const answers = await Promise.all(Array.from({ length: 5 }, () => inbox.store(later)));
      expect(answers.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'reopened']);
      expect(await inbox.list({ status: 'quarantined', limit: 10 })).toEqual([]);
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toEqual([{ ...delivery('a'), status: 'unfinished', attempts: 1, reason: 'not so' }]);
      // Whoever held the claim before cannot settle the new look.
      expect(await inbox.claim('a', minute)).toMatchObject({ attempts: 2 });
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'done' });
      expect(await inbox.list({ status: 'done', limit: 10 })).toEqual([]);
    });

    test('ignores who settles after the claim ran out', async () => {
      const inbox = await create();
      await inbox.store(delivery('a'));
      await inbox.claim('a', minute);
      await inbox.claim('a', { ...minute, now: minute.now + 60_000 });
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'done' });
      expect(await inbox.list({ status: 'unfinished', limit: 10 })).toMatchObject([{ attempts: 2 }]);
      await inbox.settle({ key: 'a', attempts: 2 }, { kind: 'done' });
      await inbox.settle({ key: 'a', attempts: 2 }, { kind: 'failed', reason: 'late' });
      expect(await inbox.list({ status: 'done', limit: 10 })).toMatchObject([{ key: 'a' }]);
    });

    test('lists what was tried least first, then the oldest, up to the limit', async () => {
      const inbox = await create();
      for (const key of ['a', 'b', 'c', 'd']) await inbox.store(delivery(key));
      await inbox.claim('a', minute);
      await inbox.settle({ key: 'a', attempts: 1 }, { kind: 'failed', reason: 'no answer' });
      expect((await inbox.list({ status: 'unfinished', limit: 3 })).map(({ key }) => key)).toEqual(['b', 'c', 'd']);
      expect((await inbox.list({ status: 'unfinished', limit: 10 })).map(({ key }) => key)).toEqual(['b', 'c', 'd', 'a']);
    });
  });
}
