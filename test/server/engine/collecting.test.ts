import { describe, expect, test } from 'vitest';
import { platformOperations } from '../../../src/server/endpoints/handlers.ts';
import { listReports } from '../../../src/server/engine/mandates/bureau-intake.ts';
import { BACKUP, dataOf, LoanStory, MANDATE_ID, PRIMARY, SECOND_BACKUP } from './loan-story.ts';

describe('a loan in auto mode', () => {
  test('is collected from its primary on each due date at 08:00 in Lagos and expires repaid', async () => {
    const story = LoanStory.collecting();
    expect(await story.until('2026-01-31T06:59:59Z')).toEqual({ attempts: 0, timeouts: 0, expiries: 0 });
    expect(await story.until('2026-05-01T00:00:00Z')).toEqual({ attempts: 3, timeouts: 0, expiries: 1 });
    expect(story.reported()).toEqual([
      'success 10000 2026-01-31',
      'success 10000 2026-03-01',
      'success 10000 2026-03-31',
    ]);
    expect(story.events().at(-1)).toBe('mandate.expired');
    expect(story.mandate()).toMatchObject({ status: 'expired', collectedAmount: 30_000, outstandingBalance: 0 });
    expect(story.balance(PRIMARY)).toBe(220_000);
  });

  test('reports the collection with exactly the fields of spec §6.2', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T07:00:00Z');
    const [webhook] = story.received;
    const consents = story.mandate().consents;
    const instalment = story.mandate().repaymentDetails?.breakdown[0];
    expect(webhook).toMatchObject({ event: 'collection.success', mandateId: MANDATE_ID });
    expect(webhook?.payload).toEqual({
      businessId: '650000000000000000000002',
      consentId: consents[1]?._id,
      mandateId: MANDATE_ID,
      accountName: 'ADA OBIORA',
      accountNumber: BACKUP.accountNumber,
      bankName: 'Access Bank',
      totalAmount: 10_000,
      providerMessage: 'Approved or completed successfully',
      amountCollected: 10_000,
      status: 'success',
      collectedOn: '2026-01-31T07:00:00.000Z',
      collectionType: 'auto',
      instalmentReference: instalment?.instalmentReference,
      instalmentStatus: 'success',
      reference: story.log()?.transactionRefence,
    });
  });

  test('falls through to the second backup in the order of placement', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP, SECOND_BACKUP] });
    story.bank(PRIMARY, { balance: 9_999.99 });
    story.bank(BACKUP, { declineWith: '91' });
    await story.until('2026-01-31T07:00:00Z');
    expect(story.tries(0)).toEqual(['058/51/10000', '044/91/10000', '057/00/10000']);
    expect(story.balance(PRIMARY)).toBe(9_999.99);
    expect(story.log()).toMatchObject({
      status: 'successful',
      amount: 10_000,
      consentId: story.mandate().consents[2]?._id,
      collectionType: 'auto',
    });
  });

  test('takes what is there in the last attempt of the day and the rest the next day', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 3_000 });
    story.bank(BACKUP, { balance: 1_500.5 });
    await story.until('2026-01-31T14:59:59Z');
    expect(story.reported()).toEqual([]);
    expect(story.statuses()?.[0]).toBe('scheduled');
    await story.until('2026-01-31T15:00:00Z');
    expect(story.reported()).toEqual(['partially paid 4500.5 2026-01-31']);
    expect(story.tries(0).slice(-4)).toEqual(['058/51/10000', '044/51/10000', '058/00/3000', '044/00/1500.5']);
    expect(story.log()).toMatchObject({ status: 'successful', amount: 4_500.5 });
    story.bank(PRIMARY, { balance: 100_000 });
    await story.until('2026-02-01T07:00:00Z');
    expect(story.reported().at(-1)).toBe('success 10000 2026-02-01');
    expect(story.tries(0).at(-1)).toBe('058/00/5499.5');
    expect(story.mandate()).toMatchObject({ collectedAmount: 10_000, outstandingBalance: 20_000 });
  });

  test('does not sweep when the policy forbids it', async () => {
    const story = LoanStory.collecting({ policy: { partialCollection: false } });
    story.bank(PRIMARY, { balance: 3_000 });
    await story.until('2026-01-31T23:00:00Z');
    expect(story.reported()).toEqual(['failed 0 2026-01-31']);
    expect(story.balance(PRIMARY)).toBe(3_000);
  });

  test('does not sweep an account that declines for another reason than funds, or by order', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { balance: 3_000, declineWith: '61' });
    story.bank(BACKUP, { script: ['51', '51', '51'] });
    await story.until('2026-01-31T23:00:00Z');
    expect(story.reported()).toEqual(['failed 0 2026-01-31']);
    await story.until('2026-02-01T07:00:00Z');
    expect(story.reported()).toEqual(['failed 0 2026-01-31', 'success 10000 2026-02-01']);
  });

  test('fails on the due date, is overdue the day after, and then is silent, tried three times a day four hours apart', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-01-31T23:00:00Z');
    expect(story.reported()).toEqual(['failed 0 2026-01-31']);
    expect(story.tries(0)).toHaveLength(3);
    expect(story.log()).toMatchObject({ status: 'failed', amount: 10_000 });
    await story.until('2026-02-05T00:00:00Z');
    expect(story.reported()).toEqual(['failed 0 2026-01-31', 'overdue 0 2026-02-01']);
    expect(story.tries(0)).toHaveLength(15);
    expect(story.received[0]?.payload).toMatchObject({
      status: 'success',
      providerMessage: 'Insufficient funds',
      accountNumber: PRIMARY.accountNumber,
    });
  });

  test('tries older instalments first, every day up to the end of the tenure and not after it', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-03-01T06:00:00Z');
    story.bank(PRIMARY, { balance: 10_000 });
    await story.until('2026-03-01T23:00:00Z');
    expect(story.statuses()).toEqual(['success', 'failed', 'scheduled']);
    await story.until('2026-04-12T00:00:00Z');
    expect(story.statuses()).toEqual(['success', 'overdue', 'overdue']);
    const tries = story.tries(2).length;
    expect(tries).toBe(11 * 3);
    story.bank(PRIMARY, { balance: 100_000 });
    await story.until('2026-06-01T00:00:00Z');
    expect(story.tries(2)).toHaveLength(tries);
    expect(story.mandate()).toMatchObject({ status: 'expired', outstandingBalance: 20_000 });
  });

  test('feeds every outcome to the bureau by itself, once for each webhook', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { balance: 2_000 });
    await story.until('2026-02-01T00:00:00Z');
    story.bank(PRIMARY, { balance: 100_000 });
    await story.until('2026-03-01T06:00:00Z');
    story.bank(PRIMARY, { balance: 0 });
    await story.until('2026-03-01T23:00:00Z');
    const own = listReports(story.world).filter((report) => 'source' in report && report.source === 'platform');
    expect(own).toMatchObject([
      { event: 'collection.partial', content: { amount: 2_000, outstandingBalance: 28_000 } },
      { event: 'collection.success', content: { amount: 8_000, outstandingBalance: 20_000 } },
      {
        event: 'collection.failed',
        content: { dueAmount: 10_000, failureReason: 'Insufficient funds', outstandingBalance: 20_000 },
      },
    ]);
  });

  test('lists its orders newest first, by type, status, BVN and reference', async () => {
    const story = LoanStory.collecting();
    story.bank(PRIMARY, { script: ['51', '51', '51'] });
    await story.until('2026-03-02T00:00:00Z');
    const list = (query: { status?: string; search?: string }, type: 'auto' | 'manual' = 'auto') =>
      dataOf(platformOperations.listCollections(story.world, { type, ...query }));
    expect(list({}).map((each) => `${each.createdAt.slice(0, 10)} ${each.status}`)).toEqual([
      '2026-03-01 successful',
      '2026-02-01 successful',
      '2026-01-31 failed',
    ]);
    expect(list({ status: 'failed' })).toHaveLength(1);
    expect(list({ search: '22200000001' })).toHaveLength(3);
    expect(list({ search: '22200000002' })).toEqual([]);
    expect(list({ search: list({})[1]?.transactionRefence ?? '' })).toEqual([list({})[1]]);
    expect(list({}, 'manual')).toEqual([]);
    expect(list({})[0]).toEqual({ ...story.log(), bvn: '22200000001' });
  });
});
