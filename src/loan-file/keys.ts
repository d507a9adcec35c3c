import { builtins } from '../builtins.ts';
import { RepayKitError, StoreError } from '../errors.ts';
import { withMethods } from '../validation/checks.ts';
import { inMemoryOnly } from '../validation/self-check.ts';

/** Keeps the keys of payers, apart from the loan files: a vault, a key service, a directory. */
export interface KeyProvider {
  /** The payer's 32-byte key. Generated on first use, then always the same. Undefined once it was destroyed. */
  payerKey(payerId: string): Promise<Uint8Array | undefined>;
  /** Destroys a payer's key permanently. Its data can no longer be read. The id gets no new key. Repeatable. */
  destroyPayerKey(payerId: string): Promise<void>;
  /** The 32-byte key for finding payers by their BVN. Always the same. */
  indexKey(): Promise<Uint8Array>;
}

/** Checks keys that are passed in. Reading needs fewer methods than erasing. */
export const keyProvider = withMethods(['payerKey'], 'a provider of keys, such as localKeys(…)');

const KEY_BYTES = 32;

/** Wraps the lender's keys. Failures become a StoreError, and a key that is not 32 bytes is rejected. */
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
      `The key provider failed in ${method}(): nothing was read or written; try again when it works`,
      { cause, retryable: true },
    );
  }
}

function checkedKey(method: keyof KeyProvider, key: Uint8Array | undefined): Uint8Array | undefined {
  if (key === undefined || (key instanceof Uint8Array && key.length === KEY_BYTES)) return key;
  throw new StoreError(
    `The key provider answered ${method}() with something else than ${KEY_BYTES} bytes: fix it, nothing was sealed`,
  );
}

/** Keeps the keys of payers in this process, for tests and demos. They are lost when it ends. */
export function memoryKeys(): KeyProvider {
  const keys = new Map<string, Uint8Array | undefined>();
  const index = builtins.crypto.randomBytes(32);

  const provider: KeyProvider = {
    async payerKey(payerId) {
      if (!keys.has(payerId)) keys.set(payerId, builtins.crypto.randomBytes(32));
      const key = keys.get(payerId);
      return key && Uint8Array.from(key);
    },
    async destroyPayerKey(payerId) {
      keys.get(payerId)?.fill(0);
      keys.set(payerId, undefined);
    },
    async indexKey() {
      return Uint8Array.from(index);
    },
  };
  return inMemoryOnly(provider, 'the keys of payers are kept', 'give the option keys, such as localKeys(…)');
}
