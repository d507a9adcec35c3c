import { describe, expect, test } from 'vitest';
import { parkingReasons } from '../../../../src/domain/loan/debits/debit-settlement.ts';
import { isSettledAs, verdictMayStand } from '../../../../src/domain/loan/debits/debit-verdict.ts';
import type { DebitState } from '../../../../src/domain/loan/state.ts';
import { kobo } from '../sample-loan.ts';
import { debit, evidence, later, shown, textLater } from './debit-samples.ts';

const taken = (amount = 30_000) => ({ result: 'taken', collected: kobo(amount) }) as const;
const notTaken = { result: 'not-taken', collected: kobo(0) } as const;
const parked = debit({ status: 'parked' });
const seen = { evidence: evidence(), at: later(15) };

describe('a debit is settled as a person says', () => {
  test.each<[DebitState['status'], number, boolean, boolean]>([
    ['successful', 30_000, true, false],
    ['successful', 20_000, false, false],
    ['failed', 0, false, true],
    ['refused', 0, false, true],
    ['scheduled', 0, false, false],
    ['parked', 0, false, false],
    ['unknown', 0, false, false],
  ])('where it is %s with %d', (status, collected, asTaken, asNotTaken) => {
    const ended = debit({ status, collected: kobo(collected) });
    expect([isSettledAs(ended, taken()), isSettledAs(ended, notTaken)]).toEqual([asTaken, asNotTaken]);
  });

  test('never as taken where it failed, not even with nothing', () => {
    expect(isSettledAs(debit({ status: 'failed' }), taken(0))).toBe(false);
  });
});

const looks = [{ at: textLater(0), by: 'B' }];

describe('a person’s word on a debit', () => {
  test.each(['intended', 'unknown', 'parked'] as const)(
    'stands where it is %s and the service leaves it open',
    (status) => {
      const watched = debit({ status, looks });
      for (const verdict of [taken(), notTaken])
        expect(verdictMayStand(watched, verdict, seen)).toEqual({ allowed: true });
    },
  );

  test('that nothing was taken stands without asking once it is parked, unless something that nothing explains was shown then', () => {
    const unasked = { evidence: undefined, at: later(60), isUnasked: true };
    expect(verdictMayStand(parked, notTaken, unasked)).toEqual({ allowed: true });
    for (const open of [debit(), { ...parked, parkedFor: parkingReasons.unexplained }]) {
      expect(verdictMayStand(open, notTaken, unasked)).toMatchObject({ rule: 'verdict-agrees-with-service' });
      expect(verdictMayStand(open, taken(), unasked)).toEqual({ allowed: true });
    }
  });

  test('that a part or all of it was taken stands, that more was does not', () => {
    expect(verdictMayStand(parked, taken(1), seen)).toEqual({ allowed: true });
    expect(verdictMayStand(parked, taken(30_001), seen)).toMatchObject({
      allowed: false,
      rule: 'verdict-within-debit',
      spec: 'Spec §4.7',
      message: 'A debit of ₦300.00 cannot have taken ₦300.01',
    });
  });

  test.each<[DebitState['status'], number, string]>([
    ['scheduled', 0, 'The service shows the debit and will show its end: settle without a decision'],
    ['failed', 0, "The debit has ended as 'failed': correct money by recording a repayment or a reversal"],
    [
      'successful',
      10_000,
      "The debit has ended as 'successful' with ₦100.00: correct money by recording a repayment or a reversal",
    ],
  ])('is not asked for where it is %s with %d', (status, collected, message) => {
    const known = debit({ status, collected: kobo(collected) });
    for (const verdict of [taken(), notTaken])
      expect(verdictMayStand(known, verdict, seen)).toMatchObject({ rule: 'verdict-needs-doubt', message });
  });

  test('is not asked for while its sender may still wait for the answer', () => {
    const message =
      'The debit is on its way, or its process ended: settle without a decision first, a person can decide from 2026-02-01T08:12:00.000Z on';
    for (const verdict of [taken(), notTaken]) {
      expect(
        verdictMayStand(debit({ status: 'intended', looks }), verdict, { ...seen, at: later(11.9) }),
      ).toMatchObject({
        rule: 'verdict-needs-doubt',
        message,
      });
    }
  });

  test.each([
    ['nothing was read', undefined],
    ['something fitting may be another debit’s', evidence({ withheld: true })],
    ['something moved that nothing explains', evidence({ unexplained: true })],
  ])('that nothing was taken does not stand while %s; that it was does', (_what, shown) => {
    const now = { evidence: shown, at: later(900) };
    expect(verdictMayStand(parked, notTaken, now)).toEqual({
      allowed: false,
      rule: 'verdict-agrees-with-service',
      spec: 'Spec §4.7',
      message:
        'The service shows money or a debit that no debit on file explains, which may be this one: find out what it is before saying that nothing was taken',
    });
    expect(verdictMayStand(parked, taken(), now)).toEqual({ allowed: true });
  });

  test('on a debit that the service took and has shown as pending for a week too long stands either way', () => {
    const stalled = debit({ status: 'parked', reference: 'ref-1' });
    const now = { evidence: evidence({ found: shown({ status: 'pending' }) }), at: later(9 * 24 * 60) };
    for (const verdict of [taken(), notTaken])
      expect(verdictMayStand(stalled, verdict, now)).toEqual({ allowed: true });
  });

  test('that nothing was taken stands from the end of the quiet window on', () => {
    expect(verdictMayStand(parked, notTaken, { ...seen, at: later(15) - 1 })).toMatchObject({
      rule: 'verdict-after-quiet-window',
      message: 'The debit may still turn up: that nothing was taken can be said from 2026-02-01T08:15:00.000Z on',
    });
    expect(verdictMayStand(parked, notTaken, seen)).toEqual({ allowed: true });
  });
});
