import { describe, expect, test } from 'vitest';
import { bureauStanding } from '../../../../src/server/engine/income/receive-statement.ts';
import { submitReport } from '../../../../src/server/engine/mandates/bureau-intake.ts';
import { termsOf } from '../../../../src/server/engine/world/ledger.ts';
import type { Mandate } from '../../../../src/server/engine/world/records.ts';
import { findMandate } from '../../../../src/server/engine/world/world.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY } from '../loan-story.ts';

const ADA = '22200000001';

/** Ada's second loan: ₦12,000.50 in one instalment on 1 March, with another amount sent out. */
function addLoan(story: LoanStory, report = true): void {
  const mandateId = '66f000000000000000000002';
  story.place(BACKUP, {
    mandateId,
    totalAmountDue: 12_000.5,
    startDate: '2026-03-01',
    endDate: '2026-03-02',
    frequency: 'monthly',
  });
  if (!report) return;
  const about = { mandateId, occurredAt: '2026-01-15T09:00:00Z' };
  const approved = { offerTerms: 'x', approvedAmount: 11_000.25, tenure: 'P2M' };
  dataOf(submitReport(story.world, { ...about, reportId: 'a2', event: 'loan.approved', content: approved }));
  const disbursed = { amount: 11_000.25, date: '2026-01-15', reference: 't-2' };
  dataOf(submitReport(story.world, { ...about, reportId: 'd2', event: 'loan.disbursed', content: disbursed }));
}

describe('what the bureau holds of a borrower', () => {
  test('is nothing before a disbursement was reported, and for everybody else', () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    expect(bureauStanding(story.world, ADA)).toBeUndefined();
    expect(bureauStanding(LoanStory.collecting().world, '22200000002')).toBeUndefined();
  });

  test('is what was disbursed and is still to be collected', () => {
    expect(bureauStanding(LoanStory.collecting().world, ADA)).toEqual({
      totalBorrowed: 30_000,
      totalOutstanding: 30_000,
      totalOverdue: 0,
      creditInsight: 'The bureau holds 1 loan: ₦30,000.00 was borrowed, ₦30,000.00 is outstanding, nothing is overdue.',
    });
  });

  test('counts a missed instalment as overdue, and of one that is partly paid the rest', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 4_000 });
    await story.until('2026-02-01T00:00:00Z');
    expect(bureauStanding(story.world, ADA)).toMatchObject({ totalOutstanding: 26_000, totalOverdue: 6_000 });
    await story.until('2026-03-02T00:00:00Z');
    expect(bureauStanding(story.world, ADA)).toMatchObject({
      totalBorrowed: 30_000,
      totalOverdue: 16_000,
      creditInsight: expect.stringContaining('₦16,000.00 of it is overdue'),
    });
  });

  test('counts an instalment as overdue for as long as it is not paid', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-02-02T00:00:00Z');
    expect([story.statuses()?.[0], bureauStanding(story.world, ADA)?.totalOverdue]).toEqual(['overdue', 10_000]);
  });

  test('does not count the rest of an instalment that was partly paid before it is due', async () => {
    const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
    dataOf(story.collect(4_000, '2026-01-16'));
    await story.until('2026-01-17T00:00:00Z');
    expect(story.statuses()?.[0]).toBe('partially paid');
    expect(bureauStanding(story.world, ADA)).toMatchObject({ totalOutstanding: 26_000, totalOverdue: 0 });
  });

  test('adds up all loans of the borrower whose disbursement was reported', () => {
    const story = LoanStory.collecting();
    addLoan(story, false);
    expect(bureauStanding(story.world, ADA)?.totalBorrowed).toBe(30_000);
    const both = LoanStory.collecting();
    addLoan(both);
    expect(bureauStanding(both.world, ADA)).toMatchObject({
      totalBorrowed: 41_000.25,
      totalOutstanding: 42_000.5,
      creditInsight: expect.stringContaining('2 loans'),
    });
  });

  test('leaves nothing outstanding or overdue on a loan that was reported as closed', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-03-02T00:00:00Z');
    dataOf(story.report('loan.closed', { finalStatus: 'written_off', closeDate: '2026-03-02' }));
    expect(bureauStanding(story.world, ADA)).toMatchObject({
      totalBorrowed: 30_000,
      totalOutstanding: 0,
      totalOverdue: 0,
    });
  });

  test('takes what was disbursed for outstanding where the mandate has no terms', () => {
    const story = new LoanStory();
    story.place(PRIMARY, {});
    story.disburse();
    const mandate = findMandate(story.world, MANDATE_ID) as Mandate;
    expect(termsOf(story.world, mandate)).toBeNull();
    expect(bureauStanding(story.world, ADA)).toMatchObject({
      totalBorrowed: 30_000,
      totalOutstanding: 30_000,
      totalOverdue: 0,
    });
  });
});
