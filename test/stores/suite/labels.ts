import { describe, expect, test } from 'vitest';
import { ConflictError, InputError } from '../../../src/errors.ts';
import { beginFiles, sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

/** What a store promises of labels. */
export function describeLabels(open: OpenStore): void {
  describe('a label', () => {
    test('leads to all its files in the order in which they were begun, page by page', async () => {
      const { store, beside } = await open();
      await beginFiles(store, 'c', 'a', 'b', 'd');
      for (const loanId of ['b', 'c', 'd', 'a']) await store.append(loanId, 1, [], { addLabels: ['payer:1'] });
      const first = await store.find('payer:1', { limit: 3 });
      expect(first).toEqual({ loanIds: ['c', 'a', 'b'], next: expect.any(String) });
      expect(await beside.find('payer:1', { limit: 3, after: first.next as string })).toEqual({ loanIds: ['d'] });
      expect(await beside.find('payer:1', { limit: 4 })).toEqual({ loanIds: ['c', 'a', 'b', 'd'] });
    });

    test('that no loan has leads nowhere', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1');
      expect(await store.find('payer:1', { limit: 5 })).toEqual({ loanIds: [] });
    });

    test('is set with the events, several at a time, and leads to its file once', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), {
        addLabels: ['mandate:1', 'payer:1', 'bvn:1', 'payer:1'],
      });
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), { addLabels: ['payer:1', 'mandate:1'] });
      for (const label of ['mandate:1', 'payer:1', 'bvn:1'])
        expect(await store.find(label, { limit: 5 })).toEqual({ loanIds: ['loan-1'] });
    });

    test('leads no longer to a file that gave it up, and still to the others', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1', 'loan-2');
      for (const loanId of ['loan-1', 'loan-2']) await store.append(loanId, 1, [], { addLabels: ['payer:1', 'bvn:1'] });
      await store.append('loan-1', 1, sampleEvents('loan-1', 1, 1), {
        removeLabels: ['payer:1', 'never:had'],
        addLabels: ['payer:2'],
      });
      expect(await store.find('payer:1', { limit: 5 })).toEqual({ loanIds: ['loan-2'] });
      expect(await store.find('payer:2', { limit: 5 })).toEqual({ loanIds: ['loan-1'] });
      expect(await store.find('bvn:1', { limit: 5 })).toEqual({ loanIds: ['loan-1', 'loan-2'] });
    });

    test('cannot be set and given up at once', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1');
      await expect(store.append('loan-1', 1, [], { addLabels: ['a'], removeLabels: ['a'] })).rejects.toThrow(
        InputError,
      );
    });
  });

  describe('the label of a mandate', () => {
    test('belongs to one file: another one that takes it is refused whole', async () => {
      const { store, beside } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { addLabels: ['mandate:1'] });
      await beginFiles(store, 'loan-2');
      const extras = { addLabels: ['payer:2', 'mandate:2', 'mandate:1'], work: { reports: 1 } };
      await expect(beside.append('loan-2', 1, sampleEvents('loan-2', 1, 1), extras)).rejects.toThrow(ConflictError);
      await expect(beside.append('loan-3', 0, sampleEvents('loan-3', 0, 1), extras)).rejects.toThrow(
        /'mandate:1' belongs to the file of another loan/,
      );
      expect((await store.load('loan-2'))?.version).toBe(1);
      expect(await store.load('loan-3')).toBeUndefined();
      for (const label of ['payer:2', 'mandate:2'])
        expect(await store.find(label, { limit: 5 })).toEqual({ loanIds: [] });
      expect(await store.claim({ now: 9, leaseMs: 9, limit: 9, kinds: ['reports'] })).toEqual([]);
      expect(await store.find('mandate:1', { limit: 5 })).toEqual({ loanIds: ['loan-1'] });
    });

    test('is free again once its file gave it up', async () => {
      const { store } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { addLabels: ['mandate:1'] });
      await store.append('loan-1', 1, [], { removeLabels: ['mandate:1'] });
      await store.append('loan-2', 0, sampleEvents('loan-2', 0, 1), { addLabels: ['mandate:1'] });
      expect(await store.find('mandate:1', { limit: 5 })).toEqual({ loanIds: ['loan-2'] });
    });

    test('goes to one of many files that take it at the same time', async () => {
      const { store, beside } = await open();
      const loanIds = Array.from({ length: 12 }, (_, index) => `loan-${index}`);
      const written = await Promise.allSettled(
        loanIds.map((loanId, index) =>
          (index % 2 ? store : beside).append(loanId, 0, sampleEvents(loanId, 0, 1), {
            addLabels: ['payer:1', 'mandate:1'],
          }),
        ),
      );
      const winners = loanIds.filter((_, index) => written[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const result of written)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
      for (const label of ['mandate:1', 'payer:1'])
        expect(await store.find(label, { limit: 50 })).toEqual({ loanIds: winners });
      expect((await store.list({ limit: 50 })).heads.map(({ loanId }) => loanId)).toEqual(winners);
    });
  });
}
