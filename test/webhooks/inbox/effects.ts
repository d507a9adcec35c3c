import { describe, expect, test } from 'vitest';
import type { InboxNature, OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, itemAt, storeAndClaim } from './deliveries.ts';

/** What an inbox promises of what is committed together with an end. */
export function describeEffects(open: OpenInbox, { lends }: InboxNature): void {
  describe('what is committed with the end of a claim', () => {
    test.each([
      ['done', { kind: 'done' }, { status: 'done', body: '' }],
      ['done with its body', { kind: 'done', keepBodyUntil: 9 }, { status: 'done', body: '{"key":"a"}' }],
      ['failed', { kind: 'failed', reason: 'half', dueAt: 5 }, { status: 'unfinished', reason: 'half' }],
      ['quarantined', { kind: 'quarantined', reason: 'half' }, { status: 'quarantined', reason: 'half' }],
    ] as const)('is there when the item is %s', async (_how, settlement, wanted) => {
      const { inbox, beside, effects } = await open();
      const held = await storeAndClaim(inbox);
      expect(await inbox.settle(held, settlement, (transaction) => effects?.write(transaction, 'paid'))).toBe(true);
      expect(await itemAt(beside)).toMatchObject(wanted);
      if (effects) expect(await effects.lines()).toEqual(['paid']);
    });

    test('is not there when it threw; what it threw is thrown, and the item stays as it was', async () => {
      const { inbox, beside, effects } = await open();
      const held = await storeAndClaim(inbox);
      for (const thrown of [new Error('no room'), 'no error at all', undefined]) {
        const failing = inbox.settle(held, { kind: 'done' }, (transaction) => {
          const written = effects?.write(transaction, 'paid');
          const fail = () => {
            throw thrown;
          };
          return written ? written.then(fail) : fail();
        });
        const [ending] = await Promise.allSettled([failing]);
        expect(ending).toEqual({ status: 'rejected', reason: thrown });
        if (effects) expect(await effects.lines()).toEqual([]);
        expect(await itemAt(beside)).toEqual(held);
      }
      expect(await claimOne(beside, { now: 109 })).toBeUndefined();
      expect(await beside.settle(held, { kind: 'done' }, (transaction) => effects?.write(transaction, 'paid'))).toBe(
        true,
      );
      if (effects) expect(await effects.lines()).toEqual(['paid']);
    });

    test('is asked for only while the claim holds', async () => {
      const { inbox, beside } = await open();
      const late = await storeAndClaim(inbox);
      const present = await claimed(beside, { now: 110 });
      const never = () => expect.fail('the claim does not hold');
      expect(await inbox.settle(late, { kind: 'done' }, never)).toBe(false);
      expect(await itemAt(inbox)).toEqual(present);
      await beside.settle(present, { kind: 'done' });
      expect(await beside.settle(present, { kind: 'done' }, never)).toBe(false);
      expect(await beside.settle({ key: 'unheard of', fence: 1 }, { kind: 'done' }, never)).toBe(false);
    });

    test('counts also when the lease ran out, while no other process has claimed the item', async () => {
      const { inbox, effects } = await open();
      const held = await storeAndClaim(inbox, 'a', { leaseMs: 1 });
      await storeAndClaim(inbox, 'b', { now: 10_000 });
      expect(await inbox.settle(held, { kind: 'done' }, (transaction) => effects?.write(transaction, 'paid'))).toBe(
        true,
      );
      if (effects) expect(await effects.lines()).toEqual(['paid']);
    });

    test('happens once, however many end the claim at the same time', async () => {
      const { inbox, beside, effects } = await open();
      const held = await storeAndClaim(inbox);
      const calls: number[] = [];
      const settled = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? inbox : beside).settle(held, { kind: 'done' }, (transaction) => {
            calls.push(index);
            return effects?.write(transaction, `paid by ${index}`);
          }),
        ),
      );
      expect(settled.filter(Boolean)).toHaveLength(1);
      expect(calls).toEqual([settled.indexOf(true)]);
      if (effects) expect(await effects.lines()).toEqual([`paid by ${settled.indexOf(true)}`]);
    });

    test.skipIf(lends === 'at-once')(
      'is waited for: meanwhile no process gets the item, also after the lease, and who decides waits',
      async () => {
        const { inbox, beside, effects } = await open();
        const held = await storeAndClaim(inbox);
        const seen: unknown[] = [];
        const end = inbox.settle(held, { kind: 'done' }, async (transaction) => {
          await effects?.write(transaction, 'paid');
          seen.push('began');
          // In a database of one connection no other query runs before the end; there they ask after it.
          const others = [
            claimOne(beside, { now: 10_000 }),
            claimOne(beside, { now: 10_000, key: 'a' }),
            beside.decide('a', { kind: 'replay', now: 5 }),
            beside.recognise(held, 'n'),
          ];
          seen.push(Promise.all(others));
          for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        });
        expect(await end).toBe(true);
        expect(await seen[1]).toEqual([undefined, undefined, false, 'lost']);
        expect(await itemAt(inbox)).toEqual({ ...held, status: 'done', body: '' });
      },
    );
  });
}
