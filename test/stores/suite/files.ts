import { describe, expect, test } from 'vitest';
import { ConflictError, InputError } from '../../../src/errors.ts';
import { beginFiles, sampleEvent, sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

/** What a store promises of files and versions. */
export function describeFiles(open: OpenStore): void {
  describe('a file', () => {
    test('is unknown until its first event', async () => {
      const { store } = await open();
      expect(await store.load('loan-1')).toBeUndefined();
      await store.append('loan-1', 0, [], { addLabels: ['payer:1'], work: { reports: 1 } });
      expect(await store.load('loan-1')).toBeUndefined();
      expect(await store.find('payer:1', { limit: 5 })).toEqual({ loanIds: [] });
      expect(await store.claim({ now: 9, leaseMs: 9, limit: 9, kinds: ['reports'] })).toEqual([]);
    });

    test('gives back its events in order and to the byte, with their personal parts', async () => {
      const { store, beside } = await open();
      const [first, second, third] = sampleEvents('loan-1', 0, 3);
      const sealed = { ...second, personal: 'v1.abc.DEF-_' } as typeof first;
      await store.append('loan-1', 0, [first, sealed] as never);
      await store.append('loan-1', 2, [third] as never);
      for (const reader of [store, beside])
        expect(await reader.load('loan-1')).toStrictEqual({
          loanId: 'loan-1',
          version: 3,
          events: [first, sealed, third],
        });
    });

    test('is loaded from any event on, and always says how long it is', async () => {
      const { store } = await open();
      const events = sampleEvents('loan-1', 0, 12);
      await store.append('loan-1', 0, events);
      expect(await store.load('loan-1', 0)).toEqual({ loanId: 'loan-1', version: 12, events });
      expect(await store.load('loan-1', 9)).toEqual({ loanId: 'loan-1', version: 12, events: events.slice(9) });
      expect(await store.load('loan-1', 12)).toEqual({ loanId: 'loan-1', version: 12, events: [] });
      expect(await store.load('loan-1', 99)).toEqual({ loanId: 'loan-1', version: 12, events: [] });
    });

    test('takes events only with its current version', async () => {
      const { store, beside } = await open();
      await store.append('loan-1', 0, sampleEvents('loan-1', 0, 2));
      for (const version of [0, 1, 3])
        await expect(beside.append('loan-1', version, sampleEvents('loan-1', version, 1))).rejects.toThrow(
          ConflictError,
        );
      await expect(store.append('loan-1', 1, sampleEvents('loan-1', 1, 1))).rejects.toThrow(
        "'loan-1' has 2 events, not 1: load it again and decide again",
      );
      await expect(store.append('loan-2', 1, sampleEvents('loan-2', 1, 1))).rejects.toThrow(
        "'loan-2' has 0 events, not 1",
      );
      expect((await store.load('loan-1'))?.version).toBe(2);
      expect(await store.load('loan-2')).toBeUndefined();
    });

    test('takes events only after the one that the writer knows as its last, where that is said', async () => {
      const { store, beside } = await open();
      const events = sampleEvents('loan-1', 0, 3);
      await store.append('loan-1', 0, events.slice(0, 2));
      const another = beside.append('loan-1', 2, events.slice(2), {
        expectedHead: 'f'.repeat(64),
        work: { reports: 1 },
      });
      await expect(another).rejects.toThrow(ConflictError);
      await expect(another).rejects.toThrow(
        "'loan-1' does not end with the event that was expected: load it again and decide again",
      );
      expect(await store.claim({ now: 9, leaseMs: 9, limit: 9, kinds: ['reports'] })).toEqual([]);
      await beside.append('loan-1', 2, events.slice(2), { expectedHead: events[1]?.hash ?? '' });
      expect(await store.load('loan-1')).toMatchObject({ version: 3 });
    });

    test('lets a late writer try again', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1');
      const refusal = await store.append('loan-1', 0, sampleEvents('loan-1', 0, 1)).catch((error) => error);
      expect(refusal).toMatchObject({
        name: 'ConflictError',
        code: 'version_conflict',
        retryable: true,
        outcome: 'none',
      });
    });

    test('keeps nothing of an append that came late, neither events nor labels nor work', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1');
      await store.append('loan-1', 1, [], { addLabels: ['payer:1'] });
      const extras = { addLabels: ['payer:2'], removeLabels: ['payer:1'], work: { debits: 1 } };
      for (const events of [sampleEvents('loan-1', 7, 2), []])
        await expect(store.append('loan-1', 7, events, extras)).rejects.toThrow(ConflictError);
      expect(await store.load('loan-1')).toMatchObject({ version: 1 });
      expect(await store.find('payer:1', { limit: 5 })).toEqual({ loanIds: ['loan-1'] });
      expect(await store.find('payer:2', { limit: 5 })).toEqual({ loanIds: [] });
      expect(await store.claim({ now: 9, leaseMs: 9, limit: 9, kinds: ['debits'] })).toEqual([]);
    });

    test('takes labels and work without events with its current version', async () => {
      const { store } = await open();
      await beginFiles(store, 'loan-1');
      await store.append('loan-1', 1, [], { addLabels: ['payer:1'], work: { debits: 1 } });
      expect(await store.load('loan-1')).toMatchObject({ version: 1 });
      expect(await store.find('payer:1', { limit: 5 })).toEqual({ loanIds: ['loan-1'] });
      expect(await store.claim({ now: 9, leaseMs: 9, limit: 9, kinds: ['debits'] })).toHaveLength(1);
    });

    test('refuses an event that belongs at another place of the file', async () => {
      const { store } = await open();
      await expect(store.append('loan-1', 0, [sampleEvent('loan-1', 2)])).rejects.toThrow(InputError);
      await expect(store.append('loan-1', 0, [sampleEvent('loan-1', 1), sampleEvent('loan-1', 1)])).rejects.toThrow(
        /events\[1\]\.seq: is 1, but this place/,
      );
      await expect(store.append('loan-1', -1, [])).rejects.toThrow(InputError);
      expect(await store.load('loan-1')).toBeUndefined();
    });

    test('is not changed by changes to what was written or read', async () => {
      const { store } = await open();
      const event = sampleEvent('loan-1', 1, { personal: 'sealed' });
      const given = [{ ...event }];
      await store.append('loan-1', 0, given);
      Object.assign(given[0] as object, { body: 'changed', hash: 'changed', personal: 'changed' });
      const read = (await store.load('loan-1'))?.events as (typeof event)[];
      Object.assign(read[0] as object, { body: 'changed' });
      read.splice(0);
      expect(await store.load('loan-1')).toEqual({ loanId: 'loan-1', version: 1, events: [event] });
    });
  });

  describe('the list of files', () => {
    test('goes page by page in the order in which files were begun, and ends', async () => {
      const { store, beside } = await open();
      await beginFiles(store, 'c', 'a');
      await beginFiles(beside, 'b');
      await store.append('c', 1, sampleEvents('c', 1, 1));
      const head = (loanId: string, version: number) => ({ loanId, version, head: sampleEvent(loanId, version).hash });
      const first = await store.list({ limit: 2 });
      expect(first).toEqual({ heads: [head('c', 2), head('a', 1)], next: expect.any(String) });
      expect(await beside.list({ limit: 2, after: first.next as string })).toEqual({ heads: [head('b', 1)] });
      expect(await store.list({ limit: 3 })).toEqual({ heads: [head('c', 2), head('a', 1), head('b', 1)] });
    });

    test('is empty in an empty store', async () => {
      const { store } = await open();
      expect(await store.list({ limit: 10 })).toEqual({ heads: [] });
    });

    test('refuses a page that it never named and a page of nothing', async () => {
      const { store } = await open();
      await expect(store.list({ limit: 1, after: 'loan-1' })).rejects.toThrow(InputError);
      await expect(store.list({ limit: 0 })).rejects.toThrow(/limit: is 0/);
      await expect(store.find('payer:1', { limit: 1.5 })).rejects.toThrow(InputError);
    });
  });
}
