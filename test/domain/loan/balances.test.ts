import { describe, expect, test } from 'vitest';
import {
  loanBalances,
  obligationLeft,
  outstandingByInstalment,
  received,
  takenByPlatform,
} from '../../../src/domain/loan/balances.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { at, collection, kobo, loanAt, read, reversed } from './sample-loan.ts';

const intended = (debitId: string, amount: number): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId,
  amount: kobo(amount),
  debitDate: '2026-02-01',
});
const settled = (debitId: string, collected: number): LoanEvent => ({
  type: 'debit.settled',
  at,
  debitId,
  result: 'successful',
  collected: kobo(collected),
});
const repaid = (amount: number): LoanEvent => ({
  type: 'repayment.recorded',
  at,
  amount: kobo(amount),
  date: '2026-02-02',
  reference: 'TRF-7',
});
const owing = (...events: LoanEvent[]) => loanAt('collecting', events);

describe('the balances of a loan of ₦1,200', () => {
  test('hold what was collected and repaid elsewhere, each less what was reversed of it', () => {
    const state = owing(
      collection('i1', 'success', 40_000),
      repaid(30_000),
      reversed('collection', 15_000),
      reversed('repayment', 5_000),
    );
    expect(loanBalances(state)).toEqual({
      totalAmountDue: 120_000,
      due: 120_000,
      collected: 25_000,
      repaidOutside: 25_000,
      outstanding: 70_000,
      overpaid: 0,
      openDebits: 0,
      debitable: 70_000,
      collectable: 70_000,
    });
    expect(takenByPlatform(state)).toBe(40_000);
    expect(received(state)).toBe(65_000);
  });

  test('say what came in beyond the terms', () => {
    expect(loanBalances(owing(collection('i1', 'success', 100_000), repaid(20_050)))).toMatchObject({
      outstanding: 0,
      overpaid: 50,
      collectable: 0,
    });
  });

  test('count a parked debit as open until a person has decided', () => {
    const parked = [
      intended('d1', 30_000),
      { type: 'debit.parked', at, debitId: 'd1', reason: 'not found' },
    ] satisfies LoanEvent[];
    expect(loanBalances(owing(...parked))).toMatchObject({ openDebits: 30_000, collectable: 90_000 });
    expect(loanBalances(owing(...parked, settled('d1', 30_000)))).toMatchObject({
      openDebits: 0,
      outstanding: 90_000,
      collectable: 90_000,
    });
  });

  test('take the larger of what the mandate says and what its debits are known to have taken', () => {
    expect(takenByPlatform(owing(intended('d1', 30_000), settled('d1', 30_000)))).toBe(30_000);
    expect(
      takenByPlatform(
        owing(intended('d1', 30_000), settled('d1', 30_000), read('active', {}, { collected: kobo(45_000) })),
      ),
    ).toBe(45_000);
  });
});

describe('what is outstanding as it was reported', () => {
  test('counts the instalments that were reported, not the mandate’s own total nor a debit that ended', () => {
    const ahead = [read('active', {}, { collected: kobo(90_000) }), intended('d1', 70_000), settled('d1', 70_000)];
    expect(outstandingByInstalment(owing(...ahead))).toBe(120_000);
    expect(
      outstandingByInstalment(
        owing(...ahead, collection('i1', 'success', 40_000), collection('i2', 'partially paid', 10_000)),
      ),
    ).toBe(70_000);
    expect(loanBalances(owing(...ahead)).outstanding).toBe(30_000);
  });

  test('counts what was repaid elsewhere', () => {
    expect(outstandingByInstalment(owing(collection('i1', 'success', 40_000), repaid(20_000)))).toBe(60_000);
  });
});

describe('what is left of an obligation', () => {
  const recorded: LoanEvent = { type: 'obligation.recorded', at, amount: kobo(50_000), basis: 'clause 7' };
  const left = (state: LoanState) => obligationLeft(state, state.obligation as NonNullable<LoanState['obligation']>);

  test('is less by what came in since, either way, and by what is under way; what came in before does not count', () => {
    expect(left(owing(collection('i1', 'success', 40_000), recorded))).toBe(50_000);
    expect(left(owing(recorded, collection('i1', 'partially paid', 10_000)))).toBe(40_000);
    expect(left(owing(recorded, repaid(20_000)))).toBe(30_000);
    expect(left(owing(recorded, intended('d1', 15_000)))).toBe(35_000);
  });

  test('is never less than nothing', () => {
    expect(left(owing(recorded, collection('i1', 'success', 60_000)))).toBe(0);
  });
});
