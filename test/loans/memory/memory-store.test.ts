import { memoryStore } from '../../../src/loans/memory/memory-store.ts';
import { describeLoanStore } from '../../stores/store-suite.ts';

describeLoanStore('a store in memory', async () => {
  const store = memoryStore();
  return { store, beside: store };
});
