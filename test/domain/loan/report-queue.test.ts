import { describe, expect, test } from 'vitest';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import { nextReport, stuckReport } from '../../../src/domain/loan/report-content.ts';
import { acknowledged, at, filed, loanAt } from './sample-loan.ts';

const stuck = (reportId: string): LoanEvent => ({
  type: 'report.stuck',
  at,
  reportId,
  attempts: 12,
  reason: 'the bureau did not answer',
});
const released = (reportId: string): LoanEvent => ({ type: 'report.released', at, reportId });
const twoMore = [filed('repayment.successful', 'r1'), filed('repayment.missed', 'r2')];
const next = (...events: LoanEvent[]) => nextReport(loanAt('collecting', events))?.report.reportId;
const stopped = (...events: LoanEvent[]) => stuckReport(loanAt('collecting', events))?.report.reportId;

describe('the reports of a loan', () => {
  test('go to the bureau one by one, in the order in which they were filed', () => {
    expect(next()).toBeUndefined();
    expect(next(...twoMore)).toBe('r1');
    expect(next(...twoMore, acknowledged('r1'))).toBe('r2');
    expect(next(...twoMore, acknowledged('r1'), acknowledged('r2'))).toBeUndefined();
  });

  test('wait behind one that is stuck, and only behind that', () => {
    expect(next(...twoMore, stuck('r1'))).toBeUndefined();
    expect(next(...twoMore, stuck('r2'))).toBe('r1');
    expect(next(...twoMore, stuck('r1'), released('r1'))).toBe('r1');
  });

  test('name the one that keeps the others back', () => {
    expect(stopped(...twoMore)).toBeUndefined();
    expect(stopped(...twoMore, stuck('r1'))).toBe('r1');
    expect(stopped(...twoMore, stuck('r2'))).toBe('r2');
    expect(stopped(...twoMore, stuck('r1'), released('r1'))).toBeUndefined();
    expect(stopped(...twoMore, stuck('r1'), acknowledged('r1'))).toBeUndefined();
  });
});
