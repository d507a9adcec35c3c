import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import { guardedKeys } from '../../../src/loans/keys/guarded-keys.ts';
import { memoryKeys } from '../../../src/loans/keys/memory-keys.ts';
import { LoanFiles } from '../../../src/loans/loan-files.ts';
import { memoryStore } from '../../../src/loans/memory/memory-store.ts';
import { opened } from '../../domain/loan/sample-loan.ts';

const outage = () => Promise.reject(new Error('the vault is sealed'));
const methods = ['payerKey', 'destroyPayerKey', 'indexKey'] as const;

describe('keys of a merchant', () => {
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
    expect(error).toMatchObject({ retryable: true, outcome: 'none', message: expect.stringContaining(method) });
    expect(String(error)).not.toContain('vault');
  });

  test.each([new Uint8Array(16), 'text', null])('that answer %j are not used', async (key) => {
    const odd = guardedKeys({ ...memoryKeys(), payerKey: async () => key as never, indexKey: async () => key as never });
    await expect(odd.payerKey('p')).rejects.toThrow('32 bytes');
    await expect(odd.indexKey()).rejects.toThrow('32 bytes');
  });

  test('that fail leave no loan half begun', async () => {
    const store = memoryStore();
    const files = new LoanFiles(store, { ...memoryKeys(), payerKey: outage });
    await expect(files.begin('loan-1', opened())).rejects.toThrow(StoreError);
    expect(await store.load('loan-1')).toBeUndefined();
  });
});
