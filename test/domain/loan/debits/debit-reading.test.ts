import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchDebits, type ShownDebit } from '../../../../src/domain/loan/debits/debit-reading.ts';
import type { DebitState } from '../../../../src/domain/loan/state.ts';
import { kobo } from '../sample-loan.ts';
import { debit, later, shown, textLater } from './debit-samples.ts';

const match = (debits: readonly DebitState[], records: readonly ShownDebit[], minutes = 30) => {
  const { found, withheld, strange } = matchDebits(debits, { shown: records, askedAt: later(minutes) });
  return {
    found: Object.fromEntries([...found].map(([id, { reference }]) => [id, reference])),
    withheld: [...withheld],
    strange: strange.map(({ reference }) => reference),
  };
};
const none = { found: {}, withheld: [], strange: [] };

describe('a debit without a reference is', () => {
  test.each(['intended', 'unknown', 'parked'] as const)(
    'the one that was made after its intent with its amount, when it is %s',
    (status) => {
      expect(match([debit({ status })], [shown()])).toEqual({ ...none, found: { d1: 'ref-1' } });
    },
  );

  test.each([
    ['made long before', { createdAt: later(-2.01) }],
    ['of another amount', { amount: kobo(29_999) }],
    ['of a greater amount, though taken', { amount: kobo(30_001), status: 'successful' }],
    ['of a smaller amount that failed', { amount: kobo(29_999), status: 'failed' }],
    ['of no amount that can be', { amount: undefined, status: 'successful' }],
    ['that took nothing', { amount: kobo(0), status: 'successful' }],
    ['that does not say when it was made', { createdAt: undefined }],
    ['that took a part, and does not say when', { amount: kobo(100), status: 'successful', createdAt: undefined }],
    ['that took a part long before', { amount: kobo(100), status: 'successful', createdAt: later(-2.01) }],
  ] as const)('not one %s', (_what, change) => {
    expect(match([debit()], [shown(change)])).toEqual({ ...none, strange: ['ref-1'] });
  });

  test('one from just before its intent: clocks differ', () => {
    expect(match([debit()], [shown({ createdAt: later(-2) })]).found).toEqual({ d1: 'ref-1' });
  });

  test('one that took a part of it', () => {
    expect(match([debit()], [shown({ amount: kobo(100), status: 'successful' })]).found).toEqual({ d1: 'ref-1' });
  });

  test('rather one of its amount than one that took a part', () => {
    const records = [
      shown({ reference: 'part', amount: kobo(100), status: 'successful' }),
      shown({ reference: 'whole', createdAt: later(5) }),
    ];
    expect(match([debit()], records)).toEqual({ ...none, found: { d1: 'whole' }, strange: ['part'] });
  });

  test('the oldest of several, and the oldest debit takes it', () => {
    const debits = [debit({ debitId: 'young', intendedAt: textLater(10) }), debit({ debitId: 'old' })];
    const records = [
      shown({ reference: 'second', createdAt: later(12) }),
      shown({ reference: 'first', createdAt: later(11) }),
    ];
    expect(match(debits, records).found).toEqual({ old: 'first', young: 'second' });
  });

  test('the one that only the youngest may be, so that no older record is left over when it is listed later', () => {
    const debits = [debit({ debitId: 'old' }), debit({ debitId: 'young', intendedAt: textLater(10) })];
    const youngs = shown({ reference: 'young’s', createdAt: later(11) });
    expect(match(debits, [youngs]).found).toEqual({ young: 'young’s' });
    expect(match(debits, [youngs, shown({ reference: 'old’s', createdAt: later(1) })]).found).toEqual({
      old: 'old’s',
      young: 'young’s',
    });
    expect(match([...debits].reverse(), [youngs]).found).toEqual({ young: 'young’s' });
  });

  test('the one of its own amount among several, in whatever order they were made', () => {
    const debits = [100, 200, 300].map((amount, index) =>
      debit({ debitId: `of ${amount}`, amount: kobo(amount), intendedAt: textLater(index) }),
    );
    const records = [100, 300, 200].map((amount, index) =>
      shown({ reference: `${amount}`, amount: kobo(amount), createdAt: later(3 + index) }),
    );
    expect(match(debits, records)).toEqual({ ...none, found: { 'of 100': '100', 'of 200': '200', 'of 300': '300' } });
  });
});

test('a parked debit stands back behind one that is still asked about, and takes what that one leaves', () => {
  const debits = [
    debit({ debitId: 'parked', status: 'parked' }),
    debit({ debitId: 'asked', intendedAt: textLater(20) }),
  ];
  const record = shown({ createdAt: later(21) });
  expect(match(debits, [record]).found).toEqual({ asked: 'ref-1' });
  expect(match(debits, [record, shown({ reference: 'late', createdAt: later(25) })]).found).toEqual({
    asked: 'ref-1',
    parked: 'late',
  });
});

