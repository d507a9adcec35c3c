import { describe, expect, test } from 'vitest';
import type { InboxDecision } from '../../../src/webhooks/inbox/inbox.ts';
import type { OpenInbox } from '../inbox-suite.ts';
import { claimed, claimOne, itemAt, keysOf, storeAll, storeAndClaim } from './deliveries.ts';

const replay: InboxDecision = { kind: 'replay', now: 150 };
const quarantine: InboxDecision = { kind: 'quarantine', reason: 'a person wants to look' };

/** What an inbox promises of what people decide. */
export function describeDecisions(open: OpenInbox): void {
  describe('a decision', () => {
    test('to replay what is quarantined has it worked on from then on, with no attempts', async () => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox);
      await inbox.settle(held, { kind: 'quarantined', reason: 'not so' });
      expect(await beside.decide('a', replay)).toBe(true);
      expect(await itemAt(inbox)).toEqual({ ...held, attempts: 0, reason: 'not so' });
      expect(await claimOne(inbox, { now: 149 })).toBeUndefined();
      expect(await claimOne(inbox, { now: 150 })).toMatchObject({ attempts: 1, fence: 2 });
    });

    test('to replay what waits to be tried again has it tried at once, after what was due before', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a', 'b');
      for (const [key, dueAt] of [
        ['a', 9_000],
        ['b', 140],
      ] as const)
        await inbox.settle(await claimed(inbox, { key }), { kind: 'failed', reason: 'no answer', dueAt });
      expect(await beside.decide('a', replay)).toBe(true);
      expect(keysOf(await inbox.claim({ now: 150, leaseMs: 5, limit: 5 }))).toEqual(['b', 'a']);
    });

    test('to quarantine keeps an item aside, also one that is quarantined for another reason', async () => {
      const { inbox, beside } = await open();
      await storeAll(inbox, 'a');
      expect(await beside.decide('a', quarantine)).toBe(true);
      expect(await itemAt(inbox)).toMatchObject({
        status: 'quarantined',
        reason: 'a person wants to look',
        attempts: 0,
      });
      expect(await claimOne(inbox, { now: 10 ** 6, key: 'a' })).toBeUndefined();
      expect(await beside.decide('a', { kind: 'quarantine', reason: 'it was a forgery' })).toBe(true);
      expect((await itemAt(inbox))?.reason).toBe('it was a forgery');
    });

    test.each([replay, quarantine])('takes the item away from its holder: %j', async (decision) => {
      const { inbox, beside } = await open();
      const held = await storeAndClaim(inbox, 'a', { leaseMs: 10_000 });
      expect(await beside.decide('a', decision)).toBe(true);
      const decided = await itemAt(inbox);
      expect(await inbox.settle(held, { kind: 'done' })).toBe(false);
      expect(await inbox.settle(held, { kind: 'done' }, () => expect.fail('it is not held any more'))).toBe(false);
      expect(await inbox.recognise(held, 'n')).toBe('lost');
      expect(await itemAt(inbox)).toEqual(decided);
      if (decision.kind === 'replay')
        expect(await claimOne(inbox, { now: 150 })).toMatchObject({ attempts: 1, fence: 2 });
      expect(await inbox.settle(held, { kind: 'done' })).toBe(false);
    });

    test('changes nothing of what is done, and nothing that is not there', async () => {
      const { inbox, beside } = await open();
      await inbox.settle(await storeAndClaim(inbox), { kind: 'done' });
      const done = await itemAt(inbox);
      for (const decision of [replay, quarantine]) {
        expect(await beside.decide('a', decision)).toBe(false);
        expect(await beside.decide('b', decision)).toBe(false);
      }
      expect(await inbox.list({ limit: 5 })).toEqual([done]);
    });

    test('that makes no sense is refused', async () => {
      const { inbox } = await open();
      await storeAll(inbox, 'a');
      const refuses = (path: string) => ({ name: 'InputError', issues: [{ path }] });
      await expect(inbox.decide('', replay)).rejects.toMatchObject(refuses('key'));
      for (const now of [Number.NaN, -1])
        await expect(inbox.decide('a', { kind: 'replay', now })).rejects.toMatchObject(refuses('now'));
      expect(await inbox.decide('a', { kind: 'replay', now: 0 })).toBe(true);
      await inbox.decide('a', { kind: 'quarantine', reason: `\0${'x'.repeat(900)}` });
      expect((await itemAt(inbox))?.reason).toBe(`\ufffd${'x'.repeat(499)}`);
    });
  });
}
