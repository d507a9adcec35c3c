import { describe, expect, test } from 'vitest';
import { errorOf } from '../journeys/fixture.ts';
import { debitFixture, WANTED } from './debit-fixture.ts';

const illness = (dueDate: string, amount: number) => ({ schedule: [{ dueDate, amount }], reason: 'illness' });
const TODAY = WANTED.debitDate;

describe('a loan of ₦90,000 that is restructured', () => {
  test('to ₦10,000 after ₦30,000 came in is debited for ₦10,000 more, then closed as repaid', async () => {
    const { kit, loan } = await debitFixture();
    await kit.collections.collect(await loan(), WANTED);
    const paid = await kit.mandates.refresh(await loan());
    const less = await kit.bureau.reportRestructured(paid, illness('2026-03-01', 10_000));
    expect(less).toMatchObject({
      terms: { totalAmountDue: 90_000 },
      balances: { totalAmountDue: 90_000, due: 40_000, outstanding: 10_000, collectable: 10_000 },
    });
    const tooMuch = await errorOf(kit.collections.collect(less, { amount: 10_000.01, debitDate: TODAY }));
    expect(tooMuch).toMatchObject({ rule: 'debit-within-terms', spec: 'Spec §1' });
    const { debit } = await kit.collections.collect(less, { amount: 10_000, debitDate: TODAY });
    expect(debit.outcome).toBe('scheduled');
    const repaid = await kit.mandates.refresh(await loan());
    expect(repaid.balances).toMatchObject({ due: 40_000, collected: 40_000, outstanding: 0, overpaid: 0 });
    expect(await errorOf(kit.collections.collect(repaid, { amount: 20_000, debitDate: TODAY }))).toMatchObject({
      rule: 'debit-after-repayment',
    });
    expect((await kit.loans.duties(repaid)).map(({ duty }) => duty)).toEqual(
      expect.arrayContaining(['tell-platform', 'report-closure', 'release-mandate']),
    );
    const closed = await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: TODAY });
    expect(closed.stage).toBe('closed');
  });

  test('keeps the day from which the new terms count on file, and reports only what the bureau takes', async () => {
    const { kit, loan, eventsOf } = await debitFixture();
    const from = (effectiveDate: string) => ({ ...illness('2026-03-01', 45_000), effectiveDate });
    for (const day of ['2025-01-01', '2026-12-31'])
      expect(await errorOf(kit.bureau.reportRestructured(await loan(), from(day)))).toMatchObject({
        rule: 'restructuring-date-is-true',
      });
    await kit.bureau.reportRestructured(await loan(), from(TODAY));
    const filed = (await eventsOf()).at(-1);
    expect(filed).toMatchObject({ type: 'report.filed', effectiveOn: TODAY });
    expect((filed as { report?: { content?: object } }).report?.content).toEqual(illness('2026-03-01', 45_000));
  });

  test('reports later repayments to the bureau by the new schedule', async () => {
    const { kit, loan, server } = await debitFixture();
    await kit.bureau.reportRestructured(await loan(), illness('2026-03-01', 45_000));
    await kit.collections.collect(await loan(), WANTED);
    await kit.bureau.awaitReported(await kit.mandates.refresh(await loan()));
    const { items } = await server.controls.bureauReports();
    const reported = (items as { source: string; event: string; content: object }[]).filter(
      ({ source, event }) => source === 'merchant' && event === 'repayment.successful',
    );
    expect(reported.map(({ content }) => content)).toEqual([
      { amount: 30_000, date: TODAY, outstandingBalance: 15_000 },
    ]);
  });

  test('to more is reported, but debited for no more than the payer consented to', async () => {
    const { kit, loan } = await debitFixture();
    const more = await kit.bureau.reportRestructured(await loan(), illness('2026-06-01', 500_000));
    expect(more.balances).toMatchObject({ due: 500_000, outstanding: 500_000, collectable: 90_000 });
    expect(await errorOf(kit.collections.collect(more, { amount: 90_000.01, debitDate: TODAY }))).toMatchObject({
      rule: 'debit-within-terms',
    });
    const [reported] = (await kit.loans.duties(more)).filter(({ duty }) => duty === 'tell-platform');
    expect(reported?.why).toContain('no debit goes beyond the ₦90,000.00 that the payer consented to');
  });

  test('to days that have passed, or not in order, is not filed', async () => {
    const { kit, loan, eventsOf } = await debitFixture();
    const before = await eventsOf();
    expect(await errorOf(kit.bureau.reportRestructured(await loan(), illness('2020-01-01', 500_000)))).toMatchObject({
      name: 'InputError',
      issues: [
        {
          path: 'content.schedule.0.dueDate',
          message: 'must be 2026-01-05 or later: list what is still to be paid, from the day of the report on',
        },
      ],
    });
    const twice = {
      schedule: [...illness('2026-03-01', 1).schedule, ...illness('2026-03-01', 1).schedule],
      reason: 'illness',
    };
    expect(await errorOf(kit.bureau.reportRestructured(await loan(), twice))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'schedule.1.dueDate', message: 'must come after 2026-03-01' }],
    });
    expect(await eventsOf()).toEqual(before);
  });
});

test('going back to earlier terms is a change of its own; the same terms again are not, even when some of it came in and their days have passed', async () => {
  const { kit, loan, moveTo } = await debitFixture();
  const [less, more] = [illness('2026-02-01', 10_000), illness('2026-02-01', 50_000)];
  for (const terms of [less, less, more, less, less]) await kit.bureau.reportRestructured(await loan(), terms);
  await kit.collections.collect(await loan(), { amount: 4_000, debitDate: TODAY });
  await kit.mandates.refresh(await loan());
  await moveTo('2026-02-10T09:00:00Z');
  await kit.bureau.reportRestructured(await loan(), less);
  const { reports, balances } = await loan();
  const names = reports.filter(({ event }) => event === 'loan.restructured').map(({ reportId }) => reportId);
  expect(names).toHaveLength(3);
  expect(names[2]).toBe(`${names[0]}:2`);
  expect(balances).toMatchObject({ due: 10_000, collected: 4_000, outstanding: 6_000, collectable: 6_000 });
});