test('what fits the debit that a person says was taken is that one’s, before all others', () => {
  const debits = [debit(), debit({ debitId: 'said', status: 'parked', intendedAt: textLater(20) })];
  const { found } = matchDebits(debits, {
    shown: [shown({ createdAt: later(21) })],
    askedAt: later(60),
    preferred: 'said',
  });
  expect([...found.keys()]).toEqual(['said']);
});

test('a record goes to the fresh debit rather than to an older parked one, although the clock of both was ahead', () => {
  const ahead = { clockAheadMs: 20 * 60_000 };
  const debits = [
    debit({ debitId: 'parked', status: 'parked', intendedAt: textLater(-24 * 60), ...ahead }),
    debit({ debitId: 'fresh', ...ahead }),
  ];
  const records = [shown({ status: 'successful', createdAt: later(-20) })];
  expect([...matchDebits(debits, { shown: records, askedAt: later(1) }).found.keys()]).toEqual(['fresh']);
});

test('a record that seems older than the intent, because the clock was ahead, goes to the debit of its whole amount before one of which it is a part', () => {
  const ahead = { clockAheadMs: 20 * 60_000 };
  const debits = [
    debit({ debitId: 'whole', amount: kobo(12_000), ...ahead }),
    debit({ debitId: 'larger', intendedAt: textLater(1), ...ahead }),
  ];
  const records = [shown({ status: 'successful', amount: kobo(12_000), createdAt: later(-20) })];
  expect([...matchDebits(debits, { shown: records, askedAt: later(10) }).found.keys()]).toEqual(['whole']);
});

describe('money that a person has put down to a debit', () => {
  const decided = debit({ debitId: 'decided', status: 'successful', collected: kobo(12_000) });
  const parked = debit({ debitId: 'parked', status: 'parked' });

  test.each([
    ['listed with its amount', { amount: kobo(30_000) }],
    ['listed with what was taken', { amount: kobo(12_000), status: 'successful' }],
  ] as const)('is that debit’s, when its record is %s at last', (_how, change) => {
    expect(match([parked, decided], [shown(change)])).toEqual({ ...none, found: { decided: 'ref-1' } });
  });

  test('is not another amount', () => {
    expect(match([decided], [shown({ amount: kobo(12_000) })]).strange).toEqual(['ref-1']);
    expect(match([decided], [shown({ amount: kobo(30_001), status: 'successful' })]).strange).toEqual(['ref-1']);
    expect(match([decided], [shown({ amount: kobo(0), status: 'successful' })]).strange).toEqual(['ref-1']);
  });

  test('is looked for only where the service never named it', () => {
    const named = debit({ debitId: 'named', status: 'successful', reference: 'own', collected: kobo(30_000) });
    expect(match([parked, named], [shown()])).toEqual({ ...none, found: { parked: 'ref-1' } });
  });
});

describe('a record that seems older than the debit, as where the clocks differ', () => {
  const taken = debit({ debitId: 'taken', status: 'successful', collected: kobo(12_000) });
  const notTaken = debit({ debitId: 'not taken', status: 'failed' });
  const early = shown({ createdAt: later(-30) });
  const own = { ...none, found: { taken: 'ref-1' } };

  test('is what a person has decided about, where nothing else is looked for', () => {
    expect(match([taken], [early])).toEqual(own);
    expect(match([taken], [shown({ amount: kobo(12_000), status: 'successful', createdAt: undefined })])).toEqual(own);
    expect(match([notTaken], [early])).toEqual({ ...none, found: { 'not taken': 'ref-1' } });
  });

  test.each([taken, notTaken])('took another part of what a person has decided about: $debitId', (decided) => {
    const part = shown({ amount: kobo(11_000), status: 'successful' });
    expect(match([decided], [part]).found).toEqual({ [decided.debitId]: 'ref-1' });
    expect(match([decided, debit({ debitId: 'missing', intendedAt: textLater(20) })], [part]).strange).toEqual([
      'ref-1',
    ]);
  });

  test.each([
    ['its amount', {}],
    ['more', { amount: kobo(30_001) }],
  ])('belongs to no debit while one of %s is looked for that it may be', (_what, change) => {
    expect(match([notTaken, debit(change)], [early])).toEqual({ ...none, strange: ['ref-1'] });
    expect(match([notTaken, debit(change)], [shown({ createdAt: undefined })])).toEqual({
      ...none,
      strange: ['ref-1'],
    });
  });

  test.each<[string, DebitState, ...ShownDebit[]]>([
    ['for less', debit({ amount: kobo(29_999) }), early],
    ['from a day later and more', debit({ intendedAt: textLater(24 * 60 - 30 + 0.001) }), early],
    [
      'that is shown itself',
      debit({ intendedAt: textLater(20) }),
      early,
      shown({ reference: 'ref-2', createdAt: later(21) }),
    ],
  ])('is what was decided about where what is looked for is %s', (_what, doubtful, ...records) => {
    expect(match([notTaken, doubtful], records).found).toMatchObject({ 'not taken': 'ref-1' });
  });

  test('belongs to no debit up to a day before the debit that is looked for', () => {
    expect(match([notTaken, debit({ intendedAt: textLater(24 * 60 - 30) })], [early]).strange).toEqual(['ref-1']);
  });

  test('is not what the service has named otherwise, nor what it refused', () => {
    const named = debit({ status: 'failed', reference: 'own' });
    expect(match([named], [early]).strange).toEqual(['ref-1']);
    expect(match([debit({ status: 'refused' })], [early]).strange).toEqual(['ref-1']);
  });
});

