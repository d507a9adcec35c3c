import { describe, expect, test } from 'vitest';
import type { LoanEvent, LoanOpened } from '../../src/domain/loan/events/events.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import { bvnLabel, LoanFiles, labelsOf, mandateLabel, payerLabel } from '../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { at, collection, mandateId, opened, read } from '../domain/loan/sample-loan.ts';

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

describe('an event gives a file a name', () => {
  /** The labels that each write of these events gave a file that was begun before, without those that it began with. */
  async function labelsGiven(...writes: readonly (readonly LoanEvent[])[]) {
    const store = memoryStore();
    const given: unknown[] = [];
    const files = new LoanFiles({
      ...store,
      append: (loanId, version, events, extras = {}) => {
        given.push('addLabels' in extras ? extras.addLabels : 'none');
        return store.append(loanId, version, events, extras);
      },
    });
    await files.begin('loan-1', opened());
    for (const events of writes) await files.record('loan-1', events);
    return given.slice(1);
  }

  const shown = (...references: readonly (string | undefined)[]) =>
    read(
      'active',
      {},
      {
        instalments: references.map((reference, index) => ({
          breakdownId: `b${index}`,
          ...(reference !== undefined && { instalmentReference: reference }),
        })),
      },
    );
  const collected = (reference: string) => collection(reference, 'pending', 0);
  const note: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };
  const longest = 'r'.repeat(128);

  test.each<[string, readonly LoanEvent[], readonly string[] | 'none']>([
    ['for the instalment of a collection', [collected('i1')], ['instalment:i1']],
    ['for each instalment that the mandate shows', [shown('i1', 'i2')], ['instalment:i1', 'instalment:i2']],
    ['for instalments of both kinds', [shown('i1'), collected('i2')], ['instalment:i1', 'instalment:i2']],
    ['once where both kinds have it', [shown('i1', 'i1'), collected('i1')], ['instalment:i1']],
    ['but not for an instalment without a reference', [shown(undefined, 'i2')], ['instalment:i2']],
    ['but not where no instalment has a reference', [shown(undefined)], 'none'],
    ['but not for an empty reference', [shown('', 'i2')], ['instalment:i2']],
    ['for a reference of 128 characters', [shown(longest)], [`instalment:${longest}`]],
    ['but not for one of 129', [shown(`${longest}r`, 'i2')], ['instalment:i2']],
    ['but not for one with a zero character', [shown('i\0', 'i2')], ['instalment:i2']],
    ['for a reference of other letters', [collected('ọjọ́ 😀')], ['instalment:ọjọ́ 😀']],
    ['but not where nothing is said of instalments', [note], 'none'],
  ])('%s', async (_why, events, labels) => {
    expect(await labelsGiven(events)).toEqual([labels]);
  });

  test('once, however often an instalment is shown', async () => {
    const given = await labelsGiven(
      [collected('i1')],
      [collection('i1', 'success', 40_000)],
      [shown('i1', 'i2')],
      [shown('i2')],
      [collected('i2'), collected('i3')],
      [note],
    );
    expect(given).toEqual([['instalment:i1'], 'none', ['instalment:i2'], 'none', ['instalment:i3'], 'none']);
  });

  test('at once where it is begun with its instalments, together with those that each file has', async () => {
    const store = memoryStore();
    const files = new LoanFiles(store);
    await files.begin('loan-1', opened(), [shown('i1'), collected('i2')]);
    for (const label of ['loan', `mandate:${mandateId}`, 'payer:payer-1', 'instalment:i1', 'instalment:i2'])
      expect(await store.find(label, { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
  });

  test('beside the names that come with it', async () => {
    const store = memoryStore();
    const files = new LoanFiles(store);
    await files.begin('loan-1', opened());
    await files.decide('loan-1', () => [collected('i1')], { addLabels: ['marked'] });
    for (const label of ['marked', 'instalment:i1'])
      expect(await store.find(label, { limit: 1 })).toEqual({ loanIds: ['loan-1'] });
  });
});
