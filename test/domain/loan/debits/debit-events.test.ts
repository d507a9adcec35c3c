import { describe, expect, test } from 'vitest';
import { evidenceOfDebits, hasDoubtfulDebits } from '../../../../src/domain/loan/debits/debit-settlement.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import { kobo } from '../sample-loan.ts';
import {
  collecting,
  INTENDED,
  intent,
  later,
  reading,
  scheduled,
  settle,
  shown,
  textLater,
  unknown,
} from './debit-samples.ts';

const settled = (debitId: string, collected: number): LoanEvent =>
  ({
    type: 'debit.settled',
    at: INTENDED,
    debitId,
    result: collected > 0 ? 'successful' : 'failed',
    collected,
  }) as LoanEvent;

describe('what a reading adds to the file', () => {
  test('is the answer that never came', () => {
    expect(settle(collecting(intent('d1'), unknown('d1')), 5, { shown: [shown()] })).toEqual([
      { type: 'debit.scheduled', at: textLater(99), debitId: 'd1', foundByAsking: true, reference: 'ref-1' },
    ]);
  });

  test.each([
    ['successful', 30_000, 'successful', 30_000],
    ['successful', 12_500, 'successful', 12_500],
    ['failed', 30_000, 'failed', 0],
  ] as const)('is the end too, where it has ended: %s with %i', (status, amount, result, collected) => {
    const events = settle(collecting(intent('d1'), unknown('d1')), 15, {
      shown: [shown({ status, amount: kobo(amount) })],
    });
    expect(events).toMatchObject([
      { type: 'debit.scheduled', foundByAsking: true },
      { type: 'debit.settled', debitId: 'd1', result, collected },
    ]);
  });

  test.each([
    [12_500, 12_500],
    [0, 0],
    [30_001, 30_000],
    [-1, 30_000],
    [undefined, 30_000],
  ])('counts a success by reference that shows %s with %i', (amount, collected) => {
    const state = collecting(intent('d1'), scheduled('d1', 'ref-1'));
    const record = shown({ status: 'successful', amount: amount as never });
    expect(settle(state, 5, { shown: [record] })).toEqual([
      { type: 'debit.settled', at: textLater(99), debitId: 'd1', result: 'successful', collected },
    ]);
  });

  test('is a reading that does not show it, and then its parking', () => {
    const state = collecting(intent('d1'), unknown('d1'));
    expect(settle(state, 14)).toEqual([]);
    const [first] = settle(state, 15);
    expect(first).toEqual({ type: 'debit.unseen', at: textLater(99), debitId: 'd1', reading: 'nothing' });
    const once = applyEvent(state, { ...first, at: textLater(16) } as LoanEvent) as LoanState;
    expect(settle(once, 17)).toMatchObject([
      { type: 'debit.parked', debitId: 'd1', reason: expect.stringContaining('shows nothing') },
    ]);
    expect(settle(once, 90, { collected: kobo(30_000) })).toMatchObject([
      { type: 'debit.parked', debitId: 'd1', reason: expect.stringContaining('explains') },
    ]);
  });

  test('is nothing for debits that have ended', () => {
    const state = collecting(intent('d1'), unknown('d1'), settled('d1', 0), intent('d2', { debitDate: '2026-02-02' }), {
      type: 'debit.refused',
      at: INTENDED,
      debitId: 'd2',
      reason: 'no',
    });
    expect(settle(state, 9_000, { shown: [shown()] })).toEqual([]);
  });
});