describe('another debit’s reference', () => {
  test.each(['scheduled', 'successful', 'failed'] as const)('is no doubtful debit’s, when that one is %s', (status) => {
    const other = debit({ debitId: 'd2', status, reference: 'ref-1' });
    expect(match([debit(), other], [shown()])).toEqual({ ...none, found: { d2: 'ref-1' } });
  });

  test('finds a debit whatever its amount and its time', () => {
    expect(
      match([debit({ status: 'scheduled', reference: 'ref-1' })], [shown({ amount: undefined, createdAt: undefined })])
        .found,
    ).toEqual({ d1: 'ref-1' });
  });
});

describe('while another sender waits for its answer', () => {
  const waiting = debit({ debitId: 'waiting', status: 'intended', intendedAt: textLater(5) });

  test('what fits both belongs to neither', () => {
    const record = shown({ createdAt: later(6) });
    expect(match([debit(), waiting], [record], 7)).toEqual({
      ...none,
      withheld: ['d1', 'waiting'],
      strange: ['ref-1'],
    });
  });

  test('what fits only one of them is that one’s', () => {
    expect(match([debit(), waiting], [shown({ createdAt: later(1) })], 7).found).toEqual({ d1: 'ref-1' });
    expect(match([debit({ amount: kobo(10) }), waiting], [shown({ createdAt: later(6) })], 7).found).toEqual({
      waiting: 'ref-1',
    });
  });

  test('a debit that has its own record does not wait for what fits both', () => {
    const records = [shown({ createdAt: later(1) }), shown({ reference: 'late', createdAt: later(6) })];
    expect(match([debit(), waiting], records, 7)).toEqual({
      found: { d1: 'ref-1' },
      withheld: ['waiting'],
      strange: ['late'],
    });
  });

  test('a part of the other’s amount belongs to neither either', () => {
    const small = debit({ amount: kobo(100) });
    expect(
      match([small, waiting], [shown({ amount: kobo(100), status: 'successful', createdAt: later(6) })], 7).withheld,
    ).toEqual(['d1', 'waiting']);
  });

  test('and once it no longer can, it goes to the youngest that it fits', () => {
    const watched = { ...waiting, looks: [{ at: textLater(5), by: 'B' }] };
    expect(match([debit(), watched], [shown({ createdAt: later(6) })], 17).found).toEqual({ waiting: 'ref-1' });
  });
});

test('nothing that is shown belongs to two debits, and nothing gets lost', () => {
  const debits = fc.uniqueArray(
    fc.record({
      debitId: fc.integer({ min: 1, max: 9 }).map(String),
      status: fc.constantFrom('intended', 'unknown', 'parked', 'scheduled', 'successful', 'failed', 'refused'),
      amount: fc.integer({ min: 1, max: 3 }).map((amount) => kobo(amount * 100)),
      intendedAt: fc.integer({ min: 0, max: 30 }).map(textLater),
      reference: fc.option(fc.integer({ min: 1, max: 9 }).map(String), { nil: undefined }),
    }),
    { selector: ({ debitId }) => debitId, maxLength: 6 },
  );
  const records = fc.uniqueArray(
    fc.record({
      reference: fc.integer({ min: 1, max: 9 }).map(String),
      status: fc.constantFrom('pending' as const, 'successful' as const, 'failed' as const),
      amount: fc.integer({ min: 1, max: 3 }).map((amount) => kobo(amount * 100)),
      createdAt: fc.option(fc.integer({ min: -5, max: 40 }).map(later), { nil: undefined }),
    }),
    { selector: ({ reference }) => reference, maxLength: 8 },
  );
  fc.assert(
    fc.property(debits, records, fc.integer({ min: 30, max: 60 }), (some, all, minutes) => {
      const list = some.map((change) => debit(change as Partial<DebitState>));
      const { found, withheld, strange } = matchDebits(list, { shown: all, askedAt: later(minutes) });
      const taken = [...found.values()];
      expect(new Set(taken).size).toBe(taken.length);
      expect([...taken, ...strange].map(({ reference }) => reference).sort()).toEqual(
        all.map(({ reference }) => reference).sort(),
      );
      for (const id of withheld) expect(found.has(id)).toBe(false);
    }),
  );
});
