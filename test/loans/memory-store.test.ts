import { describe, expect, test } from 'vitest';
import { ConflictError } from '../../src/errors.ts';
import { memoryStore } from '../../src/loans/memory-store.ts';
import { discovered, eventsUpTo, mandateId, opened, selected } from '../domain/loan/sample-loan.ts';

/** A store in which loans of these ids were begun. */
async function storeWith(...loanIds: string[]) {
  const store = memoryStore();
  for (const loanId of loanIds) await store.append(loanId, 0, [{ ...opened(), loanId, mandateId: `mandate-of-${loanId}` }]);
  return store;
}

describe('a loan file in memory', () => {
  test('is unknown until it is begun', async () => {
    const store = memoryStore();
    expect(await store.load('loan-1')).toBeUndefined();
    expect(await store.findByMandate(mandateId)).toBeUndefined();
    await store.append('loan-1', 0, []);
    expect(await store.load('loan-1')).toBeUndefined();
  });

  test('holds its events in order', async () => {
    const store = memoryStore();
    await store.append('loan-1', 0, [opened(), discovered]);
    await store.append('loan-1', 2, [selected()]);
    expect(await store.load('loan-1')).toEqual({ loanId: 'loan-1', events: eventsUpTo('selected') });
  });

  test('is found by its mandate', async () => {
    const store = await storeWith('loan-1', 'loan-2');
    expect(await store.findByMandate('mandate-of-loan-2')).toBe('loan-2');
  });

  test('takes events only from whoever knows its version, all or none', async () => {
    const store = await storeWith('loan-1');
    for (const version of [0, 2]) await expect(store.append('loan-1', version, [discovered, selected()])).rejects.toThrow(ConflictError);
    await expect(store.append('loan-2', 1, [discovered])).rejects.toThrow('has 0 events, not 1');
    expect((await store.load('loan-1'))?.events).toHaveLength(1);
    expect(await store.load('loan-2')).toBeUndefined();
  });

  test('lets one of two writers through', async () => {
    const store = await storeWith('loan-1');
    const written = await Promise.allSettled([store.append('loan-1', 1, [discovered]), store.append('loan-1', 1, [discovered])]);
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('is not changed by whoever changes what was written or read', async () => {
    const store = memoryStore();
    const event = structuredClone(discovered) as unknown as { accounts: unknown[] };
    await store.append('loan-1', 0, [opened(), event as never]);
    event.accounts.length = 0;
    const read = (await store.load('loan-1'))?.events as unknown as { accounts?: unknown[] }[];
    read[1]?.accounts?.splice(0);
    read.splice(0);
    expect(await store.load('loan-1')).toEqual({ loanId: 'loan-1', events: [opened(), discovered] });
  });

  test('is not begun with events that cannot be kept', async () => {
    const store = memoryStore();
    await expect(store.append('loan-1', 0, [{ ...opened(), personal: () => 'a function' } as never])).rejects.toThrow();
    expect(await store.load('loan-1')).toBeUndefined();
    expect(await store.findByMandate(mandateId)).toBeUndefined();
  });
});

describe('the list of loans', () => {
  test('goes page by page in the order in which files were begun, and ends', async () => {
    const store = await storeWith('c', 'a', 'b');
    expect(await store.list({ limit: 2 })).toEqual({ loanIds: ['c', 'a'], next: 'a' });
    expect(await store.list({ limit: 2, after: 'a' })).toEqual({ loanIds: ['b'] });
    expect(await store.list({ limit: 3 })).toEqual({ loanIds: ['c', 'a', 'b'] });
    expect(await memoryStore().list({ limit: 10 })).toEqual({ loanIds: [] });
  });
});