describe('what nothing explains', () => {
  const unexplained = (state: LoanState, change: Parameters<typeof reading>[1]) =>
    evidenceOfDebits(state, reading(60, change)).get('d1')?.unexplained;
  const lost = [intent('d1'), unknown('d1')];
  const other = [intent('d2', { debitDate: '2026-02-02', amount: 20_000 }), scheduled('d2', 'ref-2')];
  const strange = shown({ reference: 'x', amount: kobo(77), status: 'successful' });

  test.each<[string, readonly LoanEvent[], Parameters<typeof reading>[1], boolean]>([
    ['nothing', lost, {}, false],
    ['money without a record', lost, { collected: kobo(1) }, true],
    ['an attempt under way', lost, { underWay: true }, true],
    ['a record of another amount since', lost, { shown: [shown({ reference: 'x', amount: kobo(30_001) })] }, true],
    [
      'a failed record of another amount since',
      lost,
      { shown: [shown({ reference: 'x', amount: kobo(30_001), status: 'failed' })] },
      false,
    ],
    [
      'a failed record of no known time',
      lost,
      { shown: [shown({ reference: 'x', createdAt: undefined, status: 'failed' })] },
      true,
    ],
    [
      'a failed record of no known amount',
      lost,
      { shown: [shown({ reference: 'x', amount: undefined, status: 'failed' })] },
      true,
    ],
    ['a record of no known time', lost, { shown: [shown({ reference: 'x', createdAt: undefined })] }, true],
    [
      'a record that seems to be from before: clocks differ',
      lost,
      { shown: [{ ...strange, createdAt: later(-90) }] },
      true,
    ],
    [
      'a failed record that seems to be from before',
      lost,
      { shown: [{ ...strange, status: 'failed', createdAt: later(-90) }] },
      false,
    ],
    [
      'its money, in a record that seems to be from before',
      lost,
      { shown: [shown({ status: 'successful', createdAt: later(-3) })], collected: kobo(30_000) },
      true,
    ],
    [
      'money of a debit that a person said was not taken',
      [...lost, intent('d2', { debitDate: '2026-02-02', amount: 40_000 }), unknown('d2'), settled('d2', 0)],
      {
        shown: [shown({ reference: 'x', amount: kobo(40_000), status: 'successful', createdAt: later(2) })],
        collected: kobo(40_000),
      },
      false,
    ],
    ['money of a debit that has ended', [...lost, ...other, settled('d2', 20_000)], { collected: kobo(20_000) }, false],
    [
      'more than a debit took that has ended',
      [...lost, ...other, settled('d2', 20_000)],
      { collected: kobo(20_001) },
      true,
    ],
    [
      'money of a debit that ends in this reading',
      [...lost, ...other],
      { shown: [shown({ reference: 'ref-2', amount: kobo(20_000), status: 'successful' })], collected: kobo(20_000) },
      false,
    ],
    [
      'money of a debit that is not shown to have ended',
      [...lost, ...other],
      { shown: [shown({ reference: 'ref-2' })], collected: kobo(20_000) },
      true,
    ],
    [
      'money that went back and was taken again',
      [
        ...lost,
        ...other,
        settled('d2', 20_000),
        {
          type: 'repayment.reversed',
          at: INTENDED,
          of: 'collection',
          amount: kobo(20_000),
          date: '2026-02-01',
          reference: 'r',
          reason: 'r',
        },
      ],
      { collected: kobo(20_000) },
      true,
    ],
    [
      'a repayment elsewhere that was taken back',
      [
        ...lost,
        ...other,
        settled('d2', 20_000),
        {
          type: 'repayment.reversed',
          at: INTENDED,
          of: 'repayment',
          amount: kobo(20_000),
          date: '2026-02-01',
          reference: 'r',
          reason: 'r',
        },
      ],
      { collected: kobo(20_000) },
      false,
    ],
  ])('%s', (_what, events, change, expected) => {
    expect(unexplained(collecting(...events), change)).toBe(expected);
  });

  test.each<[string, Parameters<typeof reading>[1], boolean]>([
    ['a record from before that', { shown: [{ ...strange, createdAt: later(-12.01) }], collected: kobo(77) }, false],
    [
      'more money than a record from before that',
      { shown: [{ ...strange, createdAt: later(-12.01) }], collected: kobo(78) },
      true,
    ],
    [
      'a failed record from before that, and money',
      { shown: [{ ...strange, status: 'failed', createdAt: later(-12.01) }], collected: kobo(77) },
      true,
    ],
    [
      'a record from about then: clocks differ',
      { shown: [{ ...strange, createdAt: later(-12) }], collected: kobo(77) },
      true,
    ],
    ['a record of no known time', { shown: [{ ...strange, createdAt: undefined }] }, true],
  ])('in a loan that was adopted: %s', (_what, change, expected) => {
    const adopted = { adoptedBy: 'ops', reason: 'moved', evidence: [] };
    expect(unexplained({ ...collecting(...lost), adopted, openedAt: textLater(-10) }, change)).toBe(expected);
    // A loan that began here has no debits from before: its beginning was dated ahead.
    expect(unexplained({ ...collecting(...lost), openedAt: textLater(-10) }, change)).toBe(true);
  });
});

