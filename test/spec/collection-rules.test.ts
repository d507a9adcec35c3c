/** The gate of spec §3.4 and the priority of spec §3.5, typed again by hand and lived by the platform. */
import { describe, expect, test } from 'vitest';
import { listReports } from '../../src/server/engine/mandates/bureau-intake.ts';
import { openDispute } from '../../src/server/engine/mandates/mandate-inside.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY, SECOND_BACKUP } from '../server/engine/loan-story.ts';

const DUE = '2026-01-31T07:00:00Z';

describe('the collection gate of spec §3.4', () => {
  test('mandate active and loan.disbursed reported: collection enabled', async () => {
    const story = LoanStory.collecting();
    await story.until(DUE);
    expect(story.reported()).toEqual(['success 10000 2026-01-31']);
  });

  test('loan.disbursed not reported: collection attempts are suppressed', async () => {
    const story = new LoanStory();
    story.place(PRIMARY);
    story.attach(PRIMARY);
    story.deposit(PRIMARY);
    story.report('loan.approved', { offerTerms: 'plain', approvedAmount: 30_000, tenure: 'P3M' });
    await story.until('2026-02-15T00:00:00Z');
    expect(story.tries(0)).toEqual([]);
    expect(story.reported()).toEqual([]);
    expect(story.log()).toBeNull();
  });

  test('mandate disputed: collection paused', async () => {
    const story = LoanStory.collecting();
    openDispute(story.world, {}, MANDATE_ID);
    await story.until('2026-02-15T00:00:00Z');
    expect(story.tries(0)).toEqual([]);
  });
});

describe('the collection priority of spec §3.5', () => {
  const accounts = [PRIMARY, BACKUP, SECOND_BACKUP];
  const decline = async (...codes: readonly (string | null)[]) => {
    const story = LoanStory.collecting({ accounts });
    for (const [index, account] of accounts.entries()) story.bank(account, { declineWith: codes[index] ?? null });
    await story.until(DUE);
    return story;
  };

  test('1. the primary account is debited', async () => {
    expect((await decline()).tries(0)).toEqual(['058/00/10000']);
  });

  test('2. if it fails, backup[0]', async () => {
    expect((await decline('51')).tries(0)).toEqual(['058/51/10000', '044/00/10000']);
  });

  test('3. if that fails, backup[1], and so on in array order', async () => {
    expect((await decline('51', '05')).tries(0)).toEqual(['058/51/10000', '044/05/10000', '057/00/10000']);
  });

  test('4. if all accounts fail, the missed repayment is raised and reported to the bureau', async () => {
    const story = await decline('51', '05', '91');
    await story.until('2026-01-31T23:00:00Z');
    expect(story.events()).toEqual(['collection.failed']);
    expect(listReports(story.world).at(-1)).toMatchObject({
      event: 'collection.failed',
      source: 'platform',
      content: { dueAmount: 10_000 },
    });
  });

  test('a backup that is not active is passed over', async () => {
    const story = LoanStory.collecting();
    story.place(BACKUP, {});
    story.place(SECOND_BACKUP, {});
    story.attach(SECOND_BACKUP);
    story.deposit(SECOND_BACKUP);
    story.bank(PRIMARY, { balance: 0 });
    await story.until(DUE);
    expect(story.tries(0)).toEqual(['058/51/10000', '057/00/10000']);
  });
});
