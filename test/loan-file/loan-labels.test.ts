import { describe, expect, test } from 'vitest';
import type { LoanOpened } from '../../src/domain/loan/events/events.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import { bvnLabel, labelsOf, mandateLabel, payerLabel } from '../../src/loan-file/loan-files.ts';
import { opened } from '../domain/loan/sample-loan.ts';

/** Keys whose index key is 32 times the byte 7. */
const keys: KeyProvider = { ...memoryKeys(), indexKey: async () => new Uint8Array(32).fill(7) };
const bvnOfAda = 'bvn:283dab6077aa88b28f0b3073a4b071e0e41bc2ee3c18006cd32a7f965599ba54';

describe('the name of a loan', () => {
  test('by its mandate is the same in whichever case the id is written', () => {
    expect(mandateLabel('65F0A1b2c3d4e5f60718293A')).toBe('mandate:65f0a1b2c3d4e5f60718293a');
  });

  test('by its payer is the lender’s own id as it is', () => {
    expect(payerLabel('Payer-1')).toBe('payer:Payer-1');
  });

  test('by a BVN is its HMAC-SHA-256 under the index key, and there is none without keys', async () => {
    expect(await bvnLabel('22212345678', keys)).toBe(bvnOfAda);
    expect(await bvnLabel('22212345679', keys)).not.toBe(bvnOfAda);
    expect(await bvnLabel('22212345678', undefined)).toBeUndefined();
  });
});

describe('a loan that begins is found', () => {
  const { personal: _personal, ...none } = opened();
  const always = ['loan', 'mandate:65f0a1b2c3d4e5f60718293a', 'payer:payer-1'];

  test.each<[string, LoanOpened, KeyProvider | undefined, readonly string[]]>([
    ['among all loans, by its mandate, its payer and the BVN', opened(), keys, [...always, bvnOfAda]],
    ['not by a BVN where no keys are kept', opened(), undefined, always],
    ['not by a BVN where it holds none', none as LoanOpened, keys, always],
  ])('%s', async (_how, event, kept, labels) => {
    expect(await labelsOf(event, kept)).toEqual(labels);
  });
});