describe('a late answer of the sender', () => {
  const status = (...events: readonly LoanEvent[]) => collecting(intent('d1'), ...events).debits[0];
  const foundByAsking: LoanEvent = {
    type: 'debit.scheduled',
    at: INTENDED,
    debitId: 'd1',
    foundByAsking: true,
    reference: 'found',
  };
  const refusal: LoanEvent = { type: 'debit.refused', at: INTENDED, debitId: 'd1', reason: 'no' };
  const parked: LoanEvent = { type: 'debit.parked', at: INTENDED, debitId: 'd1', reason: 'gone' };

  test('does not lose what was found or has ended meanwhile', () => {
    expect(status(foundByAsking, unknown('d1'))).toMatchObject({ status: 'scheduled', reference: 'found' });
    expect(status(foundByAsking, refusal)).toMatchObject({ status: 'scheduled' });
    expect(status(foundByAsking, settled('d1', 30_000), unknown('d1'))).toMatchObject({
      status: 'successful',
      collected: 30_000,
    });
    expect(status(foundByAsking, settled('d1', 30_000), scheduled('d1', 'own'))).toMatchObject({
      status: 'successful',
      reference: 'found',
    });
    expect(status(refusal, scheduled('d1', 'own'), settled('d1', 1))).toMatchObject({
      status: 'refused',
      reference: undefined,
      collected: 0,
    });
  });

  test('is more certain than what was found by asking', () => {
    expect(status(foundByAsking, scheduled('d1', 'own'))).toMatchObject({ status: 'scheduled', reference: 'own' });
    expect(status(scheduled('d1', 'own'), foundByAsking)).toMatchObject({ reference: 'own' });
  });

  test('of a debit that was taken and never ended parks it', () => {
    expect(status(foundByAsking, parked)).toMatchObject({ status: 'parked', parkedFor: 'gone' });
  });

  test('ends a parking', () => {
    expect(status(parked, unknown('d1'))).toMatchObject({ status: 'parked', parkedFor: 'gone' });
    expect(status(parked, scheduled('d1', 'own'))).toMatchObject({ status: 'scheduled', parkedFor: undefined });
    expect(status(parked, refusal)).toMatchObject({ status: 'refused', parkedFor: undefined });
    expect(status(parked, { type: 'debit.unseen', at: INTENDED, debitId: 'd1', reading: 'x' })).toMatchObject({
      status: 'parked',
      unseen: { reading: 'x' },
    });
  });
});

test.each<[string, readonly LoanEvent[], boolean]>([
  ['no debit', [], false],
  ['one that the service took', [intent('d1'), scheduled('d1', 'own')], false],
  ['one that has ended', [intent('d1'), settled('d1', 30_000)], false],
  ['one that is being sent', [intent('d1')], true],
  [
    'one without an answer beside one that the service took',
    [intent('d1'), scheduled('d1', 'own'), intent('d2', { debitDate: '2026-02-02' }), unknown('d2')],
    true,
  ],
  ['one that is parked', [intent('d1'), { type: 'debit.parked', at: INTENDED, debitId: 'd1', reason: 'gone' }], true],
])('a loan with %s: are debits in doubt?', (_which, events, expected) => {
  expect(hasDoubtfulDebits(collecting(...events))).toBe(expected);
});
