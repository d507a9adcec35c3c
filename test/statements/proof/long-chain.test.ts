import { expect, test } from 'vitest';
import type { Kobo } from '../../../src/domain/money.ts';
import { type ChainEntry, walkChain } from '../../../src/statements/proof/balance-chain.ts';

test('a chain of tens of thousands of entries before one balance that does not follow is walked to its end', () => {
  const entries = Array.from(
    { length: 50_000 },
    (_, at): ChainEntry => ({ movements: [1 as Kobo], balance: at === 49_999 ? (7 as Kobo) : undefined }),
  );
  expect(walkChain(entries, 0 as Kobo).breaks).toEqual([{ index: 49_999, expected: 50_000, printed: 7 }]);
});
