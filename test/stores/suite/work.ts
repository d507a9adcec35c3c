import { describe, expect, test } from 'vitest';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { beginFiles, sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

const kinds = ['reports', 'debits'];

/** All that is due at an instant, claimed for an instant. */
const due = (store: LoanStore, now: number) => store.claim({ now, leaseMs: 1, limit: 100, kinds });

/** What a store promises of the work that is set with events. */
export function describeWork(open: OpenStore): void {
  describe('work', () => {
    test('is due from its instant on, and not before', async () => {
      const { store, beside } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 1_700_000_000_000 } });
      expect(await beside.claim({ now: 1_699_999_999_999, leaseMs: 1, limit: 9, kinds })).toEqual([]);
      expect(await beside.claim({ now: 1_700_000_000_000, leaseMs: 1, limit: 9, kinds })).toEqual([
        { loanId: 'loan-1', kind: 'reports', dueAt: 1_700_000_000_000, fence: 1, attempts: 1 },
      ]);
    });

    test('is set anew by a later append, and kinds that it does not name stay', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 10, debits: 20 } });
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), { work: { reports: 30 } });
      await store.append('loan-1', 2, sampleEvents('loan-1', 2, 1));
      expect(await due(store, 29)).toMatchObject([{ kind: 'debits', dueAt: 20 }]);
      expect(await due(store, 40)).toMatchObject([
        { kind: 'debits', dueAt: 20 },
        { kind: 'reports', dueAt: 30 },
      ]);
    });

    test('that is set to nothing is not claimed by anybody, even by name', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 10, debits: null } });
      await store.append('loan-1', 1, [], { work: { reports: null } });
      expect(await due(store, 99)).toEqual([]);
      expect(await store.claim({ now: 99, leaseMs: 1, limit: 9, kinds, loanId: 'loan-1' })).toEqual([]);
    });

    test('that comes back after there was nothing goes on counting its fence', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 10 } });
      const [claim] = await due(store, 10);
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), { work: { reports: null } });
      expect(await store.settle(claim as never, { kind: 'done' })).toBe(true);
      await store.append('loan-1', 2, [], { work: { reports: 20 } });
      expect(await due(store, 20)).toMatchObject([{ fence: 2, attempts: 1 }]);
    });

    test('begins to count its attempts again when it is set anew', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 10 } });
      for (const attempts of [1, 2, 3]) {
        const [claim] = await due(store, 10);
        expect(claim).toMatchObject({ attempts });
        await store.settle(claim as never, { kind: 'failed', dueAt: 10, reason: 'no answer' });
      }
      await store.append('loan-1', 1, [], { work: { reports: 10 } });
      expect(await due(store, 10)).toMatchObject([{ attempts: 1 }]);
    });

    test('that is set anew while it is leased stays with its holder, whose claim still counts', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 10 } });
      const query = { leaseMs: 5, limit: 9, kinds };
      const [claim] = await store.claim({ ...query, now: 10 });
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), { work: { reports: 11 } });
      expect(await store.claim({ ...query, now: 14 })).toEqual([]);
      // The holder died after it had gone on to the next piece of work: that piece may have been done.
      expect(await store.claim({ ...query, now: 15 })).toMatchObject([{ dueAt: 11, fence: 2, attempts: 2 }]);
      expect(await store.settle(claim as never, { kind: 'done' })).toBe(false);
    });

    test('of other kinds than were asked for stays where it is', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { work: { reports: 1, debits: 2, another: 3 } });
      const query = { now: 9, leaseMs: 9, limit: 9 };
      expect(await store.claim({ ...query, kinds: [] })).toEqual([]);
      expect(await store.claim({ ...query, kinds: ['debits', 'unheard of'] })).toMatchObject([{ kind: 'debits' }]);
      expect(await store.claim({ ...query, kinds: ['another', 'reports'] })).toMatchObject([
        { kind: 'reports' },
        { kind: 'another' },
      ]);
    });

    test('is claimed in the order in which it was due, whatever its kind, and only as much as was asked for', async () => {
      const { store } = await open();
      await beginFiles(store, 'a', 'b', 'c');
      await store.append('a', 1, [], { work: { debits: 40, reports: 20 } });
      await store.append('b', 1, [], { work: { debits: 10, reports: 50 } });
      await store.append('c', 1, [], { work: { debits: 30 } });
      const query = { now: 60, leaseMs: 60, limit: 2, kinds };
      expect((await store.claim(query)).map(({ dueAt }) => dueAt)).toEqual([10, 20]);
      expect((await store.claim(query)).map(({ dueAt }) => dueAt)).toEqual([30, 40]);
      expect((await store.claim(query)).map(({ dueAt }) => dueAt)).toEqual([50]);
      expect(await store.claim(query)).toEqual([]);
    });
  });
}
