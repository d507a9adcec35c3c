import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';

/** A store that can begin again as it is now, as often as wanted. */
export interface ForkableStore extends LoanStore {
  fork(): Promise<LoanStore>;
}

type Append = Parameters<LoanStore['append']>;

/** Keeps loan files in memory, and every append that was kept, so that another store can be brought to the same place. */
export function forkableStore(): ForkableStore {
  const store = memoryStore();
  const appends: Append[] = [];
  return {
    ...store,
    async append(...append) {
      await store.append(...append);
      appends.push(append);
    },
    async fork() {
      const other = memoryStore();
      for (const append of appends) await other.append(...append);
      return other;
    },
  };
}
