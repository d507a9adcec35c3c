import { expectTypeOf, test } from 'vitest';
import type { CollectionRecord, DiscoveredAccount, RepayKitOptions } from '../../src/index.ts';

type Answers = NonNullable<RepayKitOptions['answers']>;

declare const account: DiscoveredAccount;
declare const record: CollectionRecord;

test('an adapter returns what its operation answers', () => {
  const answers: Answers = {
    discoverAccounts: (raw, body) => (raw === body ? [] : [account]),
    listCollections: () => [record],
  };
  expectTypeOf(answers).toExtend<Answers>();
  expectTypeOf<Parameters<NonNullable<Answers['getMandate']>>>().toEqualTypeOf<[raw: unknown, body: unknown]>();
});

test('a misspelt operation, and an answer of another operation, do not compile', () => {
  // @ts-expect-error no operation has this name
  const misspelt: Answers = { discoverAccount: () => [account] };
  // @ts-expect-error an account has to say whether it is active
  const silent: Answers = { discoverAccounts: () => [{ accountNumber: '0200000011', bankCode: '058' }] };
  // @ts-expect-error a list of accounts is no list of collections
  const swapped: Answers = { listCollections: () => [account] };
  // @ts-expect-error an adapter returns the answer, not a promise of it
  const late: Answers = { discoverAccounts: async () => [account] };
  expectTypeOf([misspelt, silent, swapped, late]).toExtend<unknown[]>();
});
