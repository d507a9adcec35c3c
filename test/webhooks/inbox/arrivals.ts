import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import type { NewDelivery } from '../../../src/webhooks/inbox/inbox.ts';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, delivery, itemAt, keysOf, storeAll, storeAndClaim } from './deliveries.ts';

const unusual = [
  ['nothing', ''],
  ['U+0000', '{"a":"b\0c"}\0'],
  ['half of a character', 'a\ud83d'],
  ['the mark of a text that was treated', 'json:"{}"'],
  ['quotes and backslashes', `o'brien "x" \\ \\' $1 ; -- {a,b} % ? NULL`],
  ['tone marks and line breaks', 'Ọlá\tgbàdúrà\r\n\u2028😀'],
  ['half a megabyte', 'ọ'.repeat(250_000)],
] as const;

/** What an inbox promises of deliveries that are stored. */
export function describeArrivals(open: OpenInbox): void {
  describe('storing a delivery', () => {
    test('keeps it as it came, unfinished', async () => {
      const { inbox, beside } = await open();
      const given = delivery('a', {
        kind: 'mandate.failed',
        source: 'reconciled',
        receivedAt: '2026-01-31T08:00:00.5+01:00',
        news: 'mandate:1:failed',
      });
      expect(await inbox.store(given)).toBe('stored');
      expect(await beside.list({ limit: 5 })).toEqual([{ ...given, status: 'unfinished', attempts: 0, fence: 0 }]);
    });

    test.each(unusual)('keeps a body byte for byte: %s', async (_what, body) => {
      const { inbox, beside } = await open();
      await inbox.store(delivery('a', { body }));
      expect((await itemAt(beside))?.body === body).toBe(true);
      expect((await claimed(beside)).body === body).toBe(true);
    });

    test('once: the same key again is a duplicate and changes nothing, also when it is held or done', async () => {
      const { inbox, beside } = await open();
      const other = delivery('a', {
        body: 'another',
        kind: 'policy',
        receivedAt: '2026-02-01T07:00:00.000Z',
        news: 'n',
      });
      await inbox.store(delivery('a'));
      const [before] = await inbox.list({ limit: 2 });
      expect(await beside.store(other)).toBe('duplicate');
      expect(await inbox.list({ limit: 2 })).toEqual([before]);
      const held = await claimed(inbox);
      expect(await beside.store(other)).toBe('duplicate');
      expect(await claimOne(inbox, { now: 109 })).toBeUndefined();
      await inbox.settle(held, { kind: 'done' });
      expect(await beside.store(other)).toBe('duplicate');
      expect(await inbox.list({ limit: 2 })).toEqual([{ ...held, status: 'done', body: '' }]);
      expect(await inbox.store(delivery('b', { news: 'n' }))).toBe('stored');
    });

    test('opens one again that is quarantined, and due, and changes nothing else of it', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      await inbox.settle(held, { kind: 'quarantined', reason: 'not so' });
      expect(
        await beside.store(
          delivery('a', { body: 'another', kind: 'policy', receivedAt: '2026-02-01T07:00:00.000Z', news: 'n' }),
        ),
      ).toBe('reopened');
      expect(await inbox.list({ limit: 5 })).toEqual([{ ...held, status: 'unfinished', reason: 'not so' }]);
      expect(await beside.store(delivery('a'))).toBe('duplicate');
      expect(await claimOne(inbox, { now: 0 })).toEqual({ ...held, attempts: 2, fence: 2, reason: 'not so' });
    });

    test('that reconciliation found opens none again: only what the service itself repeats does', async () => {
      const { inbox, beside } = await open();
      await inbox.store(delivery('a', { source: 'reconciled', news: 'n' }));
      await inbox.decide('a', { kind: 'quarantine', reason: 'a person wants to look' });
      await inbox.settle(await storeAndClaim(inbox, 'b'), { kind: 'quarantined', reason: 'not so' });
      const before = await inbox.list({ limit: 5 });
      for (const key of ['a', 'b'])
        for (const news of ['n', 'm', undefined])
          expect(await beside.store(delivery(key, { source: 'reconciled', ...(news !== undefined && { news }) }))).toBe(
            'duplicate',
          );
      expect(await inbox.list({ limit: 5 })).toEqual(before);
      expect(await claimOne(inbox)).toBeUndefined();
      // It does not matter which item brought it first: the service says it now.
      expect(await Promise.all([beside.store(delivery('a')), beside.store(delivery('b'))])).toEqual([
        'reopened',
        'reopened',
      ]);
    });

    test('whose state change another item brings is a duplicate, whatever became of that one', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, delivery('a', { news: 'n' }), 'b', 'c');
      expect(await beside.store(delivery('d', { news: 'n' }))).toBe('duplicate');
      await inbox.settle(await claimed(inbox, { key: 'a' }), { kind: 'done' });
      expect(await beside.store(delivery('d', { news: 'n' }))).toBe('duplicate');
      await inbox.recognise(await claimed(inbox, { key: 'b' }), 'm');
      expect(await beside.store(delivery('e', { news: 'm', source: 'reconciled' }))).toBe('duplicate');
      await inbox.decide('b', { kind: 'quarantine', reason: 'a person wants to look' });
      expect(await beside.store(delivery('e', { news: 'm' }))).toBe('duplicate');
      expect(keysOf(await inbox.list({ limit: 9 }))).toEqual(['a', 'b', 'c']);
      expect(await beside.store(delivery('e', { news: 'another' }))).toBe('stored');
    });

    const half = 'holds U+0000 or half of a character, which not every store can keep: take it out';
    test.each<[string, Partial<NewDelivery>, string]>([
      ['key', { key: '' }, 'is empty: give it a name'],
      ['key', { key: 'a\0' }, half],
      ['key', { key: 'k'.repeat(513) }, 'has 513 characters: shorten it to 512'],
      ['kind', { kind: '' as never }, 'is empty: give it a name'],
      ['source', { source: 'somebody' as never }, "is 'somebody': give 'webhook' or 'reconciled'"],
      ['receivedAt', { receivedAt: 'today' }, 'is no instant: give ISO 8601 in UTC'],
      ['body', { body: undefined as never }, 'is no text: give the body as it came'],
      ['news', { news: 'n\ud83d' }, half],
      ['news', { news: '' }, 'is empty: give it a name'],
    ])('refuses a wrong %s: %j', async (path, facts, message) => {
      const { inbox } = await open();
      const refused = await inbox.store(delivery('a', facts)).catch((error) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect(refused.issues).toEqual([{ path, message }]);
      expect(refused.message).toMatch(/^(?:An inbox|A store) cannot do this/);
      expect(await inbox.list({ limit: 1 })).toEqual([]);
    });
  });
}
