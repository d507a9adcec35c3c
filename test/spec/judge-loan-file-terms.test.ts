import { describe, expect, it } from 'vitest';
import type { CollectingLoan, LoanTermsInput } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { booksHold, collecting, type Lender, lender, opening, refusal, today } from './judge-loan-file.ts';

const read = async (of: Lender, loanId: string) => (await of.kit.loans.get(loanId)) as CollectingLoan;
const terms = (change: Partial<LoanTermsInput>): Partial<LoanTermsInput> => ({ collectionMode: 'auto', ...change });

/** Looks every day until `until`, as a worker would. */
async function live(of: Lender, loanId: string, days: readonly string[]): Promise<CollectingLoan> {
  for (const day of days) {
    await of.server.clock.to(`${day}T21:00:00Z`);
    await of.another().mandates.refresh(await read(of, loanId));
    await runDue(of.another());
    expect(booksHold(await read(of, loanId))).toBe(true);
  }
  return read(of, loanId);
}

describe('unusual terms', () => {
  it.each<readonly [string, Partial<LoanTermsInput>, readonly string[], readonly number[]]>([
    [
      'daily, with a kobo left for the last',
      { startDate: '2026-01-10', endDate: '2026-01-12', frequency: 'daily', totalAmountDue: 100 },
      ['2026-01-10', '2026-01-11', '2026-01-12'],
      [33.33, 33.33, 33.34],
    ],
    [
      'weekly over a month',
      { startDate: '2026-01-28', endDate: '2026-02-11', frequency: 'W', totalAmountDue: 0.04 },
      ['2026-01-28', '2026-02-04', '2026-02-11'],
      [0.01, 0.01, 0.02],
    ],
    [
      'monthly from the 31st, falling on the 1st where there is none',
      { startDate: '2026-01-31', endDate: '2026-05-01', frequency: 'M', totalAmountDue: 40_000 },
      ['2026-01-31', '2026-03-01', '2026-03-31', '2026-05-01'],
      [10_000, 10_000, 10_000, 10_000],
    ],
    [
      'yearly from 29 February, on 1 March in other years',
      { startDate: '2028-02-29', endDate: '2030-03-01', frequency: 'yearly', totalAmountDue: 1_000 },
      ['2028-02-29', '2029-03-01', '2030-03-01'],
      [333.33, 333.33, 333.34],
    ],
    [
      'a single instalment on the only day',
      { startDate: '2026-01-06', endDate: '2026-01-06', frequency: 'monthly', totalAmountDue: 28_000 },
      ['2026-01-06'],
      [28_000],
    ],
    [
      'a breakdown of their own',
      {
        startDate: '2026-01-07',
        endDate: '2026-02-20',
        frequency: 'monthly',
        totalAmountDue: 300.03,
        breakdown: [
          { dueDate: '2026-01-07', amount: 0.01 },
          { dueDate: '2026-01-30', amount: 300.01 },
          { dueDate: '2026-02-20', amount: 0.01 },
        ],
      },
      ['2026-01-07', '2026-01-30', '2026-02-20'],
      [0.01, 300.01, 0.01],
    ],
  ])('%s', async (_, change, days, amounts) => {
    const of = await lender();
    const loan = await collecting(of, { terms: terms(change) });
    const { repaymentDetails } = await of.server.controls.readMandate(loan.mandateId);
    expect(repaymentDetails.breakdown.map(({ dueDate, amount }) => [dueDate, amount])).toEqual(
      days.map((day, index) => [day, amounts[index]]),
    );
    const end = await live(of, loan.loanId, days);
    expect(end.balances).toMatchObject({ outstanding: 0, collectable: 0, collected: change.totalAmountDue });
    expect(end.instalments.map(({ status }) => status)).toEqual(days.map(() => 'success'));
    const reports = (await of.atBureau()).filter(({ event }) => event.startsWith('repayment'));
    expect(reports.map(({ event, content }) => [event, content.amount, content.date])).toEqual(
      days.map((day, index) => ['repayment.successful', amounts[index], day]),
    );
    expect((await of.kit.loans.duties(end)).map(({ duty }) => duty).sort()).toEqual([
      'release-mandate',
      'report-closure',
    ]);
    expect(await refusal(of.kit.bureau.close(end, { finalStatus: 'repaid', closeDate: days.at(-1) ?? '' }))).toBe(
      'allowed',
    );
  });

  it.each<readonly [string, Partial<LoanTermsInput>]>([
    ['a breakdown that does not add up', { breakdown: [{ dueDate: '2026-01-31', amount: 29_999.99 }] }],
    [
      'a breakdown out of order',
      {
        breakdown: [
          { dueDate: '2026-02-28', amount: 15_000 },
          { dueDate: '2026-01-31', amount: 15_000 },
        ],
      },
    ],
    [
      'a breakdown beyond the tenure',
      {
        breakdown: [
          { dueDate: '2026-01-31', amount: 15_000 },
          { dueDate: '2026-04-01', amount: 15_000 },
        ],
      },
    ],
    ['a breakdown with a day that is none', { breakdown: [{ dueDate: '2026-02-30', amount: 30_000 }] }],
    ['an empty breakdown', { breakdown: [] }],
    ['a total with parts of a kobo', { totalAmountDue: 30_000.001 }],
    ['nothing due', { totalAmountDue: 0 }],
    ['an end before the beginning', { endDate: '2026-01-30' }],
    ['a first day that is none', { startDate: '2026-02-29' }],
    ['a frequency that nobody knows', { frequency: 'fortnightly' as never }],
    ['a mode that nobody knows', { collectionMode: 'on-demand' as never }],
    ['fewer kobo than instalments', { totalAmountDue: 0.02, frequency: 'daily' }],
    ['more approved than due', { approvedAmount: 30_000.01 }],
  ])('%s: the loan is not opened, or opened whole', async (name, change) => {
    const of = await lender();
    const answer = await refusal(of.kit.loans.open(opening({ terms: change })));
    // Whether more may be approved than is due is for the merchant; everything else is no loan.
    if (name !== 'more approved than due') expect(answer).not.toBe('allowed');
    expect((await of.kit.loans.list()).loans).toHaveLength(answer === 'allowed' ? 1 : 0);
  });

  it('daily and weekly loans exist only where the deployment’s spelling is given', async () => {
    const of = await lender({ frequencies: {} });
    for (const frequency of ['daily', 'weekly'] as const)
      expect(await refusal(of.kit.loans.open(opening({ terms: { frequency } })))).not.toBe('allowed');
    for (const frequency of ['monthly', 'yearly'] as const)
      expect(await refusal(of.kit.loans.open(opening({ terms: { frequency } })))).toBe('allowed');
  });
});

