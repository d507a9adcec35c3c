import { expect, test } from 'vitest';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { ACCOUNTS, autoTerms, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from './people.ts';
import { walkTo } from './walk.ts';

async function collecting({ kit }: Fixture) {
  const loan = await kit.loans.get('loan-1');
  if (loan.stage !== 'collecting') expect.fail(`the loan is ${loan.stage}`);
  return loan;
}

async function merchantReports({ server }: Fixture) {
  const { items } = await server.controls.bureauReports();
  return (items as { source: string; event: string; content: Record<string, unknown> }[])
    .filter(({ source }) => source === 'merchant')
    .map(({ event, content }) => ({ event, ...content }));
}

test('an automatic loan is collected over three due dates: from the primary, by cascade, in part and the rest the next day, and closed as repaid', async () => {
  const fixture = await createFixture();
  const { kit, server } = fixture;
  await server.bank.setBalance(PRIMARY, 42_000);
  await server.bank.setBalance(FIRST_BACKUP, 1_500);
  await server.bank.setBalance(SECOND_BACKUP, 35_000);
  await walkTo(fixture, 'collecting');

  await fixture.moveTo('2026-02-01T08:00:00Z');
  expect((await collecting(fixture)).balances).toMatchObject({
    collected: 30_000,
    outstanding: 60_000,
    collectable: 60_000,
  });

  await fixture.moveTo('2026-03-01T08:00:00Z');
  const second = await collecting(fixture);
  const tried = await kit.collections.attempts(second.mandateId, second.instalments[1]?.breakdownId ?? '');
  expect(tried.map(({ accountNumber, responseCode }) => [accountNumber, responseCode]).reverse()).toEqual([
    [ACCOUNTS.primary.accountNumber, '51'],
    [ACCOUNTS.firstBackup.accountNumber, '51'],
    [ACCOUNTS.secondBackup.accountNumber, '00'],
  ]);

  await server.bank.setBalance(PRIMARY, 20_000);
  await server.bank.setBalance(FIRST_BACKUP, 0);
  await server.bank.setBalance(SECOND_BACKUP, 0);
  await fixture.moveTo('2026-04-01T22:00:00Z');
  expect((await collecting(fixture)).instalments[2]).toMatchObject({ status: 'partially paid', collected: 20_000 });
  expect(
    await errorOf(kit.bureau.close(await collecting(fixture), { finalStatus: 'repaid', closeDate: '2026-04-01' })),
  ).toMatchObject({
    rule: 'closure-is-true',
  });

  await server.bank.setBalance(PRIMARY, 12_000);
  await fixture.moveTo('2026-04-02T08:00:00Z');
  const repaid = await collecting(fixture);
  expect(repaid.instalments.map(({ status, collected }) => [status, collected])).toEqual(
    Array(3).fill(['success', 30_000]),
  );
  const closed = await kit.bureau.awaitReported(
    await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-04-02' }),
  );
  expect(closed.balances).toEqual({
    totalAmountDue: 90_000,
    due: 90_000,
    collected: 90_000,
    repaidOutside: 0,
    outstanding: 0,
    overpaid: 0,
    openDebits: 0,
    collectable: 0,
  });
  expect(await merchantReports(fixture)).toMatchObject([
    { event: 'loan.approved', approvedAmount: 80_000, tenure: '3 monthly instalments from 2026-02-01 to 2026-04-15' },
    { event: 'loan.disbursed', amount: 80_000 },
    { event: 'repayment.successful', amount: 30_000, date: '2026-02-01', outstandingBalance: 60_000 },
    { event: 'repayment.successful', amount: 30_000, date: '2026-03-01', outstandingBalance: 30_000 },
    { event: 'repayment.successful', amount: 20_000, date: '2026-04-01', outstandingBalance: 10_000 },
    { event: 'repayment.successful', amount: 10_000, date: '2026-04-02', outstandingBalance: 0 },
    { event: 'loan.closed', finalStatus: 'repaid' },
  ]);
  expect(fixture.received.map(({ kind }) => kind)).toEqual([
    ...Array(3).fill('mandate.activated'),
    ...Array(4).fill('collection'),
  ]);
});

test('a missed due date is reported to the bureau once, with its reason, and later money with what is left', async () => {
  const fixture = await createFixture();
  await fixture.server.bank.setBalance(PRIMARY, 0);
  await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-03T22:00:00Z');
  expect((await collecting(fixture)).instalments[0]).toMatchObject({ status: 'overdue', collected: 0 });
  await fixture.server.bank.setBalance(PRIMARY, 30_000);
  await fixture.moveTo('2026-02-04T08:00:00Z');
  await fixture.kit.bureau.awaitReported(await collecting(fixture));
  expect((await merchantReports(fixture)).slice(2)).toMatchObject([
    { event: 'repayment.missed', dueAmount: 30_000, failureReason: 'Insufficient funds', outstandingBalance: 90_000 },
    { event: 'repayment.successful', amount: 30_000, date: '2026-02-04', outstandingBalance: 60_000 },
  ]);
});

test('when the platform reports repayments, the lender files none', async () => {
  const fixture = await createFixture({ kit: { repaymentReports: 'platform' } });
  await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-04-01T08:00:00Z');
  const loan = await fixture.kit.bureau.awaitReported(await collecting(fixture));
  expect(loan.balances.collected).toBe(90_000);
  expect((await merchantReports(fixture)).map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
  const { items } = await fixture.server.controls.bureauReports();
  expect(items.filter((report) => (report as { source: string }).source === 'platform')).toHaveLength(3);
});

test('the end of the tenure arrives, ends collection, and an unpaid loan is closed as written off', async () => {
  const fixture = await createFixture();
  await fixture.server.bank.setBalance(PRIMARY, 0);
  await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-04-16T08:00:00Z');
  expect(fixture.received.at(-1)?.kind).toBe('mandate.expired');
  const loan = await collecting(fixture);
  expect(loan).toMatchObject({
    mandateStatus: 'expired',
    balances: { collected: 0, outstanding: autoTerms.totalAmountDue },
  });
  const closed = await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-04-16' });
  await fixture.kit.bureau.awaitReported(closed);
  expect((await merchantReports(fixture)).at(-1)).toMatchObject({ event: 'loan.closed', finalStatus: 'written_off' });
});
