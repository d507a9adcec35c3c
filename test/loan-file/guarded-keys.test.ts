import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { guardedKeys, memoryKeys } from '../../src/loan-file/keys.ts';
import { LoanFiles } from '../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { opened } from '../domain/loan/sample-loan.ts';

const outage = () => Promise.reject(new Error('the vault is sealed'));
const methods = ['payerKey', 'destroyPayerKey', 'indexKey'] as const;

describe('keys of a lender', () => {
  test('are used as they are while they work', async () => {
    const keys = memoryKeys();
    const guarded = guardedKeys(keys);
    expect(await guarded.payerKey('p')).toEqual(await keys.payerKey('p'));
    expect(await guarded.indexKey()).toEqual(await keys.indexKey());
    await guarded.destroyPayerKey('p');
    expect(await guarded.payerKey('p')).toBeUndefined();
  });

  test.each(methods)('that fail in %s fail as a store does, and may be asked again', async (method) => {
    const failing = guardedKeys({ ...memoryKeys(), [method]: outage });
    const error = await failing[method]('p').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({
      ...{ retryable: true, outcome: 'none', cause: new Error('the vault is sealed') },
      message: `The key provider failed in ${method}(): nothing was read or written; try again when it works`,
    });
  });

  test.each(methods)('that refuse in %s with an error of this package refuse so', async (method) => {
    const refusal = new StoreError('the disk is full');
    await expect(guardedKeys({ ...memoryKeys(), [method]: () => Promise.reject(refusal) })[method]('p')).rejects.toBe(
      refusal,
    );
  });

  test.each([
    ['bytes that are too few', new Uint8Array(16)],
    ['bytes that are too many', new Uint8Array(33)],
    ['text', 'a'.repeat(32)],
    ['null', null],
  ])('that answer %s are not used', async (_what, key) => {
    const odd = guardedKeys({
      ...memoryKeys(),
      payerKey: async () => key as never,
      indexKey: async () => key as never,
    });
    const message = (method: string) =>
      `The key provider answered ${method}() with something else than 32 bytes: fix it, nothing was sealed`;
    await expect(odd.payerKey('p')).rejects.toThrow(new StoreError(message('payerKey')));
    await expect(odd.indexKey()).rejects.toThrow(new StoreError(message('indexKey')));
  });

  test('that have no index key are not used to find anybody', async () => {
    const without = guardedKeys({ ...memoryKeys(), indexKey: async () => undefined as never });
    await expect(without.indexKey()).rejects.toThrow(
      new StoreError('The keys have no indexKey: give 32 bytes, the same for ever'),
    );
  });

  test('that fail leave no loan half begun', async () => {
    const store = memoryStore();
    const files = new LoanFiles(store, { ...memoryKeys(), payerKey: outage });
    await expect(files.begin('loan-1', opened())).rejects.toThrow(StoreError);
    expect(await store.load('loan-1')).toBeUndefined();
  });
});
