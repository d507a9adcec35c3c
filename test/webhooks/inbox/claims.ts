import { describe, expect, test } from 'vitest';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, delivery, itemAt, keysOf, storeAll, storeAndClaim } from './deliveries.ts';

/** What an inbox promises of claims. */
export function describeClaims(open: OpenInbox): void {
  describe('a claim', () => {
    test('gives the whole item, counts as an attempt and keeps everybody else away until its lease runs out', async () => {
      const { inbox, beside } = await open();
      await inbox.store(delivery('a', { news: 'n' }));
      expect(await claimOne(inbox)).toEqual({
        ...delivery('a', { news: 'n' }),
        status: 'unfinished',
        attempts: 1,
        fence: 1,
      });
      expect(await claimOne(inbox, { now: 109 })).toBeUndefined();
      expect(await claimOne(beside, { now: 109 })).toBeUndefined();
      expect(await claimOne(beside, { now: 110 })).toMatchObject({ attempts: 2, fence: 2 });
      expect(await claimOne(inbox, { now: 120 })).toMatchObject({ attempts: 3, fence: 3 });
      expect(await itemAt(inbox)).toMatchObject({ attempts: 3, fence: 3 });
    });

    test('of one key gives that one only, also before it is due again, but never against a lease that holds', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a', 'b');
      await inbox.settle(await claimed(inbox, { key: 'b' }), { kind: 'failed', reason: 'no answer', dueAt: 5_000 });
      expect(await claimOne(beside, { key: 'b', limit: 9 })).toMatchObject({
        key: 'b',
        attempts: 2,
        fence: 2,
        reason: 'no answer',
      });
      expect(await claimOne(inbox, { key: 'b', now: 109 })).toBeUndefined();
      expect(await claimOne(inbox, { key: 'b', now: 110 })).toMatchObject({ fence: 3 });
      expect(await claimOne(inbox, { key: 'unheard of' })).toBeUndefined();
    });

    test.each(['done', 'quarantined'] as const)('gives nothing that is %s, whether asked for or not', async (kind) => {
      const { inbox, beside } = await open();
      await inbox.settle(await storeAndClaim(inbox), kind === 'done' ? { kind } : { kind, reason: 'not so' });
      expect(await claimOne(beside, { now: 10 ** 9 })).toBeUndefined();
      expect(await claimOne(inbox, { now: 10 ** 9, key: 'a' })).toBeUndefined();
    });

    test('goes in the order in which items were due, and of those stored one after the other in that order; only as many as were asked for', async () => {
      const { inbox } = await open();
      await storeAll(inbox, 'a', 'b', 'c', 'd', 'e');
      for (const [key, dueAt] of [
        ['b', 300],
        ['a', 200],
        ['d', 250],
      ] as const)
        await inbox.settle(await claimed(inbox, { key }), { kind: 'failed', reason: 'no answer', dueAt });
      await inbox.settle(await claimed(inbox, { key: 'e' }), { kind: 'quarantined', reason: 'not so' });
      await storeAll(inbox, 'e', 'f');
      const claim = async (now: number, limit: number) => keysOf(await inbox.claim({ now, leaseMs: 10_000, limit }));
      expect(await claim(199, 2)).toEqual(['c', 'e']);
      expect(await claim(199, 9)).toEqual(['f']);
      expect(await claim(250, 9)).toEqual(['a', 'd']);
      expect(await claim(299, 9)).toEqual([]);
      expect(await claim(300, 9)).toEqual(['b']);
    });

    test('gives items in the order in which they were stored, also after one of them was set aside and opened again', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a', 'b', 'c');
      await inbox.decide('a', { kind: 'quarantine', reason: 'a person wants to look' });
      await storeAll(beside, 'a');
      expect(keysOf(await beside.claim({ now: 0, leaseMs: 10, limit: 9 }))).toEqual(['a', 'b', 'c']);
    });

    test('of what is due empties bodies that were to be kept until now', async () => {
      const { inbox, beside } = await open();
      for (const [key, keepBodyUntil] of [
        ['a', 500],
        ['b', 600],
      ] as const)
        await inbox.settle(await storeAndClaim(inbox, key), { kind: 'done', keepBodyUntil });
      const bodies = async () => (await inbox.list({ limit: 5 })).map(({ body }) => body);
      await claimOne(beside, { now: 499 });
      expect(await bodies()).toEqual(['{"key":"a"}', '{"key":"b"}']);
      await claimOne(beside, { now: 500 });
      expect(await bodies()).toEqual(['', '{"key":"b"}']);
      await claimOne(beside, { now: 600, key: 'another' });
      expect(await bodies()).toEqual(['', '{"key":"b"}']);
      await claimOne(beside, { now: 600 });
      expect(await bodies()).toEqual(['', '']);
    });

    test('that makes no sense is refused', async () => {
      const { inbox } = await open();
      for (const [path, wrong] of [
        ['limit', { limit: 0 }],
        ['limit', { limit: 1.5 }],
        ['leaseMs', { leaseMs: 0 }],
        ['now', { now: -1 }],
        ['now', { now: Number.NaN }],
        ['key', { key: '' }],
        ['key', { key: 'a\0' }],
      ] as const)
        await expect(claimOne(inbox, wrong)).rejects.toMatchObject({ name: 'InputError', issues: [{ path }] });
    });
  });
}
