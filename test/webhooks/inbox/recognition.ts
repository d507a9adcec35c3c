import { describe, expect, test } from 'vitest';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, delivery, itemAt, storeAndClaim } from './deliveries.ts';

/** What an inbox promises about the state changes that items bring. */
export function describeRecognition(open: OpenInbox): void {
  describe('recognising a state change', () => {
    test('gives an item that is held its name', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      expect(await beside.recognise(held, 'n')).toBe('ours');
      expect(await itemAt(inbox)).toEqual({ ...held, news: 'n' });
      expect(await inbox.recognise(held, 'n')).toBe('ours');
    });

    test('of which another item is the first leaves this one as it is, while that one is worked on or waits, and when it is done', async () => {
      const { inbox, beside } = await open();
      const first = await storeAndClaim(inbox);
      const second = await storeAndClaim(beside, 'b');
      await inbox.recognise(first, 'n');
      expect(await beside.recognise(second, 'n')).toBe('taken');
      await inbox.settle(first, { kind: 'failed', reason: 'no answer', dueAt: 200 });
      expect(await beside.recognise(second, 'n')).toBe('taken');
      await inbox.settle(await claimed(inbox, { key: first.key }), { kind: 'done' });
      expect(await beside.recognise(second, 'n')).toBe('taken');
      expect(await itemAt(inbox, 'b')).toEqual(second);
      expect(await beside.recognise(second, 'm')).toBe('ours');
      expect(await beside.settle(second, { kind: 'done' })).toBe(true);
    });

    test('that reconciliation brought is taken for a delivery that comes later', async () => {
      const { inbox, beside } = await open();
      await inbox.store(delivery('found', { source: 'reconciled', news: 'n' }));
      expect(await beside.recognise(await storeAndClaim(beside, 'late'), 'n')).toBe('taken');
      expect(await inbox.recognise(await claimed(inbox, { key: 'found' }), 'n')).toBe('ours');
    });

    test('that a quarantined item brings hands the name over, and leaves the rest of that item as it is', async () => {
      const { inbox, beside } = await open();
      const first = await storeAndClaim(inbox);
      await inbox.recognise(first, 'n');
      await inbox.settle(first, { kind: 'quarantined', reason: 'gave up after 20 attempts' });
      const second = await storeAndClaim(beside, 'b');
      expect(await beside.recognise(second, 'm')).toBe('ours');
      expect(await beside.recognise(second, 'n')).toBe('ours');
      const shut = { ...first, status: 'quarantined', reason: 'gave up after 20 attempts' };
      expect(await inbox.list({ limit: 5 })).toEqual([shut, { ...second, news: 'n' }]);
      // The other's former name is free, and this one is kept: a later request for it, and a later delivery of it, get that answer.
      expect(await inbox.store(delivery('c', { news: 'm' }))).toBe('stored');
      expect(await inbox.store(delivery('d', { news: 'n' }))).toBe('duplicate');
      expect(await inbox.recognise(second, 'n')).toBe('ours');
    });

    test('is handed over from whatever a person put aside, also what reconciliation brought', async () => {
      const { inbox, beside } = await open();
      await inbox.store(delivery('found', { source: 'reconciled', news: 'n' }));
      await inbox.decide('found', { kind: 'quarantine', reason: 'a person wants to look' });
      expect(await inbox.store(delivery('other', { news: 'n' }))).toBe('duplicate');
      expect(await beside.recognise(await storeAndClaim(beside, 'late'), 'n')).toBe('ours');
      expect((await itemAt(inbox, 'found'))?.news).toBeUndefined();
    });

    test.each(['replayed', 'delivered again'])(
      'anew goes for an item that handed its name over and is %s',
      async (how) => {
        const { inbox, beside } = await open();
        const first = await storeAndClaim(inbox);
        await inbox.recognise(first, 'n');
        await inbox.settle(first, { kind: 'quarantined', reason: 'not so' });
        const second = await storeAndClaim(beside, 'b');
        await beside.recognise(second, 'n');
        await (how === 'replayed' ? inbox.decide('a', { kind: 'replay', now: 100 }) : inbox.store(delivery('a')));
        const again = await claimed(inbox, { key: 'a' });
        expect(again.news).toBeUndefined();
        expect(await inbox.recognise(again, 'n')).toBe('taken');
        await beside.settle(second, { kind: 'quarantined', reason: 'not so' });
        expect(await inbox.recognise(again, 'n')).toBe('ours');
        expect((await itemAt(inbox, 'b'))?.news).toBeUndefined();
      },
    );

    test('of an item that was quarantined and is worked on again stays with it', async () => {
      const { inbox, beside } = await open();
      const first = await storeAndClaim(inbox);
      await inbox.recognise(first, 'n');
      await inbox.settle(first, { kind: 'quarantined', reason: 'not so' });
      await inbox.decide('a', { kind: 'replay', now: 100 });
      expect(await beside.recognise(await storeAndClaim(beside, 'b'), 'n')).toBe('taken');
      expect(await claimOne(inbox, { key: 'a' })).toMatchObject({ news: 'n' });
    });

    test('anew gives the former name free', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      await inbox.recognise(held, 'n');
      expect(await inbox.recognise(held, 'm')).toBe('ours');
      expect(await inbox.recognise(await storeAndClaim(inbox, 'b'), 'n')).toBe('ours');
    });

    test('is refused without a lease on the item, and changes nothing', async () => {
      const { inbox, beside } = await open();
      const late = await storeAndClaim(inbox);
      const present = await claimed(beside, { now: 110 });
      expect(await inbox.recognise(late, 'n')).toBe('lost');
      expect(await beside.recognise(present, 'm')).toBe('ours');
      // Also where the name is another's.
      expect(await inbox.recognise(late, 'm')).toBe('lost');
      await beside.settle(present, { kind: 'failed', reason: 'no answer', dueAt: 200 });
      expect(await beside.recognise(present, 'n')).toBe('lost');
      expect(await inbox.recognise({ key: 'unheard of', fence: 1 }, 'n')).toBe('lost');
      expect((await itemAt(inbox))?.news).toBe('m');
      // Nor does an item that is quarantined hand anything over to it.
      await inbox.decide('a', { kind: 'quarantine', reason: 'a person wants to look' });
      expect(await inbox.recognise({ key: 'unheard of', fence: 1 }, 'm')).toBe('lost');
      expect(await inbox.recognise(present, 'm')).toBe('lost');
      expect((await itemAt(inbox))?.news).toBe('m');
    });

    test('holds when the lease ran out but no process claimed again', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox, 'a', { leaseMs: 1 });
      await storeAndClaim(inbox, 'b', { now: 10_000 });
      expect(await inbox.recognise(held, 'n')).toBe('ours');
    });

    test('that no inbox could keep is refused', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      const refuses = (path: string) => ({ name: 'InputError', issues: [{ path }] });
      for (const news of ['', 'a\0', 'n'.repeat(513)])
        await expect(inbox.recognise(held, news)).rejects.toMatchObject(refuses('news'));
      await expect(inbox.recognise({ key: 'a\0', fence: 1 }, 'n')).rejects.toMatchObject(refuses('key'));
      await expect(inbox.recognise({ key: 'a', fence: 1.5 }, 'n')).rejects.toMatchObject(refuses('fence'));
    });
  });
}
