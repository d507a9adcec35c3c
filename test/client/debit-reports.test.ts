/** Money of a debit is reported to the bureau once, whichever source made it known: the service, instalment by instalment, or a person. Spec §6.3. */
import { expect, test } from 'vitest';
import { type CollectingLoan, memoryStore, type RepayKit } from '../../src/index.ts';
import type { Mandate } from '../../src/wire/types/mandate-types.ts';
import { altered } from '../journeys/altered.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import type { FixtureOptions } from '../journeys/fixture.ts';
import { choice, manualTerms, openInput, transfer } from '../journeys/people.ts';
import { type DebitFixture, debitFixture, LOST, NO_LOG, SHOWS_NOTHING, WANTED } from './debit-fixture.ts';

const person = { decidedBy: 'Ngozi, operations', reason: 'The payer’s statement shows it' };

/** A client to which the service does not show yet what it took. */
function blinded(stage: DebitFixture, showsRecords = false): RepayKit {
  const blank = altered(stage.transport, '/get-mandate', ({ repaymentDetails, ...mandate }: Mandate) => ({
    ...mandate,
    collectedAmount: 0,
    outstandingBalance: mandate.totalAmountDue,
    repaymentDetails: {
      breakdown: repaymentDetails?.breakdown.map((item) => ({ ...item, amountCollected: 0, status: 'scheduled' })),
    },
  }));
  const transport = faulty(blank, ({ path }) => {
    if (showsRecords) return undefined;
    if (path.includes('/consent/business/collection?')) return SHOWS_NOTHING;
    return path.includes('/collection-log?') ? NO_LOG : undefined;
  });
  return stage.newKit({ transport });
}

async function inDoubt(fault: DebitFixture['faults']['debit'], options?: FixtureOptions) {
  const stage = await debitFixture(options);
  stage.faults.debit = fault;
  const { debit } = await stage.kit.collections.collect(stage.first, WANTED);
  expect(debit.outcome).toBe('unknown');
  stage.faults.debit = undefined;
  const decide = async (kit = stage.kit, more: object = {}) =>
    (await kit.collections.settle(await stage.loan(), { debitId: debit.debitId, result: 'taken', ...person, ...more }))
      .loan;
  return { ...stage, decide };
}

/** What the bureau has to receive about repayments, in order. */
async function repayments(stage: Pick<DebitFixture, 'eventsOf'>, loanId?: string) {
  const filed = (await stage.eventsOf(loanId)).flatMap((event) =>
    event.type === 'report.filed' ? [event.report] : [],
  );
  return filed.flatMap(({ event, content }): readonly (object | string)[] => {
    if (event === 'repayment.successful') return [content];
    return event === 'loan.closed' ? ['closed'] : [];
  });
}

test('a person’s word that a debit was taken is reported with it, once', async () => {
  const stage = await inDoubt(LOST);
  await stage.decide();
  const once = [{ amount: 30_000, date: '2026-01-05', outstandingBalance: 60_000 }];
  expect(await repayments(stage)).toEqual(once);
  await stage.decide();
  await stage.kit.mandates.refresh(await stage.loan());
  expect(await repayments(stage)).toEqual(once);
});

test('what the service shows of it later is not reported again; what it took beyond is, and every other debit', async () => {
  const stage = await inDoubt('reset-after');
  await stage.decide(blinded(stage), { amount: 12_500 });
  expect(await repayments(stage)).toEqual([{ amount: 12_500, date: '2026-01-05', outstandingBalance: 77_500 }]);
  await stage.kit.mandates.refresh(await stage.loan());
  expect(await repayments(stage)).toMatchObject([{ amount: 12_500 }, { amount: 17_500, outstandingBalance: 60_000 }]);
  await stage.moveTo('2026-01-06T09:00:00Z');
  await stage.kit.collections.collect(await stage.loan(), { amount: 10_000, debitDate: '2026-01-06' });
  await stage.kit.mandates.refresh(await stage.loan());
  expect(await repayments(stage)).toMatchObject([
    { amount: 12_500 },
    { amount: 17_500 },
    { amount: 10_000, outstandingBalance: 50_000 },
  ]);
});

