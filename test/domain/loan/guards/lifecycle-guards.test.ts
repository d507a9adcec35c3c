import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import {
  reselectionFollowsFailure,
  reselectionReplacesChoice,
} from '../../../../src/domain/loan/guards/account-guards.ts';
import {
  closureIsNotified,
  closureIsTrue,
  disbursementNeedsActivePrimary,
  disbursementWithinApproval,
} from '../../../../src/domain/loan/guards/report-guards.ts';
import { repaymentIsOwed } from '../../../../src/domain/loan/guards/standing-guards.ts';
import { at, collection, kobo, loanAt, placed, read } from '../sample-loan.ts';

const earlier = '2026-01-05T08:59:59.999Z';
const later = '2026-01-05T10:30:00+01:00';

describe('a disbursement', () => {
  test('may go out while the mandate and its primary are active, whatever the backups', () => {
    expect(disbursementNeedsActivePrimary(loanAt('approved'))).toEqual({ allowed: true });
    expect(
      disbursementNeedsActivePrimary(loanAt('approved', [read('active', { a1: 'active', a2: 'failed' })])),
    ).toEqual({ allowed: true });
  });

  test.each([
    ['the mandate is disputed', loanAt('approved', [read('disputed', { a2: 'disputed' })])],
    ['the mandate failed', loanAt('approved', [read('failed', { a1: 'failed' })])],
    ['only a backup is active', loanAt('verifying', [read('active', { a2: 'active' })])],
    ['the mandate was never read', loanAt('verifying')],
    ['the mandate is active for a choice that the file does not know', loanAt('discovered', [read('active')])],
  ])('is held back when %s', (_what, state) => {
    expect(disbursementNeedsActivePrimary(state)).toMatchObject({
      allowed: false,
      rule: 'disbursement-needs-active-primary',
      spec: 'Spec §1.4, §8',
    });
  });

  test.each([1, 100_000])('of %d kobo fits an approval of 100000', (amount) => {
    expect(disbursementWithinApproval(loanAt('approved'), kobo(amount))).toEqual({ allowed: true });
  });

  test.each([0, -1, 100_001])('of %d kobo does not', (amount) => {
    expect(disbursementWithinApproval(loanAt('approved'), kobo(amount))).toMatchObject({
      allowed: false,
      rule: 'disbursement-within-approval',
      spec: 'Spec §1, §6.3',
    });
  });
});

describe('choosing again', () => {
  const [placementIntended] = placed as [LoanEvent];
  const signatureRefused: LoanEvent = {
    type: 'attachment.confirmed',
    at,
    account: 'a2',
    by: 'signature',
    accepted: false,
    transferDestinations: [],
  };

  test.each([
    ['the mandate failed', loanAt('verifying', [read('failed')])],
    ['the mandate timed out', loanAt('verifying', [read('pending_timeout')])],
    ['the mandate is disputed', loanAt('verifying', [read('disputed')])],
    ['one of its accounts is disputed', loanAt('verifying', [read('pending', { a1: 'disputed', a2: 'active' })])],
    ['a backup failed', loanAt('verifying', [read('pending', { a2: 'failed' })])],
    ['a signature did not match', loanAt('verifying', [signatureRefused])],
    ['the mandate is not placed yet', loanAt('selected')],
    ['the service may have refused to place it', loanAt('selected', [placementIntended])],
  ])('is possible when %s', (_what, state) => {
    expect(reselectionFollowsFailure(state)).toEqual({ allowed: true });
  });

  test.each([
    ['nothing was received yet', loanAt('verifying')],
    ['the deposit is still awaited', loanAt('verifying', [read('pending', { a1: 'pending', a2: 'active' })])],
    ['an account failed that is not among the chosen', loanAt('verifying', [read('pending', { a3: 'failed' })])],
  ])('is refused while %s', (_what, state) => {
    expect(reselectionFollowsFailure(state)).toMatchObject({
      allowed: false,
      rule: 'reselection-follows-failure',
      spec: 'Spec §3.1',
    });
  });
});

