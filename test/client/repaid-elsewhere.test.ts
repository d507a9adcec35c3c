import { describe, expect, test } from 'vitest';
import { contextOf } from '../../src/client/workflows/loan-context.ts';
import { deliverReports } from '../../src/client/workflows/reports/deliver-reports.ts';
import type { DisbursedLoan } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { bureauEvents } from '../worker/bureaus.ts';

const cash = { amount: 90_000, date: '2026-01-05', reference: 'CASH-1' };

/** What the lender filed about repayments. */
async function filedRepayments(fixture: Fixture) {
  const events = await fixture.eventsOf();
  return events.flatMap((event) =>
    event.type === 'report.filed' && event.report.event.startsWith('repayment') ? [event.report] : [],
  );
}

async function empty({ server }: Fixture) {
  for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await server.bank.setBalance(account, 0);
}

const noticesOf = async ({ kit }: Fixture, loan: Parameters<typeof kit.loans.duties>[0]) =>
  (await kit.loans.duties(loan)).map(({ key }) => key).filter((key) => key.startsWith('notify-payer'));

describe('a loan that was repaid elsewhere, and that the platform tries to collect all the same', () => {
  test('has missed nothing: neither the bureau nor the payer is notified of a miss', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.loans.recordRepayment(await walkTo(fixture, 'collecting'), cash);
    await empty(fixture);
    await fixture.moveTo('2026-02-02T20:00:00Z');
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({
      balances: { outstanding: 0 },
      instalments: [{ status: 'overdue', collected: 0 }, {}, {}],
    });
    expect(await filedRepayments(fixture)).toEqual([]);
    expect(await noticesOf(fixture, loan)).toEqual([]);
    expect((await fixture.kit.loans.duties(loan)).map(({ key }) => key)).toContain('tell-platform:repayment:CASH-1');
  });

  test('up to the last kobo has missed its due date', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.loans.recordRepayment(await walkTo(fixture, 'collecting'), {
      ...cash,
      amount: 89_999.99,
    });
    await empty(fixture);
    await fixture.moveTo('2026-02-02T20:00:00Z');
    expect(await filedRepayments(fixture)).toMatchObject([
      { event: 'repayment.missed', content: { dueAmount: 30_000, outstandingBalance: 0.01 } },
    ]);
    expect(await noticesOf(fixture, loan)).toHaveLength(1);
  });
});

describe('before the bureau’s answer, which was lost', () => {
  /** The bureau has the disbursement, the platform collects, and the file is at `disbursed`. */
  async function unanswered() {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'disbursed');
    await fixture.server.controls.addFault({
      operation: 'submitBureauReport',
      kind: 'reset',
      when: 'after',
      every: 2,
      times: 1,
    });
    await deliverReports(contextOf(fixture.kit), 'loan-1', {});
    expect((await bureauEvents(fixture)).get(loan.mandateId)).toEqual(['loan.approved', 'loan.disbursed']);
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('disbursed');
    return { fixture, kit: fixture.kit, now: async () => (await fixture.kit.loans.get('loan-1')) as DisbursedLoan };
  }

  test('a repayment elsewhere is recorded once the answer is here, and the platform has to be notified of it by the due date', async () => {
    const { kit, now } = await unanswered();
    expect(await errorOf(kit.loans.recordRepayment((await now()) as never, cash))).toMatchObject({
      rule: 'disbursement-before-repayment',
    });
    const collecting = await kit.bureau.awaitReported(await now());
    const repaid = await kit.loans.recordRepayment(collecting, { ...cash, amount: 20_000 });
    expect((await kit.loans.duties(repaid)).find(({ duty }) => duty === 'tell-platform')).toMatchObject({
      key: 'tell-platform:repayment:CASH-1',
      until: '2026-02-01',
    });
  });

  test('the platform collects, and the payer is notified of what was missed', async () => {
    const { fixture, now } = await unanswered();
    await empty(fixture);
    await fixture.moveTo('2026-02-02T20:00:00Z');
    const loan = await now();
    expect(loan.stage).toBe('disbursed');
    expect(await filedRepayments(fixture)).toMatchObject([{ event: 'repayment.missed' }]);
    expect(await noticesOf(fixture, loan)).toHaveLength(1);
  });
});