describe('the end of the tenure', () => {
  it('an unpaid loan wants its closure reported, is collected no more, and may be written off only', async () => {
    const of = await lender({ balances: [0, 0, 0] });
    const loan = await collecting(of);
    await of.server.clock.to('2026-04-01T08:00:00Z');
    const now = await of.kit.mandates.refresh(loan);
    const duties = await of.kit.loans.duties(now);
    expect(duties.map(({ duty }) => duty)).toContain('report-closure');
    expect(await refusal(of.kit.collections.collect(now, today(1, '2026-04-01')))).toBe('debit-within-tenure');
    expect(await refusal(of.kit.bureau.close(now, { finalStatus: 'repaid', closeDate: '2026-04-01' }))).toBe(
      'closure-is-true',
    );
    const closed = await of.kit.bureau.close(now, { finalStatus: 'written_off', closeDate: '2026-04-01' });
    await runDue(of.kit);
    expect((await of.kit.loans.duties(closed)).map(({ duty }) => duty)).not.toContain('report-closure');
  });

  it('a loan that is written off within the tenure wants its mandate released, which is a person’s word and said once', async () => {
    const of = await lender();
    const closed = await of.kit.bureau.close(await collecting(of), {
      finalStatus: 'written_off',
      closeDate: '2026-01-05',
    });
    await runDue(of.kit);
    const [release, ...others] = await of.kit.loans.duties(closed);
    expect(others).toEqual([]);
    expect(release).toMatchObject({ duty: 'release-mandate', isDischargeable: true });
    expect(await refusal(of.kit.loans.dischargeDuty(closed, { duty: 'nothing-of-the-kind', note: 'x' }))).toBe(
      'duty-is-owed',
    );
    await expect(of.kit.loans.dischargeDuty(closed, { duty: release?.key ?? '', note: ' ' })).rejects.toMatchObject({
      name: 'InputError',
    });
    expect(
      await of.kit.loans.dischargeDuty(closed, { duty: release?.key ?? '', note: 'support said so, ticket 7' }),
    ).toEqual([]);
    expect(await of.another().loans.duties(closed)).toEqual([]);
  });

  it('a loan that is closed over an open debit is refused until the debit has ended', async () => {
    const of = await lender();
    const loan = await collecting(of);
    const { loan: open } = await of.kit.collections.collect(loan, today(30_000, '2026-01-09'));
    for (const finalStatus of ['repaid', 'written_off'])
      expect(await refusal(of.kit.bureau.close(open, { finalStatus, closeDate: '2026-01-05' }))).toMatch(
        /^closure-is-/,
      );
    await of.server.clock.to('2026-01-09T12:00:00Z');
    const paid = await of.kit.mandates.refresh(open);
    expect(await refusal(of.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-09' }))).toBe(
      'allowed',
    );
  });

  it('a reversal after the closure is recorded, makes the closure untrue, and says so', async () => {
    const of = await lender();
    const loan = await collecting(of);
    await of.kit.collections.collect(loan, today(30_000));
    const paid = await of.kit.mandates.refresh(loan);
    const closed = await of.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    const back = await of.kit.loans.recordReversal(closed, {
      of: 'collection',
      amount: 250.5,
      date: '2026-01-05',
      reference: 'CHB-1',
      reason: 'charge-back',
    });
    expect(back.balances).toMatchObject({ collected: 29_749.5, outstanding: 250.5 });
    expect((await of.kit.loans.duties(back)).map(({ duty }) => duty)).toContain('correct-closure');
    expect(await refusal(of.kit.collections.collect(back as never, today(250.5)))).not.toBe('allowed');
  });
});