test('what the service never shows of it keeps no other debit from being reported', async () => {
  const stage = await inDoubt(LOST);
  await stage.decide();
  await stage.moveTo('2026-01-06T09:00:00Z');
  await stage.kit.collections.collect(await stage.loan(), { amount: 30_000, debitDate: '2026-01-06' });
  const loan = await stage.kit.mandates.refresh(await stage.loan());
  expect(loan.balances).toMatchObject({ collected: 60_000, outstanding: 30_000 });
  expect(await repayments(stage)).toMatchObject([
    { amount: 30_000, outstandingBalance: 60_000 },
    { amount: 30_000, outstandingBalance: 30_000 },
  ]);
});

test('what was reported before a person decided is not reported by the decision', async () => {
  const stage = await inDoubt('reset-after');
  stage.faults.list = SHOWS_NOTHING;
  stage.faults.log = NO_LOG;
  await stage.kit.mandates.refresh(await stage.loan());
  await stage.decide();
  expect(await repayments(stage)).toMatchObject([{ amount: 30_000, outstandingBalance: 60_000 }]);
});

test('where the platform reports repayments, what it does not show and a person decides is reported by the lender, once', async () => {
  const stage = await inDoubt(LOST, { kit: { repaymentReports: 'platform' } });
  await stage.decide();
  await stage.decide();
  const once = [{ amount: 30_000, date: '2026-01-05', outstandingBalance: 60_000 }];
  expect(await repayments(stage)).toEqual(once);
  await stage.moveTo('2026-01-06T09:00:00Z');
  await stage.kit.collections.collect(await stage.loan(), { amount: 10_000, debitDate: '2026-01-06' });
  await stage.kit.mandates.refresh(await stage.loan());
  expect(await repayments(stage)).toEqual(once);
});

test('where the platform reports repayments, what it shows before a person decides is left to it', async () => {
  const stage = await inDoubt('reset-after', { kit: { repaymentReports: 'platform' } });
  stage.faults.list = SHOWS_NOTHING;
  stage.faults.log = NO_LOG;
  await stage.kit.mandates.refresh(await stage.loan());
  await stage.decide();
  expect(await repayments(stage)).toEqual([]);
});

test('a loan that is repaid by a decision is closed after its report', async () => {
  const stage = await inDoubt(LOST);
  const decided = await stage.decide();
  const paid = await stage.kit.loans.recordRepayment(decided, {
    amount: 60_000,
    date: '2026-01-05',
    reference: 'CASH',
  });
  await stage.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' });
  expect(await repayments(stage)).toMatchObject([{ amount: 30_000 }, 'closed']);
});

test('a debit that ended and that no instalment shows is reported before the closure', async () => {
  const stage = await debitFixture();
  const kit = blinded(stage, true);
  await kit.collections.collect(stage.first, { ...WANTED, amount: 90_000 });
  const { loan } = await kit.collections.settle(await stage.loan());
  expect([loan.balances.outstanding, await repayments(stage)]).toEqual([0, []]);
  await kit.bureau.close(loan, { finalStatus: 'repaid', closeDate: '2026-01-05' });
  expect(await repayments(stage)).toEqual([{ amount: 90_000, date: '2026-01-05', outstandingBalance: 0 }, 'closed']);
});

test('of a loan that began elsewhere, a decision counts beside what was collected before', async () => {
  const stage = await debitFixture();
  await stage.kit.collections.collect(stage.first, WANTED);
  const store = memoryStore();
  const adopting = stage.process(store);
  const input = {
    ...openInput(manualTerms, 'old-7'),
    ...choice,
    mandateId: stage.first.mandateId,
    adoptedBy: 'operations',
    reason: 'moved',
    evidence: [],
  };
  const adopted = (await adopting.loans.adopt({
    ...input,
    disbursement: { ...transfer, reported: true },
  })) as CollectingLoan;
  expect(adopted.balances.collected).toBe(30_000);
  stage.faults.debit = LOST;
  const { loan, debit } = await adopting.collections.collect(adopted, { amount: 20_000, debitDate: '2026-01-06' });
  const { loan: decided } = await adopting.collections.settle(loan, {
    debitId: debit.debitId,
    result: 'taken',
    ...person,
  });
  expect(decided.balances).toMatchObject({ collected: 50_000, outstanding: 40_000 });
  expect(decided.reports.map(({ event }) => event)).toEqual([
    'loan.approved',
    'loan.disbursed',
    'repayment.successful',
  ]);
});
