import { expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { altered } from '../journeys/altered.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { FIRST_BACKUP, PRIMARY, payer, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { debitFixture, LOST, WANTED } from './debit-fixture.ts';

const reported = async ({ server }: Fixture) =>
  ((await server.controls.bureauReports()).items as { source: string; event: string }[])
    .filter(({ source }) => source === 'merchant')
    .map(({ event }) => event);

/** A loan whose mandate was read at an instant by a process that ended before it read the instalments. */
async function readAndDied(instant: string, reports: 'merchant' | 'platform' = 'merchant', empty = false) {
  const fixture = await createFixture({ receivesWebhooks: false, kit: { repaymentReports: reports } });
  const loan = await walkTo(fixture, 'collecting');
  if (empty)
    for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await fixture.server.bank.setBalance(account, 0);
  await fixture.moveTo(instant);
  const dying = fixture.newKit({
    transport: faulty(fixture.transport, ({ path }) => (path.includes('/installment') ? 'refused' : undefined)),
  });
  await errorOf(dying.mandates.refresh(loan));
  return { fixture, read: (await fixture.kit.loans.get('loan-1')) as CollectingLoan };
}

test('repayments that a process read before it was killed are reported before the closure', async () => {
  const { fixture, read } = await readAndDied('2026-04-02T08:00:00Z');
  expect(read.balances.outstanding).toBe(0);
  await fixture.kit.bureau.awaitReported(
    await fixture.kit.bureau.close(read, { finalStatus: 'repaid', closeDate: '2026-04-02' }),
  );
  const repaid = 'repayment.successful';
  expect(await reported(fixture)).toEqual(['loan.approved', 'loan.disbursed', repaid, repaid, repaid, 'loan.closed']);
});

test('so is a miss, of a loan that is written off', async () => {
  const { fixture, read } = await readAndDied('2026-02-02T08:00:00Z', 'merchant', true);
  await fixture.kit.bureau.awaitReported(
    await fixture.kit.bureau.close(read, { finalStatus: 'written_off', closeDate: '2026-02-02' }),
  );
  expect(await reported(fixture)).toEqual(['loan.approved', 'loan.disbursed', 'repayment.missed', 'loan.closed']);
});

test('a closure sends no request where everything was reported, or where the platform reports repayments', async () => {
  for (const reports of ['merchant', 'platform'] as const) {
    const { fixture, read } = await readAndDied('2026-04-02T08:00:00Z', reports);
    const reported = reports === 'merchant' ? await fixture.kit.mandates.refresh(read) : read;
    const { getMandate } = await fixture.requests();
    await fixture.kit.bureau.close(reported, { finalStatus: 'repaid', closeDate: '2026-04-02' });
    expect((await fixture.requests()).getMandate).toBe(getMandate);
  }
});

test('a closure waits for the repayments when they cannot be asked about, and takes no less than all that is shown', async () => {
  const { fixture, read } = await readAndDied('2026-04-02T08:00:00Z');
  const end = { finalStatus: 'repaid', closeDate: '2026-04-02' };
  const cut = fixture.newKit({
    transport: faulty(fixture.transport, ({ path }) => (path.endsWith('/get-mandate') ? 'refused' : undefined)),
  });
  expect(await errorOf(cut.bureau.close(read, end))).toMatchObject({ code: 'connection_failed' });
  expect((await fixture.kit.loans.get('loan-1')).stage).toBe('collecting');
  const silent = fixture.newKit({
    transport: altered(
      fixture.transport,
      '/get-mandate',
      ({ repaymentDetails: _, ...data }: Record<string, unknown>) => data,
    ),
  });
  expect((await silent.bureau.close(read, end)).stage).toBe('closed');
});

test('over a debit that can take nothing more, a closed loan leaves no impossible duty, and its payer can be erased', async () => {
  const stage = await debitFixture({ kit: { keys: memoryKeys() } });
  stage.faults.debit = LOST;
  await stage.kit.collections.collect(await stage.loan(), WANTED);
  const paid = (data: object) => ({ ...data, collectedAmount: 90_000, outstandingBalance: 0 });
  const kit = stage.newKit({ transport: altered(stage.transport, '/get-mandate', paid) });
  await kit.mandates.refresh(await stage.loan());
  for (const _ of [1, 2]) {
    await stage.pass(120);
    await kit.collections.settle(await stage.loan());
  }
  const read = await stage.loan();
  expect(read.debits).toMatchObject([{ status: 'parked' }]);
  expect((await kit.loans.duties(read)).map(({ duty }) => duty)).toContain('settle-debit');
  const closed = await kit.bureau.awaitReported(
    await kit.bureau.close(read, { finalStatus: 'repaid', closeDate: '2026-01-05' }),
  );
  expect((await kit.loans.duties(closed)).map(({ duty }) => duty)).toEqual(['release-mandate']);
  expect(await kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).toMatchObject({ loanIds: ['loan-1'] });
});