describe('a choice that replaces another', () => {
  const [intended, confirmed] = placed as [LoanEvent, LoanEvent];
  const other = { primary: 'a3', chosenAt: later };
  const backupLater: LoanEvent = {
    type: 'backup.added',
    at,
    account: 'a3',
    chosenAt: later,
    personal: { ipAddress: '102.89.23.4' },
  };

  test.each([
    ['there was none', loanAt('discovered'), { primary: 'a1', chosenAt: earlier }],
    ['it is the later one', loanAt('verifying', [read('failed')]), other],
    ['it was made at the same time', loanAt('selected'), { primary: 'a3', chosenAt: at }],
    ['no answer says that the mandate stands on the primary', loanAt('selected', [intended]), other],
    [
      'it keeps the primary that the mandate stands on',
      loanAt('selected', [intended, confirmed]),
      { primary: 'a1', chosenAt: later },
    ],
    [
      'the mandate on the primary failed',
      loanAt('selected', [intended, confirmed, read('failed', { a1: 'failed' })]),
      other,
    ],
  ])('stands when %s', (_what, state, choice) => {
    expect(reselectionReplacesChoice(state, choice)).toEqual({ allowed: true });
  });

  test.each([
    ['the choice before', loanAt('selected'), earlier],
    ['a backup that was opted in to since', loanAt('verifying', [backupLater, read('failed')]), at],
  ])('is refused when it is older than %s', (_what, state, chosenAt) => {
    expect(reselectionReplacesChoice(state, { primary: 'a3', chosenAt })).toMatchObject({
      allowed: false,
      rule: 'selection-is-the-payers',
      spec: 'Spec §1.2',
      message: expect.stringContaining('older'),
    });
  });

  test('is refused when it is older than the last of several opt-ins, in whatever order they were written down', () => {
    const sooner: LoanEvent = { ...backupLater, account: 'a4', chosenAt: '2026-01-05T09:15:00.000Z' } as LoanEvent;
    for (const optIns of [
      [sooner, backupLater],
      [backupLater, sooner],
    ]) {
      const state = loanAt('verifying', [...optIns, read('failed')]);
      const choose = (chosenAt: string) => reselectionReplacesChoice(state, { primary: 'a3', chosenAt });
      expect(choose('2026-01-05T09:29:59.999Z')).toMatchObject({
        message: expect.stringContaining('last one of 2026-01-05T09:30:00.000Z'),
      });
      expect(choose('2026-01-05T09:30:00.000Z')).toEqual({ allowed: true });
    }
  });

  test.each(['pending', 'disputed'])(
    'is refused with another primary while the mandate stands on the first one as %s',
    (status) => {
      const state = loanAt('selected', [intended, confirmed, read(status, { a1: status })]);
      expect(reselectionReplacesChoice(state, other)).toMatchObject({
        allowed: false,
        rule: 'reselection-follows-failure',
        spec: 'Spec §3.1',
      });
    },
  );
});

describe('a repayment elsewhere', () => {
  const state = loanAt('collecting', [collection('i1', 'success', 40_000)]);

  test('of what is outstanding is recorded', () => {
    expect(repaymentIsOwed(state, kobo(80_000))).toEqual({ allowed: true });
  });

  test('of more is refused', () => {
    expect(repaymentIsOwed(state, kobo(80_001))).toMatchObject({
      allowed: false,
      rule: 'repayment-is-owed',
      spec: 'Spec §1',
      message: expect.stringContaining('₦800.00'),
    });
  });
});

describe('a closure', () => {
  const owing = loanAt('collecting', [collection('i1', 'partially paid', 119_999)]);
  const repaid = loanAt('collecting', [collection('i1', 'success', 120_000)]);
  const debitUnderWay: LoanEvent = {
    type: 'debit.intended',
    at,
    debitId: 'd1',
    amount: kobo(1),
    debitDate: '2026-02-01',
  };
  const underWay = loanAt('collecting', [debitUnderWay]);

  test.each(['repaid', 'written_off', 'any word of the bureau'])(
    'as %s is true when nothing is outstanding',
    (finalStatus) => {
      expect(closureIsTrue(repaid, finalStatus)).toEqual({ allowed: true });
    },
  );

  test.each(['repaid', 'Repaid', ' REPAID ', 'fully_repaid', 'fully paid', 'paid', 'paid_off', 'paid in full'])(
    'as %j is untrue while a kobo is outstanding',
    (finalStatus) => {
      expect(closureIsTrue(owing, finalStatus)).toMatchObject({
        allowed: false,
        rule: 'closure-is-true',
        spec: 'Spec §6.3',
        message: expect.stringContaining('₦0.01'),
      });
    },
  );

  test.each(['written_off', 'paid_partially', 'part_paid', 'unpaid', 'settled'])(
    'as %j is possible while something is outstanding',
    (finalStatus) => {
      expect(closureIsTrue(owing, finalStatus)).toEqual({ allowed: true });
    },
  );

  test.each(['repaid', 'written_off'])(
    'as %s waits for the end of a debit under way, unless the platform has collected all there is',
    (finalStatus) => {
      expect(closureIsTrue(underWay, finalStatus)).toMatchObject({
        allowed: false,
        rule: 'closure-is-settled',
        spec: 'Spec §6.3',
      });
      const havingCollected = (collected: number) =>
        loanAt('collecting', [debitUnderWay, collection('i1', 'partially paid', collected)]);
      expect(closureIsTrue(havingCollected(119_999), finalStatus)).toMatchObject({
        allowed: false,
        rule: 'closure-is-settled',
      });
      expect(closureIsTrue(havingCollected(120_000), finalStatus)).toEqual({ allowed: true });
    },
  );

  test('waits for money that came in meanwhile and was not reported; not for what was reported, or was there before', () => {
    const received = loanAt('collecting', []);
    const unreported = { ...received, collected: kobo(120_000) };
    expect(closureIsNotified(unreported, received)).toMatchObject({
      allowed: false,
      rule: 'closure-is-told',
      spec: 'Spec §6.3',
    });
    expect(closureIsNotified(repaid, received)).toEqual({ allowed: true });
    expect(closureIsNotified(unreported, unreported)).toEqual({ allowed: true });
  });
});
