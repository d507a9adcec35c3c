import { describe, expect, test } from 'vitest';
import type { UndisbursedLoan } from '../../src/index.ts';
import { createFixture, errorOf } from './fixture.ts';
import { openInput } from './people.ts';
import { ROAD, walkTo } from './walk.ts';

const repayment = { amount: 25_000, date: '2026-01-05', reference: 'CASH-1' };

describe('abandoning', () => {
  test.each(ROAD.slice(0, 7))('ends a loan that is %s, with its reason, once', async (at) => {
    const fixture = await createFixture();
    const loan = (await walkTo(fixture, at)) as UndisbursedLoan;
    const abandoned = await fixture.kit.loans.abandon(loan, { reason: 'the payer withdrew' });
    expect(abandoned).toMatchObject({ stage: 'abandoned', reason: 'the payer withdrew' });
    const events = await fixture.eventsOf();
    expect(await fixture.kit.loans.abandon(loan, { reason: 'again' })).toEqual(abandoned);
    expect(await fixture.eventsOf()).toEqual(events);
  });

  test.each(ROAD.slice(7))('is refused for a loan that is %s: money was sent', async (at) => {
    const fixture = await createFixture();
    const loan = (await walkTo(fixture, at)) as unknown as UndisbursedLoan;
    expect(await errorOf(fixture.kit.loans.abandon(loan, { reason: 'too late' }))).toMatchObject({
      rule: 'abandon-before-disbursement',
    });
  });

  test('leaves no way on', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'approved');
    await fixture.kit.loans.abandon(loan, { reason: 'the payer withdrew' });
    const error = await errorOf(
      fixture.kit.bureau.reportDisbursed(loan, { amount: 1, date: '2026-01-05', reference: 'T' }),
    );
    expect(error).toMatchObject({ name: 'StaleLoanError', current: { stage: 'abandoned' } });
    expect(await errorOf(fixture.kit.loans.open(openInput()))).toMatchObject({
      name: 'StaleLoanError',
      current: { stage: 'abandoned' },
    });
  });
});

describe('a repayment outside the platform', () => {
  test('lowers what may still be collected, is recorded once, and never exceeds what is outstanding', async () => {
    const { kit, ...stage } = await createFixture();
    const loan = await walkTo({ kit, ...stage }, 'collecting');
    const after = await kit.loans.recordRepayment(loan, repayment);
    expect(after.balances).toMatchObject({ repaidOutside: 25_000, outstanding: 65_000, collectable: 65_000 });
    expect((await kit.loans.recordRepayment(loan, repayment)).balances).toEqual(after.balances);
    const error = await errorOf(
      kit.loans.recordRepayment(after, { ...repayment, amount: 65_000.01, reference: 'CASH-2' }),
    );
    expect(error).toMatchObject({ rule: 'repayment-is-owed', spec: 'Spec §1' });
    const repaid = await kit.loans.recordRepayment(after, { ...repayment, amount: 65_000, reference: 'CASH-2' });
    const closed = await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
    expect(closed.balances).toMatchObject({ collected: 0, repaidOutside: 90_000, outstanding: 0 });
  });
});

describe('restructuring', () => {
  const restructuring = { schedule: [{ dueDate: '2026-06-01', amount: 90_000 }], reason: 'hardship' };

  test('is reported once for each content, in whichever order its fields were written', async () => {
    const { kit, server, ...stage } = await createFixture();
    const loan = await walkTo({ kit, server, ...stage }, 'collecting');
    const first = await kit.bureau.reportRestructured(loan, restructuring);
    const same = await kit.bureau.reportRestructured(loan, {
      reason: 'hardship',
      schedule: [{ amount: 90_000, dueDate: '2026-06-01' }],
    });
    expect(same).toEqual(first);
    const second = await kit.bureau.reportRestructured(first, {
      ...restructuring,
      reason: 'flood',
      extra: { branch: 'Ikeja' },
    });
    const { reports } = await kit.bureau.awaitReported(second);
    expect(reports.map(({ event, acknowledged }) => [event, acknowledged])).toEqual([
      ['loan.approved', true],
      ['loan.disbursed', true],
      ['loan.restructured', true],
      ['loan.restructured', true],
    ]);
    const { items } = await server.controls.bureauReports();
    expect((items.at(-1) as { content: unknown }).content).toEqual({
      ...restructuring,
      reason: 'flood',
      branch: 'Ikeja',
    });
  });

  test('that is incomplete is refused with every mistake', async () => {
    const { kit, ...stage } = await createFixture();
    const loan = await walkTo({ kit, ...stage }, 'collecting');
    const error = await errorOf(
      kit.bureau.reportRestructured(loan, {
        reason: '',
        schedule: [null, { dueDate: '2026-02-30', amount: 0.001 }],
      } as never),
    );
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual([
      'reason',
      'schedule.0.dueDate',
      'schedule.0.amount',
      'schedule.1.dueDate',
      'schedule.1.amount',
    ]);
  });
});

describe('closing', () => {
  test('as repaid is refused while money is outstanding, as written off it is not, and it happens once', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting');
    expect(
      await errorOf(fixture.kit.bureau.close(loan, { finalStatus: 'repaid', closeDate: '2026-01-05' })),
    ).toMatchObject({ rule: 'closure-is-true' });
    const closed = await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    expect(await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' })).toEqual(
      closed,
    );
    await fixture.kit.bureau.awaitReported(closed);
    const { gate } = await fixture.server.controls.readMandate(loan.mandateId);
    expect(gate).toMatchObject({ open: false });
  });

  test('waits for the bureau, and a bureau that fails leaves the report filed', async () => {
    let isDown = true;
    const submitted: string[] = [];
    const bureau = {
      async submit({ event }: { event: string }) {
        if (isDown && event === 'loan.closed') throw new Error('the bureau is down');
        submitted.push(event);
      },
    };
    const fixture = await createFixture({ kit: { bureau } });
    const closed = await walkTo(fixture, 'closed');
    const error = await errorOf(fixture.kit.bureau.awaitReported(closed, { timeoutMs: 500 }));
    expect(error).toMatchObject({ name: 'DeadlineError', retryable: true, cause: { message: 'the bureau is down' } });
    isDown = false;
    expect((await fixture.kit.bureau.awaitReported(closed)).reports.every(({ acknowledged }) => acknowledged)).toBe(
      true,
    );
    expect(submitted).toEqual(['loan.approved', 'loan.disbursed', 'loan.closed']);
  });
});
