import { describe, expect, test } from 'vitest';
import { ConflictError, RuleError, StaleLoanError } from '../../src/errors.ts';
import type { Loan } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { autoTerms, manualTerms, openInput, transfer } from './people.ts';
import { ROAD, stepOn, walkTo } from './walk.ts';

async function bureauEvents({ server }: Fixture) {
  return ((await server.controls.bureauReports()).items as { event: string }[]).map(({ event }) => event);
}

async function moveUntil({ server }: Fixture, waiting: Promise<unknown>): Promise<void> {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  while (!isOver) await server.clock.advance('PT1S');
}

describe('two processes take the same step at the same time', () => {
  // The payer sends the ₦50 once, so that step is left to the test below.
  test.each(ROAD.slice(0, -1).filter((at) => at !== 'verifying'))(
    'from %s: one effect, and each is done or gets the reason',
    async (at) => {
      const fixture = await createFixture();
      const loan = (await walkTo(fixture, at)) as Loan;
      const kits = [fixture.newKit(), fixture.newKit(), fixture.newKit()];
      const taking = Promise.allSettled(kits.map((kit) => stepOn({ ...fixture, kit }, loan)));
      // Only one of them delivers to the bureau; the others look again after a while.
      if (at === 'disbursed') await moveUntil(fixture, taking);
      const ends = await taking;
      const next = ROAD[ROAD.indexOf(at) + 1];
      for (const end of ends) {
        if (end.status === 'fulfilled') expect(end.value.stage).toBe(next);
        else expect([ConflictError, StaleLoanError].some((type) => end.reason instanceof type)).toBe(true);
      }
      expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect((await fixture.kit.loans.get('loan-1')).stage).toBe(next);

      const { events } = await fixture.eventsOf().then((items) => ({ events: items.map(({ type }) => type) }));
      for (const once of ['accounts.discovered', 'accounts.selected', 'mandate.placed', 'mandate.attached'] as const) {
        expect(events.filter((type) => type === once).length).toBeLessThanOrEqual(1);
      }
      const reported = await bureauEvents(fixture);
      expect(new Set(reported).size).toBe(reported.length);
      if (at === 'selected' || at === 'placed') {
        const { mandateId } = await fixture.kit.loans.get('loan-1');
        const { mandate, events: happened } = await fixture.server.controls.readMandate(mandateId);
        expect(mandate.consents).toHaveLength(3);
        expect(new Set(happened.map((item) => `${item.event} ${item.accountNumber}`)).size).toBe(happened.length);
      }
    },
  );

  test('waiting for the payer: all see the same', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'verifying');
    const kits = [fixture.newKit(), fixture.newKit()];
    const { accountNumber, bankCode } = loan.primaryAccount;
    await fixture.server.controls.makeDeposit({ mandateId: loan.mandateId, accountNumber, bankCode });
    const verified = await Promise.all(kits.map((kit) => kit.mandates.awaitActive(loan)));
    expect(verified.map(({ stage: at }) => at)).toEqual(['verified', 'verified']);
  });

  test('opening the same loan gives both the same file', async () => {
    const fixture = await createFixture();
    const [first, second] = await Promise.all([
      fixture.newKit().loans.open(openInput()),
      fixture.newKit().loans.open(openInput()),
    ]);
    expect(first).toEqual(second);
    expect(await fixture.eventsOf()).toHaveLength(1);
  });

  test('opening two different loans under one name gives one, and the other is refused', async () => {
    const fixture = await createFixture();
    const ends = await Promise.allSettled(
      [autoTerms, manualTerms].map((terms) => fixture.newKit().loans.open(openInput(terms))),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('reporting two different transfers files one; the other gets that it is not on file', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'approved');
    const transfers = [transfer, { ...transfer, reference: 'TRF-2' }];
    const ends = await Promise.allSettled(transfers.map((sent) => fixture.newKit().bureau.reportDisbursed(loan, sent)));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toMatchObject([{ name: 'StaleLoanError', current: { stage: 'disbursed' } }]);
  });
});

describe('two processes ask for a debit at the same time', () => {
  test('on the same day: exactly one is sent', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const kits = Array.from({ length: 6 }, () => fixture.newKit());
    const ends = await Promise.allSettled(
      kits.map((kit) => kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' })),
    );
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(5);
    for (const error of refused) expect(error).toMatchObject({ rule: 'debit-is-single' });
    expect((await fixture.requests()).collectManually).toBe(1);
  });

  test('on different days: none while another is on its way, and together never more than is owed', async () => {
    const fixture = await createFixture();
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const days = ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04'];
    const collect = (debitDate: string) => fixture.newKit().collections.collect(loan, { amount: 40_000, debitDate });
    const ends = await Promise.allSettled(days.map(collect));
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(RuleError);
    // Who came while another was on its way asks again.
    for (const [index, end] of ends.entries()) {
      if (end.status === 'rejected' && end.reason.rule === 'debit-after-unknown')
        await collect(days[index] ?? '').catch(() => undefined);
    }
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({
      balances: { openDebits: 80_000, collectable: 10_000 },
    });
  });

  test('while a third closes the loan: a closed loan has no debit under way', async () => {
    for (let round = 0; round < 5; round++) {
      const fixture = await createFixture({ receivesWebhooks: false });
      const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
      const [debit, close] = await Promise.allSettled([
        fixture.newKit().collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' }),
        fixture.newKit().bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' }),
      ]);
      expect([debit.status, close.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
      expect((await fixture.requests()).collectManually ?? 0).toBe(debit.status === 'fulfilled' ? 1 : 0);
    }
  });
});

test('two processes that ask how a debit ended write its end down once', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
  await fixture.kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' });
  await fixture.moveTo('2026-02-01T08:00:00Z');
  const looked = await Promise.all([1, 2, 3].map(() => fixture.newKit().mandates.refresh(loan)));
  for (const { balances } of looked) expect(balances).toMatchObject({ collected: 10_000, openDebits: 0 });
  expect((await fixture.eventsOf()).filter(({ type }) => type === 'debit.settled')).toHaveLength(1);
});

test('a value that was overtaken is refused with the present loan, from which the work goes on', async () => {
  const fixture = await createFixture();
  const old = await walkTo(fixture, 'selected');
  await fixture.newKit().mandates.attachByMicroDeposit(await fixture.newKit().mandates.place(old));
  const error = await errorOf(fixture.kit.mandates.place(old));
  const { mandateId } = await fixture.kit.loans.get('loan-1');
  expect(error).toMatchObject({
    name: 'StaleLoanError',
    code: 'loan_stale',
    current: { stage: 'verifying', mandateId },
  });
  expect((await fixture.kit.mandates.refresh(error.current)).stage).toBe('verifying');
});
