import { RepayKitError, StoreError } from '../../errors.ts';
import type { KeyProvider } from './key-provider.ts';

const KEY_BYTES = 32;

/** A merchant's keys as the rest of the package uses them: what fails there becomes a StoreError, and what is no key of 32 bytes is not used as one. */
export function guardedKeys(keys: KeyProvider): KeyProvider {
  return {
    payerKey: (payerId) => guarded('payerKey', async () => checkedKey('payerKey', await keys.payerKey(payerId))),
    destroyPayerKey: (payerId) => guarded('destroyPayerKey', () => keys.destroyPayerKey(payerId)),
    indexKey: () =>
      guarded('indexKey', async () => {
        const key = checkedKey('indexKey', await keys.indexKey());
        if (key) return key;
        throw new StoreError('The keys have no indexKey: give 32 bytes, the same for ever');
      }),
  };
}

async function guarded<Value>(method: keyof KeyProvider, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof RepayKitError) throw cause;
    throw new StoreError(
      `Whoever keeps the keys failed in ${method}(): nothing was read or written; try again when it is mended`,
      { cause, retryable: true },
    );
  }
}

function checkedKey(method: keyof KeyProvider, key: Uint8Array | undefined): Uint8Array | undefined {
  if (key === undefined || (key instanceof Uint8Array && key.length === KEY_BYTES)) return key;
  throw new StoreError(
    `Whoever keeps the keys answered ${method}() with something else than ${KEY_BYTES} bytes: mend it, nothing was sealed`,
  );
}
