import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { beginFiles } from '../stores/sample-events.ts';
import { describeLoanStore } from '../stores/store-suite.ts';
import { describeBook, describeBookQueries } from '../stores/suite/book.ts';

const open = async () => {
  const store = memoryStore();
  return { store, beside: store };
};
describeLoanStore('a store in memory', open);

describe('a store in memory', () => {
  describeBook(open);
  describeBookQueries(open);

  test('gives out work that is due at the same time in the same order every time: by the age of its file, then by its name', async () => {
    const store = memoryStore();
    await beginFiles(store, 'b', 'a', 'c');
    await store.append('c', 1, [], { work: { reports: 10 } });
    await store.append('a', 1, [], { work: { reports: 10, debits: 10 } });
    await store.append('b', 1, [], { work: { debits: 10, reports: 10 } });
    const claims = await store.claim({ now: 10, leaseMs: 1, limit: 9, kinds: ['reports', 'debits'] });
    expect(claims.map(({ loanId, kind }) => `${loanId} ${kind}`)).toEqual([
      'b debits',
      'b reports',
      'a debits',
      'a reports',
      'c reports',
    ]);
  });

  test('says which name is wrong', async () => {
    const store = memoryStore();
    await expect(store.load('')).rejects.toThrow('A store cannot do this: loanId: is empty: give it a name');
    await expect(store.find('', { limit: 1 })).rejects.toThrow(
      'A store cannot do this: label: is empty: give it a name',
    );
  });
});
