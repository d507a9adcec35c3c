import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { DebitState } from '../../../../src/domain/loan/state.ts';
import { at, collection, kobo, loanAt } from '../sample-loan.ts';

const later = '2026-02-01T10:00:00.000Z';
const intended: LoanEvent = {
  type: 'debit.intended',
  at,
  debitId: 'd1',
  amount: kobo(30_000),
  debitDate: '2026-02-01',
};
const scheduled: LoanEvent = { type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-1' };
const found: LoanEvent = { type: 'debit.scheduled', at, debitId: 'd1', reference: 'ref-2', foundByAsking: true };
const unknown: LoanEvent = { type: 'debit.unknown', at, debitId: 'd1', reason: 'no answer' };
const unseen: LoanEvent = { type: 'debit.unseen', at: later, debitId: 'd1', reading: 'hash-1' };
const parked: LoanEvent = { type: 'debit.parked', at, debitId: 'd1', reason: 'not found' };
const refused: LoanEvent = { type: 'debit.refused', at, debitId: 'd1', reason: 'no' };
const took: LoanEvent = { type: 'debit.settled', at, debitId: 'd1', result: 'successful', collected: kobo(30_000) };
const failed: LoanEvent = { type: 'debit.settled', at, debitId: 'd1', result: 'failed', collected: kobo(0) };

const debit = (...events: LoanEvent[]) => loanAt('collecting', [intended, ...events]).debits[0];
const fresh: DebitState = {
  debitId: 'd1',
  amount: kobo(30_000),
  debitDate: '2026-02-01',
  status: 'intended',
  intendedAt: at,
  reference: undefined,
  collected: kobo(0),
  unseen: undefined,
  parkedFor: undefined,
};

test('a debit keeps the last day that it may have, where its own is not known', () => {
  const known = loanAt('collecting', [intended]);
  const unknownDay = loanAt('collecting', [{ ...intended, latestDate: '2026-04-15' } as LoanEvent]);
  expect(known.debits[0]).not.toHaveProperty('latestDate');
  expect(unknownDay.debits[0]).toMatchObject({ debitDate: '2026-02-01', latestDate: '2026-04-15' });
});

describe('a debit', () => {
  const ways: Readonly<Record<DebitState['status'], readonly LoanEvent[]>> = {
    intended: [],
    scheduled: [scheduled],
    unknown: [unknown],
    parked: [unknown, parked],
    refused: [refused],
    successful: [scheduled, took],
    failed: [scheduled, failed],
  };

  // What has ended stays as it ended; asking finds what is in doubt; only an intent can be left without an answer.
  test.each<[DebitState['status'], readonly [string, LoanEvent, DebitState['status']][]]>([
    [
      'intended',
      [
        ['answered', scheduled, 'scheduled'],
        ['found', found, 'scheduled'],
        ['refused', refused, 'refused'],
        ['unanswered', unknown, 'unknown'],
        ['parked', parked, 'parked'],
        ['ended', took, 'successful'],
      ],
    ],
    [
      'scheduled',
      [
        ['answered', scheduled, 'scheduled'],
        ['found', found, 'scheduled'],
        ['refused', refused, 'scheduled'],
        ['unanswered', unknown, 'scheduled'],
        ['parked', parked, 'parked'],
        ['ended', failed, 'failed'],
      ],
    ],
    [
      'unknown',
      [
        ['answered', scheduled, 'scheduled'],
        ['found', found, 'scheduled'],
        ['refused', refused, 'refused'],
        ['unanswered', unknown, 'unknown'],
        ['parked', parked, 'parked'],
        ['ended', failed, 'failed'],
      ],
    ],
    [
      'parked',
      [
        ['answered', scheduled, 'scheduled'],
        ['found', found, 'scheduled'],
        ['refused', refused, 'refused'],
        ['unanswered', unknown, 'parked'],
        ['parked', parked, 'parked'],
        ['ended', took, 'successful'],
      ],
    ],
    [
      'refused',
      [
        ['answered', scheduled, 'refused'],
        ['found', found, 'refused'],
        ['unanswered', unknown, 'refused'],
        ['parked', parked, 'refused'],
        ['ended', took, 'refused'],
      ],
    ],
    [
      'successful',
      [
        ['answered', scheduled, 'successful'],
        ['found', found, 'successful'],
        ['refused', refused, 'successful'],
        ['unanswered', unknown, 'successful'],
        ['parked', parked, 'successful'],
        ['ended', failed, 'successful'],
      ],
    ],
    [
      'failed',
      [
        ['answered', scheduled, 'failed'],
        ['found', found, 'failed'],
        ['refused', refused, 'failed'],
        ['unanswered', unknown, 'failed'],
        ['parked', parked, 'failed'],
        ['ended', took, 'failed'],
      ],
    ],
  ])('that is %s goes on as its table says', (status, table) => {
    for (const [what, event, next] of table)
      expect([what, debit(...ways[status], event)?.status]).toEqual([what, next]);
  });

  test('begins as an intent with the time at which it was written down', () => {
    expect(debit()).toEqual(fresh);
  });

  test('keeps the last reading that showed nothing of it, as long as it is in doubt', () => {
    const seen = { at: later, reading: 'hash-1' };
    expect(debit(unseen)).toEqual({ ...fresh, unseen: seen });
    expect(debit(unknown, unseen)).toEqual({ ...fresh, status: 'unknown', unseen: seen });
    expect(debit(unknown, parked, unseen)).toEqual({
      ...fresh,
      status: 'parked',
      parkedFor: 'not found',
      unseen: seen,
    });
    expect(debit(scheduled, unseen)).toEqual({ ...fresh, status: 'scheduled', reference: 'ref-1' });
  });

  test.each<[string, LoanEvent, Partial<DebitState>]>([
    ['found', found, { status: 'scheduled', reference: 'ref-2' }],
    ['refused', refused, { status: 'refused' }],
    ['ended', took, { status: 'successful', collected: kobo(30_000) }],
  ])('that was parked and is %s waits for no person any more', (_what, event, change) => {
    expect(debit(unknown, unseen, parked, event)).toEqual({ ...fresh, ...change });
  });

  test('has the reference of the sender’s own answer rather than the one that asking found', () => {
    expect(debit(found, scheduled)?.reference).toBe('ref-1');
    expect(debit(scheduled, found)?.reference).toBe('ref-1');
  });
});

describe('a state change of an instalment', () => {
  const received = (...events: LoanEvent[]) => loanAt('collecting', events).collections;

  test('holds what was reported and nothing else', () => {
    expect(received(collection('i1', 'failed', 0))).toStrictEqual([
      { instalmentReference: 'i1', status: 'failed', due: 40_000, collected: 0, date: '2026-01-31' },
    ]);
    expect(received(collection('i1', 'failed', 0, { breakdownId: 'b1', account: 'a1', reason: '51' }))).toStrictEqual([
      {
        instalmentReference: 'i1',
        status: 'failed',
        due: 40_000,
        collected: 0,
        date: '2026-01-31',
        breakdownId: 'b1',
        account: 'a1',
        reason: '51',
      },
    ]);
    expect(received(collection('i1', 'failed', 0), collection('i1', 'overdue', 0))).toStrictEqual([
      { instalmentReference: 'i1', status: 'overdue', due: 40_000, collected: 0, date: '2026-01-31' },
    ]);
  });

  const paid = collection('i1', 'success', 40_000, { date: '2026-01-31' });
  const missed = collection('i1', 'failed', 0, { date: '2026-02-02' });
  const missedBefore = collection('i1', 'failed', 0, { date: '2026-02-01', reason: '91' });
  const paused = collection('i1', 'paused', 0, { date: '2026-02-03' });
  const begun = collection('i1', 'scheduled', 0, { date: '2026-01-31' });
  const ofFirst = collection('i1', 'failed', 0, { account: 'a1' });
  const ofSecond = collection('i1', 'failed', 0, { account: 'a2' });

  // A file adds up to the same state in every version of the package, whichever process was first.
  test.each<[string, LoanEvent, LoanEvent, object]>([
    [
      'of the higher status, though of an earlier day',
      paid,
      missed,
      { status: 'success', date: '2026-01-31', collected: 40_000 },
    ],
    ['of the later day, whatever it says', missed, missedBefore, { status: 'failed', date: '2026-02-02' }],
    ['of a status that is known', begun, paused, { status: 'scheduled', date: '2026-01-31' }],
    [
      'of the account that comes later by name, where two are reported on the same day',
      ofSecond,
      ofFirst,
      { account: 'a2' },
    ],
  ])('that holds is the one %s', (_what, holds, yields, outcome) => {
    expect(received(holds, yields)).toMatchObject([outcome]);
    expect(received(yields, holds)).toMatchObject([outcome]);
  });

  test('of one instalment leaves the others as they are', () => {
    expect(
      received(collection('i1', 'failed', 0), collection('i2', 'failed', 0), collection('i2', 'success', 40_000)),
    ).toMatchObject([
      { instalmentReference: 'i1', status: 'failed', collected: 0 },
      { instalmentReference: 'i2', status: 'success', collected: 40_000 },
    ]);
  });
});

test('repayments and reversals are written down one after the other', () => {
  const state = loanAt('collecting', [
    { type: 'repayment.recorded', at, amount: kobo(20_000), date: '2026-02-02', reference: 'TRF-7' },
    { type: 'repayment.recorded', at, amount: kobo(10_000), date: '2026-02-03', reference: 'TRF-8' },
    {
      type: 'repayment.reversed',
      at,
      of: 'repayment',
      amount: kobo(10_000),
      date: '2026-02-04',
      reference: 'R-1',
      reason: 'bounced',
    },
  ]);
  expect(state.repayments).toEqual([
    { amount: 20_000, date: '2026-02-02', reference: 'TRF-7' },
    { amount: 10_000, date: '2026-02-03', reference: 'TRF-8' },
  ]);
  expect(state.reversals).toEqual([
    { of: 'repayment', amount: 10_000, date: '2026-02-04', reference: 'R-1', reason: 'bounced' },
  ]);
});

describe('a look for a debit', () => {
  const other = { ...intended, debitId: 'd2' } as LoanEvent;
  const look = (debitId: string, by: string): LoanEvent => ({
    type: 'debit.unseen',
    at: later,
    debitId,
    reading: '',
    lookedBy: by,
  });
  const looksOf = (...events: LoanEvent[]) =>
    loanAt('collecting', [intended, other, ...events]).debits.map(({ looks }) => looks?.map(({ by }) => by));

  test.each<[string, readonly LoanEvent[], readonly unknown[]]>([
    ['is the first of its debit', [look('d1', 'A')], [['A'], undefined]],
    ['comes after the earlier ones', [look('d1', 'A'), look('d1', 'B')], [['A', 'B'], undefined]],
    ['is kept apart from those of others', [look('d1', 'A'), look('d2', 'B'), look('d2', 'C')], [['A'], ['B', 'C']]],
    ['changes nothing where the debit is not known', [look('d3', 'A')], [undefined, undefined]],
  ])('%s', (_what, events, looks) => {
    expect(looksOf(...events)).toEqual(looks);
  });
});

describe('what a person declared ahead of the instalments', () => {
  const decision = { decidedBy: 'Ada', reason: 'bank statement' };
  const second = { ...intended, debitId: 'd2' } as LoanEvent;
  const tookToo = { ...took, debitId: 'd2', collected: kobo(20_000), decision } as LoanEvent;

  test.each<[string, readonly LoanEvent[], number]>([
    ['is nothing where the service settled the debit', [took], 0],
    ['is what the debit took', [{ ...took, decision } as LoanEvent], 30_000],
    ['is what all such debits took', [{ ...took, decision } as LoanEvent, tookToo], 50_000],
    ['is only what a person declared', [took, tookToo], 20_000],
    ['is nothing where the debit failed', [{ ...failed, decision } as LoanEvent], 0],
    [
      'is nothing where an instalment showed it before',
      [collection('i1', 'partially paid', 30_000), { ...took, decision } as LoanEvent],
      0,
    ],
  ])('%s', (_what, events, ahead) => {
    expect(loanAt('collecting', [intended, second, ...events]).decidedAhead).toBe(ahead);
  });
});
