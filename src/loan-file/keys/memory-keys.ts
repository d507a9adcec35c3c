import { randomBytes } from 'node:crypto';
import type { KeyProvider } from './key-provider.ts';

/** Keeps the keys of payers in this process: for tests and demos. With the process ends every key, and with it what was sealed under it. */
export function memoryKeys(): KeyProvider {
  const keys = new Map<string, Uint8Array | undefined>();
  const index = randomBytes(32);

  return {
    async payerKey(payerId) {
      if (!keys.has(payerId)) keys.set(payerId, randomBytes(32));
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
}
