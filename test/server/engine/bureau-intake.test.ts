import { describe, expect, test } from 'vitest';
import { listReports, submitReport } from '../../../src/server/engine/mandates/bureau-intake.ts';
import { patchMerchant, patchPolicy } from '../../../src/server/engine/mandates/settings.ts';
import { dataOf, LoanStory, MANDATE_ID, PRIMARY, refusalOf } from './loan-story.ts';

const approved = {
  reportId: 'a',
  event: 'loan.approved',
  mandateId: MANDATE_ID,
  occurredAt: '2026-01-15T09:00:00Z',
  content: { offerTerms: { rate: 3 }, approvedAmount: 30_000, tenure: 'P3M', branch: 'Yaba' },
};
const disbursed = {
  ...approved,
  reportId: 'd',
  event: 'loan.disbursed',
  content: { amount: 30_000, date: '2026-01-15', reference: 'transfer-1' },
};

function verified(): LoanStory {
  const story = new LoanStory();
  story.place(PRIMARY);
  story.attach(PRIMARY);
  story.deposit(PRIMARY);
  return story;
}

describe('the bureau intake', () => {
  test('takes a report with its extra fields, and the same one again as a duplicate', () => {
    const { world } = verified();
    expect(submitReport(world, approved)).toMatchObject({
      ok: true,
      status: 201,
      data: { reportId: 'a', duplicate: false },
    });
    const reordered = {
      ...approved,
      content: { branch: 'Yaba', tenure: 'P3M', approvedAmount: 30_000, offerTerms: { rate: 3 } },
    };
    expect(submitReport(world, reordered)).toEqual({ ok: true, data: { duplicate: true }, message: null });
    expect(listReports(world)).toMatchObject([
      { ...approved, source: 'merchant', receivedAt: '2026-01-15T09:00:00.000Z' },
    ]);
  });

  test('refuses the same reportId with other content', () => {
    const { world } = verified();
    submitReport(world, approved);
    expect(
      refusalOf(submitReport(world, { ...approved, content: { ...approved.content, approvedAmount: 1 } })),
    ).toMatchObject({ status: 409 });
  });

  test('wants approved before disbursed, each once, and nothing after the closure', () => {
    const { world } = verified();
    expect(refusalOf(submitReport(world, disbursed))).toMatchObject({ status: 422, rule: 'reports-in-order' });
    dataOf(submitReport(world, approved));
    expect(refusalOf(submitReport(world, { ...approved, reportId: 'a2' }))).toMatchObject({ status: 422 });
    dataOf(submitReport(world, disbursed));
    dataOf(
      submitReport(world, {
        ...approved,
        reportId: 'c',
        event: 'loan.closed',
        content: { finalStatus: 'written_off', closeDate: '2026-01-15' },
      }),
    );
    expect(
      refusalOf(
        submitReport(world, {
          ...disbursed,
          reportId: 'm',
          event: 'repayment.successful',
          content: { amount: 1, date: '2026-01-15', outstandingBalance: 0 },
        }),
      ),
    ).toMatchObject({ status: 422 });
  });

  test('refuses what has not the shape of spec §6.3, naming the field, and mandates it does not know', () => {
    const { world } = verified();
    const { reference: _, ...content } = disbursed.content;
    expect(refusalOf(submitReport(world, { ...disbursed, content })).fields).toMatchObject([
      { path: 'content.reference' },
    ]);
    expect(refusalOf(submitReport(world, { ...approved, event: 'loan.imagined' }))).toMatchObject({
      status: 400,
      fields: [{ path: 'event' }],
    });
    expect(refusalOf(submitReport(world, 'approved')).status).toBe(400);
    expect(refusalOf(submitReport(world, { ...approved, mandateId: 'f'.repeat(24) })).status).toBe(404);
  });
});

describe('the gate', () => {
  test('opens with the report of the disbursement; what passed before is due at the next 08:00', async () => {
    const story = verified();
    await story.until('2026-02-03T07:00:00.001Z');
    expect(story.inside().gate).toMatchObject({ open: false, rule: 'debit-needs-disbursement' });
    story.disburse();
    expect(story.inside().gate).toEqual({ open: true });
    await story.until('2026-02-04T06:59:59Z');
    expect(story.reported()).toEqual([]);
    await story.until('2026-02-04T07:00:00Z');
    expect(story.reported()).toEqual(['success 10000 2026-02-04']);
  });

  test('that opens at 08:00 sharp lets the day pass through, on a clock that stands still', async () => {
    const story = verified();
    await story.until('2026-01-31T07:00:00Z');
    story.disburse();
    expect(story.reported()).toEqual(['success 10000 2026-01-31']);
  });

  test('shuts for a merchant that is suspended and opens again at the next 08:00', async () => {
    const story = LoanStory.collecting();
    dataOf(patchMerchant(story.world, { status: 'suspended' }));
    expect(await story.until('2026-02-02T12:00:00Z')).toMatchObject({ attempts: 0 });
    dataOf(patchMerchant(story.world, { status: 'approved' }));
    expect(await story.until('2026-02-03T12:00:00Z')).toMatchObject({ attempts: 1 });
  });

  test('waits until an account is ready', async () => {
    const story = LoanStory.collecting({ now: '2026-01-31T06:00:00Z', policy: { readinessMinutes: 120 } });
    await story.until('2026-02-01T06:59:59Z');
    expect(story.tries(0)).toEqual([]);
    await story.until('2026-02-01T07:00:00Z');
    expect(story.reported()).toEqual(['success 10000 2026-02-01']);
  });
});

describe('the policy', () => {
  test('sets attempts, gap and hour of a day', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    dataOf(patchPolicy(story.world, { attemptsPerDueDate: 2, attemptGapHours: 1.5, dueHour: 10 }));
    await story.until('2026-01-31T09:00:00Z');
    expect(story.tries(0)).toHaveLength(1);
    await story.until('2026-01-31T10:30:00Z');
    expect(story.tries(0)).toHaveLength(2);
    expect(story.reported()).toEqual(['failed 0 2026-01-31']);
  });

  test('with more attempts than the day has room for ends at midnight', async () => {
    const story = LoanStory.collecting({ policy: { attemptsPerDueDate: 10 } });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-02-01T00:00:00Z');
    expect(story.tries(0)).toHaveLength(4);
    expect(story.reported()).toEqual(['failed 0 2026-01-31']);
  });

  test('with fewer attempts in the middle of a day goes on the next day', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T08:00:00Z');
    dataOf(patchPolicy(story.world, { attemptsPerDueDate: 1 }));
    await story.until('2026-02-01T08:00:00Z');
    expect(story.reported()).toEqual(['overdue 0 2026-02-01']);
  });

  test('keeps what a change does not name', () => {
    const { world } = new LoanStory();
    expect(dataOf(patchPolicy(world, { webhook: { attempts: 3 } }))).toMatchObject({
      webhook: { attempts: 3, backoff: 60 },
      attemptsPerDueDate: 3,
      dueHour: 8,
    });
  });
});
