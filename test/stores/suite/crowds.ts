import { describe, expect, test } from 'vitest';
import { ConflictError } from '../../../src/errors.ts';
import { beginFiles, sampleEvent, sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

/** What a store promises when many come at once. */
export function describeCrowds(open: OpenStore): void {
  describe('a crowd', () => {
    test('of writers on one file lets one through for each version', async () => {
      const { store, beside } = await open();
      await beginFiles(store, 'loan-1');
      for (const version of [1, 2, 3]) {
        const written = await Promise.allSettled(
          Array.from({ length: 20 }, (_, writer) =>
            (writer % 2 ? store : beside).append('loan-1', version, [
              sampleEvent('loan-1', version + 1, { note: `writer ${writer}` }),
            ]),
          ),
        );
        expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of written)
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
        const winner = written.findIndex(({ status }) => status === 'fulfilled');
        expect((await store.load('loan-1', version))?.events.map(({ body }) => JSON.parse(body).note)).toEqual([
          `writer ${winner}`,
        ]);
      }
    });

    test('that begins one file at once begins it once', async () => {
      const { store, beside } = await open();
      const begun = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) => beginFiles(index % 2 ? store : beside, 'loan-1')),
      );
      expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.list({ limit: 5 })).toMatchObject({ heads: [{ loanId: 'loan-1', version: 1 }] });
    });

    test('of writers on many files is answered one by one, and a refused one affects no other', async () => {
      const { store, beside } = await open();
      const loanIds = Array.from({ length: 250 }, (_, index) => `loan-${index}`);
      const late = new Set(['loan-7', 'loan-101', 'loan-249']);
      const write = (loanId: string, index: number) => {
        const version = late.has(loanId) ? 3 : 0;
        return (index % 3 ? store : beside).append(loanId, version, sampleEvents(loanId, version, 1 + (index % 4)), {
          addLabels: [`payer:${index % 5}`],
        });
      };
      const written = await Promise.allSettled(loanIds.map(write));
      expect(loanIds.filter((_, index) => written[index]?.status === 'rejected')).toEqual([...late]);
      for (const [index, loanId] of loanIds.entries())
        expect((await store.load(loanId))?.version).toBe(late.has(loanId) ? undefined : 1 + (index % 4));
      expect((await store.find('payer:1', { limit: 500 })).loanIds).toHaveLength(49);
    });

    test('of 50 claimants does each piece of work once', async () => {
      const { store, beside } = await open();
      const loanIds = Array.from({ length: 50 }, (_, index) => `loan-${index}`);
      await Promise.all(
        loanIds.map((loanId) => store.append(loanId, 0, sampleEvents(loanId, 0, 1), { work: { reports: 1 } })),
      );
      const claims: string[] = [];
      const claimant = async (index: number) => {
        // A claim may come back empty while others decide, so everyone claims until nothing is left.
        for (;;) {
          const claimed = await (index % 2 ? store : beside).claim({
            now: 5,
            leaseMs: 1_000,
            limit: 1,
            kinds: ['reports'],
          });
          claims.push(...claimed.map(({ loanId }) => loanId));
          if (claimed.length === 0) return;
        }
      };
      await Promise.all(loanIds.map((_, index) => claimant(index)));
      expect(claims.sort()).toEqual(loanIds.sort());
    });

    test('of ends of claims is answered one by one', async () => {
      const { store, beside } = await open();
      const loanIds = Array.from({ length: 120 }, (_, index) => `loan-${index}`);
      await Promise.all(
        loanIds.map((loanId) => store.append(loanId, 0, sampleEvents(loanId, 0, 1), { work: { reports: 1 } })),
      );
      const query = { leaseMs: 10, limit: 500, kinds: ['reports'] };
      const claims = await store.claim({ ...query, now: 5 });
      expect(claims).toHaveLength(120);
      const again = new Map(
        (await beside.claim({ ...query, now: 15, limit: 20 })).map((claim) => [claim.loanId, claim]),
      );
      const settled = await Promise.all(
        claims.map((claim) => store.settle(claim, { kind: 'failed', dueAt: 100, reason: 'no answer' })),
      );
      expect(claims.filter((_, index) => !settled[index]).map(({ loanId }) => loanId)).toEqual([...again.keys()]);
      expect(await store.claim({ ...query, now: 100, limit: 500 })).toHaveLength(120);
    });
  });
}
