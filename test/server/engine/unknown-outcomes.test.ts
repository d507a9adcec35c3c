import { describe, expect, test } from 'vitest';
import { listEmails } from '../../../src/server/engine/collection/digest.ts';
import { listReports } from '../../../src/server/engine/mandates/bureau-intake.ts';
import { openDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY } from './loan-story.ts';

const SILENT = { accountNumber: '0000000097', bankCode: '057' };
const SLOW = { accountNumber: '0000000099', bankCode: '033' };

describe('a debit with an unknown outcome', () => {
  test('stops the walk, holds the instalment at processing and is booked at the next attempt time', async () => {
    const story = LoanStory.collecting({ accounts: [SILENT, BACKUP], terms: { bvn: '22200000001' } });
    await story.until('2026-01-31T07:00:00Z');
    expect(story.tries(0)).toEqual(['057/97/10000']);
    expect(story.statuses()?.[0]).toBe('processing');
    expect(story.log()).toMatchObject({ status: 'pending' });
    expect(story.balance(SILENT)).toBe(1_000_000);
    expect(story.reported()).toEqual([]);
    await story.until('2026-01-31T11:00:00Z');
    expect(story.tries(0)).toEqual(['057/00/10000']);
    expect(story.reported()).toEqual(['success 10000 2026-01-31']);
    expect(story.balance(SILENT)).toBe(990_000);
    expect(story.log()).toMatchObject({ status: 'successful' });
  });

  test('stays unknown while the bank says so, is reported once as processing, and moves no money when it turns out to have failed', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP] });
    story.bank(PRIMARY, { declineWith: '97' });
    await story.until('2026-02-03T00:00:00Z');
    expect(story.tries(0)).toEqual(['058/97/10000']);
    expect(story.reported()).toEqual(['processing 0 2026-01-31']);
    expect(listReports(story.world)).toHaveLength(2);
    story.bank(PRIMARY, { declineWith: null, balance: 0 });
    await story.until('2026-02-03T07:00:00Z');
    expect(story.tries(0)).toEqual(['058/91/10000', '058/51/10000', '044/00/10000']);
    expect(story.reported()).toEqual(['processing 0 2026-01-31', 'success 10000 2026-02-03']);
  });

  test('is asked about although the gate shut, and the money that moved is reported', async () => {
    const story = LoanStory.collecting({ accounts: [SILENT], terms: { bvn: '22200000001' } });
    await story.until('2026-01-31T08:00:00Z');
    openDispute(story.world, {}, MANDATE_ID);
    await story.until('2026-02-10T00:00:00Z');
    expect(story.reported()).toEqual(['success 10000 2026-01-31']);
    expect(story.mandate()).toMatchObject({ status: 'disputed', collectedAmount: 10_000 });
  });

  test('on the last day of the tenure is still settled after it', async () => {
    const story = LoanStory.collecting({
      accounts: [PRIMARY],
      terms: { endDate: '2026-01-31' },
      policy: { attemptsPerDueDate: 1 },
    });
    story.bank(PRIMARY, { declineWith: '96' });
    await story.until('2026-02-02T00:00:00Z');
    expect(story.statuses()).toEqual(['processing']);
    story.bank(PRIMARY, { declineWith: null });
    await story.until('2026-02-02T07:00:00Z');
    expect(story.statuses()).toEqual(['overdue']);
    expect(story.reported()).toEqual(['processing 0 2026-01-31', 'overdue 0 2026-02-02']);
    expect(story.mandate()).toMatchObject({ collectedAmount: 0, status: 'expired' });
  });

  test('of a slow bank is settled when it answers, 45 seconds later', async () => {
    const story = LoanStory.collecting({ accounts: [SLOW], terms: { bvn: '22200000003' } });
    await story.until('2026-01-31T07:00:44Z');
    expect(story.statuses()?.[0]).toBe('processing');
    await story.until('2026-01-31T07:00:45Z');
    expect(story.reported()).toEqual(['success 10000 2026-01-31']);
  });

  test('after a part came in reports that part with the outcome, to the bureau and in the digest too', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY, BACKUP], policy: { attemptsPerDueDate: 1 } });
    story.bank(PRIMARY, { balance: 3_000 });
    story.bank(BACKUP, { balance: 4_000, script: [null, '97'] });
    await story.until('2026-01-31T12:00:00Z');
    expect(story.tries(0)).toEqual(['058/51/10000', '044/51/10000', '058/00/3000', '044/97/4000']);
    story.bank(BACKUP, { balance: 0 });
    await story.until('2026-02-02T00:00:00Z');
    expect(story.reported()).toEqual(['processing 3000 2026-01-31', 'partially paid 3000 2026-02-01']);
    const feed = listReports(story.world).filter((entry) => 'source' in entry && entry.source === 'platform');
    expect(feed).toMatchObject([
      { event: 'collection.partial', content: { amount: 3_000, outstandingBalance: 27_000 } },
    ]);
    expect(listEmails(story.world).map(({ subject }) => subject)).toEqual([
      'Collections of 2026-02-01: ₦3,000.00 collected, 0 missed',
    ]);
  });

  test('on the rest of what was partly paid reports no money that did not move', async () => {
    const story = LoanStory.collecting({ accounts: [PRIMARY], policy: { attemptsPerDueDate: 1 } });
    story.bank(PRIMARY, { balance: 3_000 });
    await story.until('2026-01-31T12:00:00Z');
    story.bank(PRIMARY, { script: ['97'] });
    await story.until('2026-02-02T12:00:00Z');
    expect(story.reported()).toEqual([
      'partially paid 3000 2026-01-31',
      'processing 3000 2026-02-01',
      'partially paid 3000 2026-02-02',
    ]);
    expect(listReports(story.world).filter((entry) => 'source' in entry && entry.source === 'platform')).toHaveLength(
      1,
    );
    expect(listEmails(story.world)).toHaveLength(1);
  });
});
