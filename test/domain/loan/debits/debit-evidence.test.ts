import { describe, expect, test } from 'vitest';
import type { ShownAttempt } from '../../../../src/domain/loan/debits/debit-reading.ts';
import {
  evidenceOfDebits,
  parkingReasons,
  settleUnasked,
} from '../../../../src/domain/loan/debits/debit-settlement.ts';
import { CLOCK_SKEW_MS } from '../../../../src/domain/loan/debits/debit-window.ts';
import {
  collecting,
  intended,
  intent,
  later,
  reading,
  scheduled,
  settle,
  textLater,
  unknown,
} from './debit-samples.ts';

const attempt = (account: string, end: ShownAttempt['end'], at: number | undefined = later(1)): ShownAttempt => ({
  account,
  end,
  at,
});

describe('what the banks’ attempts say about a debit', () => {
  const state = collecting(intent('d1'), unknown('d1'));
  const both = ['a', 'b'];
  const declined = [attempt('a', 'declined'), attempt('b', 'declined')];

  test.each<[string, readonly ShownAttempt[], readonly string[], { isDeclinedByAll?: true; isAmbiguous?: true }]>([
    ['nothing, if there are none', [], both, {}],
    ['all declined, if every account did', declined, both, { isDeclinedByAll: true }],
    ['not all, if one account is missing', [attempt('a', 'declined'), attempt('a', 'declined')], both, {}],
    ['not all, if one failed without a known reason', [attempt('a', 'declined'), attempt('b', 'failed')], both, {}],
    ['not all, without accounts', declined, [], {}],
    [
      'not all, if one has no time',
      [attempt('a', 'declined'), { ...attempt('b', 'declined'), at: undefined }],
      both,
      {},
    ],
    ['not all, if one is older', [attempt('a', 'declined'), attempt('b', 'declined', intended - 9 * 60_000)], both, {}],
    [
      'all declined, at the edge of the clocks’ difference',
      both.map((account) => attempt(account, 'declined', intended - CLOCK_SKEW_MS)),
      both,
      { isDeclinedByAll: true },
    ],
    ['open, if one is', [attempt('a', 'declined'), attempt('b', 'open')], both, { isAmbiguous: true }],
    ['open, even without a time', [{ ...attempt('a', 'open'), at: undefined }], both, { isAmbiguous: true }],
    ['nothing, if the open one is older', [attempt('a', 'open', intended - 9 * 60_000)], both, {}],
  ])('%s', (_, attempts, accounts, expected) => {
    expect(evidenceOfDebits(state, reading(5, { attempts, accounts })).get('d1')).toMatchObject({
      isDeclinedByAll: false,
      isAmbiguous: false,
      ...expected,
    });
  });
});

describe('a debit that the service cannot be asked about', () => {
  const state = collecting(intent('d1'), unknown('d1'), intent('d2'), intent('d3'), scheduled('d3', 'ref-3'));
  const unasked = (minutes: number, from = state) =>
    settleUnasked(from, { askedAt: later(minutes) }, textLater(minutes));
  const parkedOf = (events: ReturnType<typeof unasked>) =>
    events.flatMap((event) => (event.type === 'debit.parked' ? [[event.debitId, event.reason]] : []));

  test('waits for a day after it should be shown', () => {
    expect(parkedOf(unasked(60))).toEqual([]);
  });

  test('is parked after that, and a sender that never reported is lost', () => {
    const late = 3 * 24 * 60;
    const events = unasked(late);
    expect(parkedOf(events).map(([debitId]) => debitId)).toEqual(expect.arrayContaining(['d1', 'd3']));
    expect(parkedOf(events).every(([, reason]) => reason === parkingReasons.unasked)).toBe(true);
    const at = textLater(late);
    expect(settleUnasked(collecting(intent('d2')), { askedAt: later(late) }, at).map(({ type }) => type)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^debit\.(unseen|unknown)$/)]),
    );
  });

  test('is left alone once it is parked or has ended', () => {
    const parked = { type: 'debit.parked', at: textLater(1), debitId: 'd1', reason: parkingReasons.absent } as const;
    const ended = { type: 'debit.settled', at: textLater(1), debitId: 'd1', result: 'failed', collected: 0 } as never;
    expect(unasked(9_000, collecting(intent('d1'), unknown('d1'), parked))).toEqual([]);
    expect(unasked(9_000, collecting(intent('d1'), scheduled('d1', 'ref-1'), ended))).toEqual([]);
  });
});

test('a reading that finds a debit whose sender never reported says nothing about the sender', () => {
  const events = settle(collecting(intent('d1')), 900, {
    shown: [{ reference: 'ref-1', status: 'successful', amount: 30_000 as never, createdAt: later(1) }],
    collected: 30_000 as never,
  });
  expect(events.map(({ type }) => type)).toEqual(['debit.scheduled', 'debit.settled']);
});
