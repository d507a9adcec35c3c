import { describe, expect, test } from 'vitest';
import type { Settlement } from '../../../src/webhooks/inbox/inbox.ts';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, itemAt, storeAndClaim } from './deliveries.ts';

const ends: readonly Settlement[] = [
  { kind: 'done' },
  { kind: 'failed', reason: 'late', dueAt: 900 },
  { kind: 'quarantined', reason: 'late' },
];

/** What an inbox promises of the ends of claims. */
export function describeEnds(open: OpenInbox): void {
  describe('the end of a claim', () => {
    test('that is done leaves the item without its body and without what had failed before', async () => {
      const { inbox, beside } = await open();
      await inbox.settle(await storeAndClaim(inbox), { kind: 'failed', reason: 'no answer', dueAt: 200 });
      const { reason, ...held } = await claimed(inbox, { now: 200 });
      expect(reason).toBe('no answer');
      await inbox.recognise(held, 'n');
      expect(await beside.settle(held, { kind: 'done' })).toBe(true);
      expect(await itemAt(inbox)).toEqual({ ...held, news: 'n', status: 'done', body: '' });
    });

    test('that is done keeps the body where it is still wanted', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      expect(await inbox.settle(held, { kind: 'done', keepBodyUntil: 500 })).toBe(true);
      expect(await itemAt(inbox)).toEqual({ ...held, status: 'done' });
    });

    test('that failed makes the item due later, with the reason', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      expect(await beside.settle(held, { kind: 'failed', reason: 'no answer', dueAt: 300 })).toBe(true);
      expect(await itemAt(inbox)).toEqual({ ...held, reason: 'no answer' });
      expect(await claimOne(inbox, { now: 299 })).toBeUndefined();
      expect(await claimOne(inbox, { now: 300 })).toMatchObject({ attempts: 2, fence: 2, reason: 'no answer' });
    });

    test('that is quarantined keeps the item aside as it is, with the reason', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      expect(await beside.settle(held, { kind: 'quarantined', reason: 'not so' })).toBe(true);
      expect(await itemAt(inbox)).toEqual({ ...held, status: 'quarantined', reason: 'not so' });
    });

    test.each(ends)('comes once: after %j nothing else', async (end) => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      expect(await inbox.settle(held, end)).toBe(true);
      const ended = await itemAt(inbox);
      for (const again of ends) expect(await beside.settle(held, again)).toBe(false);
      expect(await itemAt(inbox)).toEqual(ended);
    });

    test('counts also when the lease ran out, while no other process has claimed the item', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox, 'a', { leaseMs: 1 });
      await storeAndClaim(inbox, 'b', { now: 10_000 });
      expect(await inbox.settle(held, { kind: 'done' })).toBe(true);
    });

    test('that comes too late changes nothing', async () => {
      const { inbox, beside } = await open();
      const late = await storeAndClaim(inbox);
      const present = await claimed(beside, { now: 110 });
      for (const end of ends) expect(await inbox.settle(late, end)).toBe(false);
      expect(await itemAt(inbox)).toEqual(present);
      expect(await claimOne(inbox, { now: 119 })).toBeUndefined();
      expect(await beside.settle(present, { kind: 'done' })).toBe(true);
    });

    test('that was never begun, or only made up, changes nothing', async () => {
      const { inbox } = await open();
      const { fence } = await storeAndClaim(inbox);
      const item = await itemAt(inbox);
      for (const claim of [
        { key: 'b', fence },
        { key: 'a', fence: 0 },
        { key: 'a', fence: fence + 1 },
      ])
        expect(await inbox.settle(claim, { kind: 'done' })).toBe(false);
      expect(await itemAt(inbox)).toEqual(item);
    });

    test('takes any reason: a long one is cut, and what no inbox keeps is replaced', async () => {
      const { inbox, beside } = await open();
      for (const kind of ['failed', 'quarantined'] as const) {
        const held = await storeAndClaim(inbox, kind);
        await inbox.settle(held, { kind, reason: `a\0b\ud83d ${'x'.repeat(600)}`, dueAt: 5 } as Settlement);
        expect((await itemAt(beside, kind))?.reason).toBe(`a\ufffdb\ufffd ${'x'.repeat(495)}`);
      }
    });

    test('that makes no sense is refused', async () => {
      const { inbox } = await open();
      const held = await storeAndClaim(inbox);
      const refuses = (path: string) => ({ name: 'InputError', issues: [{ path }] });
      for (const dueAt of [-1, 1.5])
        await expect(inbox.settle(held, { kind: 'failed', reason: 'x', dueAt })).rejects.toMatchObject(
          refuses('dueAt'),
        );
      for (const keepBodyUntil of [Number.NaN, -1])
        await expect(inbox.settle(held, { kind: 'done', keepBodyUntil })).rejects.toMatchObject(
          refuses('keepBodyUntil'),
        );
      for (const [path, claim] of [
        ['key', { key: '', fence: 1 }],
        ['fence', { key: 'a', fence: -1 }],
      ] as const)
        await expect(inbox.settle(claim, { kind: 'done' })).rejects.toMatchObject(refuses(path));
      expect(await itemAt(inbox)).toEqual(held);
      expect(await inbox.settle(held, { kind: 'done' })).toBe(true);
    });
  });
}
