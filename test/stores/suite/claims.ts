import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import type { LoanStore, WorkClaim } from '../../../src/loan-file/store.ts';
import { sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

const kinds = ['reports'];

/** A file with one piece of work, due at 100. */
async function begin(store: LoanStore, loanId = 'loan-1') {
  await store.append(loanId, 0, sampleEvents(loanId, 0, 1), { work: { reports: 100 } });
}

/** Claims one piece of work, for 10 ms. */
async function claimOne(store: LoanStore, now: number, loanId?: string): Promise<WorkClaim | undefined> {
  const claims = await store.claim({ now, leaseMs: 10, limit: 1, kinds, ...(loanId !== undefined && { loanId }) });
  return claims[0];
}

/** What a store promises of claims, their leases and their ends. */
export function describeClaims(open: OpenStore): void {
  describe('a claim', () => {
    test('keeps everybody else away until its lease runs out', async () => {
      const { store, beside } = await open();
      await begin(store);
      expect(await claimOne(store, 100)).toMatchObject({ fence: 1, attempts: 1 });
      expect(await claimOne(store, 109)).toBeUndefined();
      expect(await claimOne(beside, 109)).toBeUndefined();
      expect(await claimOne(beside, 110)).toMatchObject({ fence: 2, attempts: 2 });
      expect(await claimOne(store, 120)).toMatchObject({ fence: 3, attempts: 3 });
    });

    test('of one loan asks before it is due, but never against a lease that holds', async () => {
      const { store, beside } = await open();
      await begin(store);
      await begin(store, 'loan-2');
      expect(await claimOne(store, 5)).toBeUndefined();
      expect(await claimOne(store, 5, 'loan-1')).toEqual({
        loanId: 'loan-1',
        kind: 'reports',
        dueAt: 100,
        fence: 1,
        attempts: 1,
      });
      expect(await claimOne(beside, 14, 'loan-1')).toBeUndefined();
      expect(await claimOne(beside, 15, 'loan-1')).toMatchObject({ loanId: 'loan-1', fence: 2 });
      expect(await claimOne(store, 5, 'unknown')).toBeUndefined();
      expect(await claimOne(store, 200, 'loan-2')).toMatchObject({ loanId: 'loan-2' });
    });

    test('that ended well leaves the work as the events meanwhile have set it, with no attempt counted', async () => {
      const { store } = await open();
      await begin(store);
      const claim = (await claimOne(store, 100)) as WorkClaim;
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), { work: { reports: 105 } });
      expect(await store.settle(claim, { kind: 'done' })).toBe(true);
      expect(await claimOne(store, 104)).toBeUndefined();
      expect(await claimOne(store, 105)).toMatchObject({ dueAt: 105, fence: 2, attempts: 1 });
    });

    test('that ended well without events leaves the work due as it was', async () => {
      const { store } = await open();
      await begin(store);
      expect(await store.settle((await claimOne(store, 100)) as WorkClaim, { kind: 'done' })).toBe(true);
      expect(await claimOne(store, 100)).toMatchObject({ dueAt: 100, fence: 2, attempts: 1 });
    });

    test('that failed makes the work due later and counts as an attempt', async () => {
      const { store } = await open();
      await begin(store);
      expect(
        await store.settle((await claimOne(store, 100)) as WorkClaim, {
          kind: 'failed',
          dueAt: 300,
          reason: 'the bureau did not answer',
        }),
      ).toBe(true);
      expect(await claimOne(store, 299)).toBeUndefined();
      expect(await claimOne(store, 300)).toMatchObject({ dueAt: 300, fence: 2, attempts: 2 });
    });

    test('that failed counts as an attempt also at work that was set anew meanwhile', async () => {
      const { store } = await open();
      await begin(store);
      const claim = (await claimOne(store, 100)) as WorkClaim;
      await store.append('loan-1', 1, [], { work: { reports: 100 } });
      await store.settle(claim, { kind: 'failed', dueAt: 100, reason: 'no answer' });
      expect(await claimOne(store, 100)).toMatchObject({ attempts: 2 });
    });

    test('that ran out can still be ended while no other worker has the work', async () => {
      const { store } = await open();
      await begin(store);
      const claim = (await claimOne(store, 100)) as WorkClaim;
      expect(await store.settle(claim, { kind: 'failed', dueAt: 500, reason: 'slow' })).toBe(true);
      expect(await claimOne(store, 400)).toBeUndefined();
    });

    test('of work that another worker took over changes nothing any more', async () => {
      const { store, beside } = await open();
      await begin(store);
      const late = (await claimOne(store, 100)) as WorkClaim;
      const present = (await claimOne(beside, 110)) as WorkClaim;
      for (const end of [{ kind: 'done' }, { kind: 'failed', dueAt: 500, reason: 'late' }] as const)
        expect(await store.settle(late, end)).toBe(false);
      expect(await claimOne(store, 119)).toBeUndefined();
      expect(await beside.settle(present, { kind: 'failed', dueAt: 130, reason: 'no answer' })).toBe(true);
      expect(await store.settle(late, { kind: 'done' })).toBe(false);
      expect(await claimOne(store, 130)).toMatchObject({ fence: 3, attempts: 3 });
    });

    test('ends once', async () => {
      const { store } = await open();
      await begin(store);
      const claim = (await claimOne(store, 100)) as WorkClaim;
      expect(await store.settle(claim, { kind: 'done' })).toBe(true);
      expect(await store.settle(claim, { kind: 'failed', dueAt: 900, reason: 'again' })).toBe(false);
      expect(await claimOne(store, 100)).toMatchObject({ fence: 2, attempts: 1 });
    });

    test('that was never made cannot be ended', async () => {
      const { store } = await open();
      await begin(store);
      for (const loanId of ['loan-1', 'loan-2']) {
        expect(
          await store.settle({ loanId, kind: 'reports', dueAt: 100, fence: 1, attempts: 1 }, { kind: 'done' }),
        ).toBe(false);
        expect(
          await store.settle({ loanId, kind: 'unheard of', dueAt: 100, fence: 0, attempts: 1 }, { kind: 'done' }),
        ).toBe(false);
      }
      expect(await claimOne(store, 100)).toMatchObject({ fence: 1 });
    });

    test('that makes no sense is refused', async () => {
      const { store } = await open();
      const query = { now: 1, leaseMs: 1, limit: 1, kinds };
      for (const wrong of [
        { limit: 0 },
        { leaseMs: 0 },
        { now: 1.5 },
        { now: Number.NaN },
        { kinds: [''] },
        { loanId: '' },
      ]) {
        await expect(store.claim({ ...query, ...wrong })).rejects.toThrow(InputError);
      }
    });
  });
}
