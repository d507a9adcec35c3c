import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, delivery, itemAt, storeAndClaim } from './deliveries.ts';

/** What an inbox promises of the news that items bring. */
export function describeNews(open: OpenInbox): void {
  describe('recognising news', () => {
    test('gives an item that is held its name', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      expect(await beside.recognise(held, 'n')).toBe('ours');
      expect(await itemAt(inbox)).toEqual({ ...held, news: 'n' });
      expect(await inbox.recognise(held, 'n')).toBe('ours');
    });

    test('of which another item is the first leaves this one as it is, whatever became of the first', async () => {
      const { inbox, beside } = await open();
      const first = await storeAndClaim(inbox);
      const second = await storeAndClaim(beside, 'b');
      await inbox.recognise(first, 'n');
      expect(await beside.recognise(second, 'n')).toBe('taken');
      await inbox.settle(first, { kind: 'done' });
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

    test('anew gives the former name free', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      await inbox.recognise(held, 'n');
      expect(await inbox.recognise(held, 'm')).toBe('ours');
      expect(await inbox.recognise(await storeAndClaim(inbox, 'b'), 'n')).toBe('ours');
    });

    test('is lost on whoever does not hold the item any more, and changes nothing', async () => {
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
    });

    test('holds when the lease ran out but nobody claimed again', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox, 'a', { leaseMs: 1 });
      await storeAndClaim(inbox, 'b', { now: 10_000 });
      expect(await inbox.recognise(held, 'n')).toBe('ours');
    });

    test('that no inbox could keep is refused', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      for (const news of ['', 'a\0', 'n'.repeat(513)]) await expect(inbox.recognise(held, news)).rejects.toThrow(InputError);
      await expect(inbox.recognise({ key: 'a\0', fence: 1 }, 'n')).rejects.toThrow(InputError);
    });
  });
}
