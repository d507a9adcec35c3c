import { expect, test } from 'vitest';
import { fileReport } from '../../../../src/client/workflows/reports/file-report.ts';
import { loanAt } from '../../../domain/loan/sample-loan.ts';

const state = loanAt('collecting');
const content = { amount: 1, date: '2026-02-01', outstandingBalance: 0 };

function idOf(distinction: string): string {
  const [filed] = fileReport(state, { event: 'repayment.successful', content, distinction }, '2026-02-01T08:00:00Z');
  return filed?.report.reportId ?? '';
}

test('facts that differ only at the end of a long name have reports of their own, within 200 characters', () => {
  const long = 'r'.repeat(400);
  expect(idOf(`${long}:1000`)).not.toBe(idOf(`${long}:2000`));
  expect(idOf(`${long}:1000`)).toBe(idOf(`${long}:1000`));
  expect(idOf(`${long}:1000`).length).toBeLessThanOrEqual(200);
});

test('a short name stays readable', () => {
  expect(idOf('i-1:1000')).toBe(`repayment.successful:${state.mandateId}:i-1:1000`);
});
