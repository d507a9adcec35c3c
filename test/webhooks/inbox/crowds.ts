import { describe, expect, test } from 'vitest';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, delivery, itemAt, keysOf, storeAll, storeAndClaim } from './deliveries.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);

/** What an inbox promises when many come at once. */
export function describeCrowds(open: OpenInbox): void {
  describe('a crowd', () => {
    test('of copies that come at once is stored once each, whichever process receives them', async () => {
      const { inbox, beside } = await open();
      const copies = Array.from({ length: 4 }, () => keys(60)).flat();
      const answers = await Promise.all(
        copies.map(async (key, index) => [key, await (index % 3 ? inbox : beside).store(delivery(key))] as const),
      );
      expect(keysOf(answers.filter(([, answer]) => answer === 'stored').map(([key]) => ({ key }))).toSorted()).toEqual(
        keys(60).toSorted(),
      );
      expect(answers.filter(([, answer]) => answer === 'duplicate')).toHaveLength(180);
      expect(await inbox.list({ limit: 500 })).toHaveLength(60);
    });

    test('of deliveries of the same state change stores one', async () => {
      const { inbox, beside } = await open();
      const answers = await Promise.all(
        keys(40).map((key, index) => (index % 2 ? inbox : beside).store(delivery(key, { news: `n${index % 4}` }))),
      );
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(4);
      expect((await inbox.list({ limit: 50 })).map(({ news }) => news).toSorted()).toEqual(['n0', 'n1', 'n2', 'n3']);
    });

    test('of copies of what is quarantined opens it again once', async () => {
      const { inbox, beside } = await open();
      await inbox.settle(await storeAndClaim(inbox), { kind: 'quarantined', reason: 'not so' });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? inbox : beside).store(delivery('a'))),
      );
      expect(answers.filter((answer) => answer === 'reopened')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'duplicate')).toHaveLength(19);
    });

    test('of claimants gets each item once, and all of them', async () => {
      const { inbox, beside } = await open();
      await Promise.all(keys(90).map((key) => inbox.store(delivery(key))));
      const got: string[] = [];
      const claimant = async (index: number) => {
        // A claim may come back empty while others decide, so everyone claims until nothing is left.
        for (;;) {
          const items = await (index % 2 ? inbox : beside).claim({ now: 100, leaseMs: 1_000, limit: 1 + (index % 5) });
          for (const { key, fence } of items) {
            expect(fence).toBe(1);
            got.push(key);
          }
          if (items.length === 0) return;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => claimant(index)));
      expect(got.toSorted()).toEqual(keys(90).toSorted());
    });

    test('of claimants of one key lets one have it', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a');
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? inbox : beside).claim({ now: 100, leaseMs: 10, limit: 1, key: 'a' }),
        ),
      );
      expect(claims.flat()).toHaveLength(1);
    });

    test('of deliveries that turn out to bring the same state change has one that is first', async () => {
      const { inbox, beside } = await open();
      const items = [];
      for (const key of keys(40)) items.push(await storeAndClaim(inbox, key));
      const answers = await Promise.all(
        items.map((item, index) => (index % 3 ? inbox : beside).recognise(item, `n${index % 5}`)),
      );
      expect(answers.filter((answer) => answer === 'ours')).toHaveLength(5);
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(35);
      const named = (await inbox.list({ limit: 99 })).filter(({ news }) => news !== undefined);
      expect(named.map(({ key }) => key).toSorted()).toEqual(
        items
          .filter((_, index) => answers[index] === 'ours')
          .map(({ key }) => key)
          .toSorted(),
      );
    });

    test('of items that want the state change of those that are quarantined has one heir of each', async () => {
      const { inbox, beside } = await open();
      for (const key of keys(4)) {
        const shut = await storeAndClaim(inbox, `shut ${key}`);
        await inbox.recognise(shut, `n${key}`);
        await inbox.settle(shut, { kind: 'quarantined', reason: 'not so' });
      }
      const items = [];
      for (const key of keys(24)) items.push(await storeAndClaim(inbox, key));
      const wanted = items.map((_, index) => `n${keys(4)[index % 4]}`);
      const [answers, stored] = await Promise.all([
        Promise.all(items.map((item, index) => (index % 3 ? inbox : beside).recognise(item, wanted[index] ?? ''))),
        Promise.all(
          keys(4).map((key, index) =>
            (index % 2 ? inbox : beside).store(delivery(`found ${key}`, { news: `n${key}`, source: 'reconciled' })),
          ),
        ),
      ]);
      // At every moment a name belongs to an item.
      expect(stored).toEqual(keys(4).map(() => 'duplicate'));
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(20);
      const heirs = items.flatMap(({ key }, index) => (answers[index] === 'ours' ? [[wanted[index], key]] : []));
      const named = (await inbox.list({ limit: 99 })).flatMap(({ news, key }) =>
        news === undefined ? [] : [[news, key]],
      );
      expect(named.toSorted()).toEqual(heirs.toSorted());
      expect(new Set(named.map(([news]) => news)).size).toBe(4);
    });

    test('of replays and heirs of what is quarantined leaves each name with one that is worked on', async () => {
      const { inbox, beside } = await open();
      for (const key of keys(12)) {
        const shut = await storeAndClaim(inbox, `shut ${key}`);
        await inbox.recognise(shut, `n${key}`);
        await inbox.settle(shut, { kind: 'quarantined', reason: 'not so' });
      }
      const items = [];
      for (const key of keys(12)) items.push(await storeAndClaim(inbox, key));
      const [answers] = await Promise.all([
        Promise.all(items.map((item) => inbox.recognise(item, `n${item.key}`))),
        Promise.all(keys(12).map((key) => beside.store(delivery(`shut ${key}`)))),
      ]);
      for (const [index, key] of keys(12).entries()) {
        const [shut, heir] = [await itemAt(inbox, `shut ${key}`), await itemAt(inbox, key)];
        expect([shut?.status, shut?.news, heir?.news]).toEqual([
          'unfinished',
          ...(answers[index] === 'ours' ? [undefined, `n${key}`] : [`n${key}`, undefined]),
        ]);
      }
    });

    test('of stores and recognitions of the same state change leaves one item that brings it', async () => {
      const { inbox, beside } = await open();
      const items = [];
      for (const key of keys(20)) items.push(await storeAndClaim(inbox, key));
      const named = items.map((item, index) => inbox.recognise(item, `n${index}`));
      const stored = keys(20).map((key, index) =>
        beside.store(delivery(`found ${key}`, { news: `n${index}`, source: 'reconciled' })),
      );
      const [names, stores] = [await Promise.all(named), await Promise.all(stored)];
      for (const [index, name] of names.entries())
        expect([name, stores[index]]).toEqual(name === 'ours' ? ['ours', 'duplicate'] : ['taken', 'stored']);
    });

    test('of ends is answered one by one, and late ones affect no other', async () => {
      const { inbox, beside } = await open();
      await Promise.all(keys(80).map((key) => inbox.store(delivery(key))));
      const items = await inbox.claim({ now: 100, leaseMs: 10, limit: 80 });
      const again = new Set(keysOf(await beside.claim({ now: 110, leaseMs: 10, limit: 15 })));
      const settled = await Promise.all(
        items.map((item, index) => (index % 3 ? inbox : beside).settle(item, { kind: 'done' })),
      );
      expect(items.filter((_, index) => !settled[index]).map(({ key }) => key)).toEqual([...again]);
      expect(await inbox.list({ limit: 99, status: 'done' })).toHaveLength(65);
    });

    test('of ends, copies and decisions of one item leaves it in one piece', async () => {
      const { inbox, beside } = await open();
      for (let round = 0; round < 5; round += 1) {
        const key = `key-${round}`;
        await storeAll(inbox, key);
        const item = await claimed(inbox, { key });
        const [isDone, isShut, stored] = await Promise.all([
          inbox.settle(item, { kind: 'done' }),
          beside.decide(key, { kind: 'quarantine', reason: 'a person wants to look' }),
          beside.store(delivery(key)),
        ]);
        const [now] = await inbox.list({ limit: 1, newestFirst: true });
        expect(isDone).toBe(!isShut);
        expect(now?.status).toBe(isDone ? 'done' : stored === 'reopened' ? 'unfinished' : 'quarantined');
      }
    });
  });
}
