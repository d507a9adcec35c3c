import { describe, expect, test } from 'vitest';
import { openDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY, refusalOf } from './loan-story.ts';

const MANUAL = { collectionMode: 'manual' } as const;

describe('a debit on demand', () => {
  test('is pending from the call on and runs at 08:00 in Lagos of its day over the whole cascade', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP], terms: MANUAL });
    story.bank(PRIMARY, { balance: 0 });
    const scheduled = dataOf(story.collect(15_000, '2026-02-02'));
    expect(scheduled).toEqual({
      mandateId: MANDATE_ID,
      totalAmount: 15_000,
      outstandingBalance: 30_000,
      transactionRefence: expect.stringMatching(/^[0-9a-f-]{36}$/),
      paymentStatus: 'pending',
      dueDate: '2026-02-02T07:00:00.000Z',
    });
    expect(story.log()).toMatchObject({
      status: 'pending',
      collectionType: 'manual',
      consentId: story.mandate().consents[0]?._id,
    });
    await story.until('2026-02-02T07:00:00Z');
    expect(story.tries(0)).toEqual(['058/51/10000', '044/00/10000']);
    expect(story.tries(1)).toEqual(['058/51/5000', '044/00/5000']);
    expect(story.reported()).toEqual(['success 10000 2026-02-02', 'partially paid 5000 2026-02-02']);
    expect(new Set(story.received.map(({ payload }) => (payload as { reference: string }).reference))).toEqual(
      new Set([scheduled.transactionRefence]),
    );
    expect(story.log()).toMatchObject({
      status: 'successful',
      amount: 15_000,
      transactionRefence: scheduled.transactionRefence,
    });
  });

  test('dated today runs at once where 08:00 has passed', () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    dataOf(story.collect(10_000, '2026-01-15'));
    expect(story.log()).toMatchObject({ status: 'successful' });
    expect(story.reported()).toEqual(['success 10000 2026-01-15']);
  });

  test('sweeps what is there and ends; it has one round only', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP], terms: MANUAL });
    story.bank(PRIMARY, { balance: 4_000 });
    story.bank(BACKUP, { balance: 7_000 });
    dataOf(story.collect(20_000, '2026-01-15'));
    expect(story.reported()).toEqual(['success 10000 2026-01-15', 'partially paid 1000 2026-01-15']);
    expect(story.tries(0).slice(-2)).toEqual(['058/00/4000', '044/00/6000']);
    expect(story.log()).toMatchObject({ status: 'successful', amount: 11_000 });
    story.bank(PRIMARY, { balance: 100_000 });
    await story.until('2026-01-20T00:00:00Z');
    expect(story.mandate().collectedAmount).toBe(11_000);
  });

  test('that is not honoured fails, and says so once for each instalment it was to fill', () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    story.bank(PRIMARY, { balance: 0 });
    dataOf(story.collect(15_000, '2026-01-15'));
    expect(story.log()).toMatchObject({ status: 'failed', amount: 15_000 });
    expect(story.reported()).toEqual(['failed 0 2026-01-15', 'failed 0 2026-01-15']);
  });

  test('fails without an attempt when the gate is shut by the time it runs', async () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    dataOf(story.collect(10_000, '2026-02-02'));
    openDispute(story.world, {}, MANDATE_ID);
    await story.until('2026-02-03T00:00:00Z');
    expect(story.log()).toMatchObject({ status: 'failed' });
    expect(story.tries(0)).toEqual([]);
    expect(story.reported()).toEqual([]);
  });

  test('with an unknown outcome keeps its instalments from the next one until it is settled', async () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    story.bank(PRIMARY, { declineWith: '97' });
    dataOf(story.collect(10_000, '2026-01-20'));
    dataOf(story.collect(20_000, '2026-01-20'));
    story.bank(PRIMARY, { script: ['97'], declineWith: null });
    await story.until('2026-01-20T07:00:00Z');
    expect(story.statuses()).toEqual(['processing', 'success', 'success']);
    await story.until('2026-01-20T11:00:00Z');
    expect(story.statuses()).toEqual(['failed', 'success', 'success']);
    expect(story.mandate()).toMatchObject({ collectedAmount: 20_000, outstandingBalance: 10_000 });
  });

  test('leaves an instalment that passes its due date unpaid overdue, silently', async () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    await story.until('2026-02-01T00:00:00Z');
    expect(story.statuses()).toEqual(['overdue', 'scheduled', 'scheduled']);
    expect(story.received).toEqual([]);
  });

  test('is refused beyond what is outstanding, debits under way counted', () => {
    const story = LoanStory.collecting({ terms: MANUAL });
    dataOf(story.collect(20_000, '2026-02-02'));
    expect(refusalOf(story.collect(10_000.01, '2026-02-03'))).toMatchObject({
      status: 422,
      rule: 'debit-within-terms',
    });
    dataOf(story.collect(10_000, '2026-02-03'));
    expect(refusalOf(story.collect(0.01, '2026-02-03'))).toMatchObject({ status: 422, rule: 'debit-within-terms' });
  });

  test('is refused in auto mode, for a day that has passed and for one after the tenure', () => {
    const auto = LoanStory.collecting();
    expect(refusalOf(auto.collect(10_000, '2026-02-02'))).toMatchObject({ status: 422, rule: 'debit-is-manual' });
    const story = LoanStory.collecting({ terms: MANUAL });
    expect(refusalOf(story.collect(10_000, '2026-01-14'))).toMatchObject({ status: 422, rule: 'debit-date-not-past' });
    expect(refusalOf(story.collect(10_000, '2026-04-11'))).toMatchObject({ status: 422, rule: 'debit-within-tenure' });
    dataOf(story.collect(10_000, '2026-04-10'));
  });

  test('is refused while the gate is shut', () => {
    const story = new LoanStory();
    story.place(PRIMARY, {
      totalAmountDue: 30_000,
      startDate: '2026-01-31',
      endDate: '2026-04-10',
      frequency: 'M',
      ...MANUAL,
    });
    expect(refusalOf(story.collect(10_000, '2026-02-02'))).toMatchObject({ rule: 'debit-needs-active-mandate' });
    story.attach(PRIMARY);
    story.deposit(PRIMARY);
    expect(refusalOf(story.collect(10_000, '2026-02-02'))).toMatchObject({ rule: 'debit-needs-disbursement' });
    story.disburse();
    dataOf(story.collect(10_000, '2026-02-02'));
  });
});
