import { describe, expect, test } from 'vitest';
import type { Inbox, InboxQuery } from '../../../src/webhooks/inbox/inbox.ts';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, delivery, keysOf, storeAll } from './deliveries.ts';

/** Twelve items: kinds, sources and statuses in turn. */
async function fill(inbox: Inbox): Promise<void> {
  for (let index = 0; index < 12; index += 1) {
    const key = `k${String(index).padStart(2, '0')}`;
    await inbox.store(
      delivery(key, {
        kind: (['collection', 'mandate.failed', 'policy'] as const)[index % 3] ?? 'unknown',
        source: index % 4 === 1 ? 'reconciled' : 'webhook',
      }),
    );
    if (index % 2 === 1)
      await inbox.settle(
        await claimed(inbox, { key }),
        index % 4 === 1 ? { kind: 'done' } : { kind: 'quarantined', reason: 'not so' },
      );
  }
}

const names = (...indexes: readonly number[]) => indexes.map((index) => `k${String(index).padStart(2, '0')}`);

const queries: readonly [string, Omit<InboxQuery, 'limit'>, readonly number[]][] = [
  ['all', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['a status', { status: 'unfinished' }, [0, 2, 4, 6, 8, 10]],
  ['done', { status: 'done' }, [1, 5, 9]],
  ['quarantined', { status: 'quarantined' }, [3, 7, 11]],
  ['a kind', { kinds: ['policy'] }, [2, 5, 8, 11]],
  ['kinds', { kinds: ['policy', 'collection', 'policy', 'mandate.expired'] }, [0, 2, 3, 5, 6, 8, 9, 11]],
  ['no kind', { kinds: [] }, []],
  ['a source', { source: 'reconciled' }, [1, 5, 9]],
  ['the other source', { source: 'webhook' }, [0, 2, 3, 4, 6, 7, 8, 10, 11]],
  ['a status and kinds', { status: 'quarantined', kinds: ['collection', 'policy'] }, [3, 11]],
  ['done and a kind', { status: 'done', kinds: ['mandate.failed'] }, [1]],
  ['a source and a kind', { source: 'reconciled', kinds: ['policy', 'mandate.failed'] }, [1, 5]],
  ['the other source and a kind', { source: 'webhook', kinds: ['policy'] }, [2, 8, 11]],
  ['everything', { status: 'done', source: 'reconciled', kinds: ['collection'] }, [9]],
  ['what there is none of', { status: 'unfinished', source: 'reconciled' }, []],
];

/** What an inbox promises of lists. */
export function describeLists(open: OpenInbox): void {
  describe('a list', () => {
    test('holds what was asked for, in the order in which it was stored or the newest first, in pages that fit together', async () => {
      const { inbox, beside } = await open();
      await fill(inbox);
      for (const [what, query, wanted] of queries) {
        for (const newestFirst of [false, true]) {
          for (const limit of [1, 3, 12, 50]) {
            const keys: string[] = [];
            let after: string | undefined;
            do {
              const page = await beside.list({ ...query, limit, newestFirst, ...(after !== undefined && { after }) });
              expect(page.length, what).toBeLessThanOrEqual(limit);
              keys.push(...keysOf(page));
              after = page.length < limit ? undefined : page.at(-1)?.key;
            } while (after !== undefined);
            expect(keys, `${what}, ${limit} at a time`).toEqual(
              newestFirst ? names(...wanted).toReversed() : names(...wanted),
            );
          }
        }
      }
    });

    test('goes on behind what was read, whatever came or changed meanwhile', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a', 'b', 'c', 'd');
      expect(keysOf(await inbox.list({ limit: 2, newestFirst: true }))).toEqual(['d', 'c']);
      await storeAll(beside, 'e');
      await inbox.settle(await claimed(inbox, { key: 'c' }), { kind: 'done' });
      expect(keysOf(await inbox.list({ limit: 2, newestFirst: true, after: 'c' }))).toEqual(['b', 'a']);
      expect(keysOf(await inbox.list({ limit: 4, after: 'd' }))).toEqual(['e']);
    });

    test('goes on behind an item of another kind, and holds nothing behind an unknown one', async () => {
      const { inbox } = await open();
      await inbox.store(delivery('a', { kind: 'policy' }));
      await inbox.store(delivery('b'));
      expect(keysOf(await inbox.list({ limit: 4, after: 'a', kinds: ['collection'] }))).toEqual(['b']);
      for (const newestFirst of [false, true])
        expect(await inbox.list({ limit: 4, after: 'nobody', newestFirst })).toEqual([]);
    });

    test('that makes no sense is refused', async () => {
      const { inbox } = await open();
      for (const [path, wrong, message] of [
        ['limit', { limit: 0 }, 'is 0: give a whole number from 1'],
        ['limit', { limit: 1.5 }, 'is 1.5: give a whole number from 1'],
        ['after', { after: '' }, 'is empty: give it a name'],
        ['status', { status: 'open' as never }, "is 'open': give one of unfinished, done, quarantined"],
        ['source', { source: 'x' as never }, "is 'x': give 'webhook' or 'reconciled'"],
        ['kinds', { kinds: ['' as never] }, 'is empty: give it a name'],
      ] as const)
        await expect(inbox.list({ limit: 1, ...wrong })).rejects.toMatchObject({
          name: 'InputError',
          issues: [{ path, message }],
        });
    });
  });
}
