import { describe, expect, test } from 'vitest';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { manualTerms, PRIMARY } from './people.ts';
import { walkTo } from './walk.ts';

async function manualLoan(options = {}) {
  const fixture = await createFixture(options);
  return { ...fixture, loan: await walkTo(fixture, 'collecting', { terms: manualTerms }) };
}

async function present({ kit }: Pick<Fixture, 'kit'>) {
  const loan = await kit.loans.get('loan-1');
  if (loan.stage !== 'collecting') expect.fail(`the loan is ${loan.stage}`);
  return loan;
}

describe('a debit on demand', () => {
  test('is scheduled, executed on its date, and settled when its webhook arrives', async () => {
    const stage = await manualLoan();
    const { loan, debit } = await stage.kit.collections.collect(stage.loan, {
      amount: 30_000,
      debitDate: '2026-02-01',
    });
    expect(debit).toMatchObject({
      outcome: 'scheduled',
      dueDate: '2026-02-01T07:00:00.000Z',
      outstandingBalance: 90_000,
    });
    expect(loan.balances).toMatchObject({ collected: 0, outstanding: 90_000, openDebits: 30_000, collectable: 60_000 });
    await stage.moveTo('2026-02-01T08:00:00Z');
    const after = await present(stage);
    expect(after.debits).toMatchObject([
      { status: 'successful', amount: 30_000, reference: debit.outcome === 'scheduled' ? debit.reference : '' },
    ]);
    expect(after.balances).toMatchObject({
      collected: 30_000,
      outstanding: 60_000,
      openDebits: 0,
      collectable: 60_000,
    });
    expect(after.reports.at(-1)).toMatchObject({ event: 'repayment.successful', acknowledged: false });
  });

  test('is settled on refresh when its webhook was lost', async () => {
    const stage = await manualLoan({ receivesWebhooks: false });
    await stage.kit.collections.collect(stage.loan, { amount: 30_000, debitDate: '2026-02-01' });
    await stage.moveTo('2026-02-01T06:59:00Z');
    expect((await stage.kit.mandates.refresh(stage.loan)).debits).toMatchObject([{ status: 'scheduled' }]);
    await stage.moveTo('2026-02-01T08:00:00Z');
    const after = await stage.kit.mandates.refresh(stage.loan);
    expect(after.debits).toMatchObject([{ status: 'successful' }]);
    expect(after.balances).toMatchObject({
      collected: 30_000,
      outstanding: 60_000,
      openDebits: 0,
      collectable: 60_000,
    });
  });

  test('that no account could pay is settled as failed, and frees the day', async () => {
    const stage = await manualLoan();
    await stage.server.bank.setBalance(PRIMARY, 0);
    await stage.kit.collections.collect(stage.loan, { amount: 30_000, debitDate: '2026-02-01' });
    await stage.moveTo('2026-02-01T08:00:00Z');
    const after = await present(stage);
    expect(after.debits).toMatchObject([{ status: 'failed' }]);
    expect(after.balances).toMatchObject({ collected: 0, openDebits: 0, collectable: 90_000 });
    await stage.server.bank.setBalance(PRIMARY, 100_000);
    const again = await stage.kit.collections.collect(after, { amount: 30_000, debitDate: '2026-02-01' });
    expect(again.debit.outcome).toBe('scheduled');
    await stage.moveTo('2026-02-01T08:00:01Z');
    expect((await present(stage)).balances).toMatchObject({ collected: 30_000, openDebits: 0 });
  });

  test('after the other repays the loan, and a debit too many is refused by its rule', async () => {
    const stage = await manualLoan();
    for (const debitDate of ['2026-02-01', '2026-03-01', '2026-04-01']) {
      await stage.kit.collections.collect(await present(stage), { amount: 30_000, debitDate });
      await stage.moveTo(`${debitDate}T08:00:00Z`);
    }
    const repaid = await present(stage);
    expect(repaid.balances).toMatchObject({ collected: 90_000, outstanding: 0 });
    expect(await errorOf(stage.kit.collections.collect(repaid, { amount: 1, debitDate: '2026-04-02' }))).toMatchObject({
      rule: 'debit-after-repayment',
    });
    const closed = await stage.kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-04-01' });
    expect((await stage.kit.bureau.awaitReported(closed)).reports.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect((await stage.requests()).collectManually).toBe(3);
  });
});

test('money that a debit brought is on file with the debit’s end: never is more collectable than owed', async () => {
  const stage = await manualLoan({ receivesWebhooks: false });
  await stage.kit.collections.collect(stage.loan, { amount: 90_000, debitDate: '2026-02-01' });
  await stage.moveTo('2026-02-01T06:59:59Z');
  // The bank books while the client is between its two questions.
  const { newKit, transport, server } = stage;
  let asked = 0;
  const kit = newKit({
    transport: {
      ...transport,
      reportsLeaving: true,
      close: () => transport.close(),
      async send(request) {
        asked += 1;
        if (asked === 2) await server.clock.to('2026-02-01T08:00:00Z');
        return transport.send(request);
      },
    },
  });
  const looked = await kit.mandates.refresh(await present(stage));
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(looked.balances.collectable).toBe(0);
  expect((await kit.mandates.refresh(looked)).balances).toMatchObject({
    collected: 90_000,
    openDebits: 0,
    collectable: 0,
  });
});
