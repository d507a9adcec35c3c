import { describe, expect, test } from 'vitest';
import type { LoanEvent, ReportedInstalment } from '../../../src/domain/loan/events/events.ts';
import { hasUnreadChanges } from '../../../src/domain/loan/state-changes.ts';
import { collection, kobo, loanAt, read } from './sample-loan.ts';

const showing = (collected: number, ...instalments: ReportedInstalment[]) =>
  read('active', {}, { collected: kobo(collected), instalments });
const instalment = (breakdownId: string, status: string): ReportedInstalment => ({
  breakdownId,
  status,
  amount: kobo(40_000),
  collected: kobo(0),
});
const collected = (events: readonly LoanEvent[]) =>
  hasUnreadChanges(loanAt('collecting', events, { collectionMode: 'auto' }));
const onDemand = (events: readonly LoanEvent[]) =>
  hasUnreadChanges(loanAt('collecting', events, { collectionMode: 'manual' }));

describe('what the mandate shows and no handler was notified of', () => {
  test('is money beyond what was reported instalment by instalment, in either way of collecting', () => {
    for (const isUnreported of [collected, onDemand]) {
      expect(isUnreported([])).toBe(false);
      expect(isUnreported([showing(60_000)])).toBe(true);
      expect(isUnreported([showing(60_000), collection('i1', 'success', 40_000)])).toBe(true);
      expect(
        isUnreported([
          showing(60_000),
          collection('i1', 'success', 40_000),
          collection('i2', 'partially paid', 20_000),
        ]),
      ).toBe(false);
    }
  });

  test.each(['failed', 'overdue'])('is an instalment that is %s, until it is reported itself', (status) => {
    const shown = showing(0, instalment('b1', 'processing'), instalment('b2', status));
    expect(collected([shown])).toBe(true);
    expect(collected([shown, collection('i1', 'processing', 0, { breakdownId: 'b1' })])).toBe(true);
    expect(
      collected([
        shown,
        collection('i1', 'processing', 0, { breakdownId: 'b1' }),
        collection('i2', status, 0, { breakdownId: 'b2' }),
      ]),
    ).toBe(false);
  });

  test.each(['scheduled', 'processing', 'partially paid', 'success'])('is no instalment that is %s', (status) => {
    expect(collected([showing(0, instalment('b1', status))])).toBe(false);
  });

  test.each(['failed', 'overdue'])('is no due date that passed as %s where debits are made on demand', (status) => {
    expect(onDemand([showing(0, instalment('b1', status))])).toBe(false);
  });
});
