import { describe, expect, test } from 'vitest';
import { fetchTransport } from '../../src/http/fetch-transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { createFixture, errorOf, type Fixture } from './fixture.ts';
import { autoTerms, chosenBy, openInput, PRIMARY, payer } from './people.ts';
import { ROAD, stepOn, walkTo } from './walk.ts';

async function scheduleAtService(fixture: Fixture, mandateId: string) {
  const { repaymentDetails } = await fixture.kit.mandates.get(mandateId);
  return repaymentDetails?.breakdown.map(({ dueDate, amount }) => [dueDate, amount]);
}

describe('the schedule that the service keeps is the one the payer consented to', () => {
  test('yearly from 29 February: 1 March where there is no 29th', async () => {
    const fixture = await createFixture({ server: { now: '2028-01-05T08:00:00Z' } });
    const terms = { ...autoTerms, startDate: '2028-02-29', endDate: '2031-12-31', frequency: 'yearly' as const };
    const loan = await walkTo(fixture, 'placed', {
      terms,
      selection: { primaryAccount: PRIMARY, backupAccounts: [], chosenBy },
    });
    expect(await scheduleAtService(fixture, loan.mandateId)).toEqual([
      ['2028-02-29', 22_500],
      ['2029-03-01', 22_500],
      ['2030-03-01', 22_500],
      ['2031-03-01', 22_500],
    ]);
    expect((await fixture.kit.mandates.get(loan.mandateId)).frequency).toBe('Y');
  });

  test('monthly from the 31st, with the odd kobo on the last instalment', async () => {
    const fixture = await createFixture();
    const terms = { ...autoTerms, totalAmountDue: 100_000.01, startDate: '2026-01-31', endDate: '2026-03-31' };
    const loan = await walkTo(fixture, 'placed', { terms });
    expect(await scheduleAtService(fixture, loan.mandateId)).toEqual([
      ['2026-01-31', 33_333.33],
      ['2026-03-01', 33_333.33],
      ['2026-03-31', 33_333.35],
    ]);
  });

  test('a schedule of the lender’s own, shown on the loan and kept by the service', async () => {
    const fixture = await createFixture();
    const breakdown = [
      { dueDate: '2026-02-10', amount: 50_000 },
      { dueDate: '2026-04-10', amount: 40_000 },
    ];
    const loan = await walkTo(fixture, 'collecting', { terms: { ...autoTerms, breakdown } });
    expect(loan.terms.breakdown).toEqual(breakdown);
    expect(await scheduleAtService(fixture, loan.mandateId)).toEqual(
      breakdown.map(({ dueDate, amount }) => [dueDate, amount]),
    );
    await fixture.moveTo('2026-02-10T08:00:00Z');
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({
      balances: { collected: 50_000, outstanding: 40_000 },
    });
  });

  test('weekly only where its spelling is known', async () => {
    const terms = { ...autoTerms, frequency: 'weekly' as const, endDate: '2026-02-22', totalAmountDue: 80_000 };
    const plain = await createFixture();
    expect(await errorOf(plain.kit.loans.open(openInput(terms)))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'terms.frequency' }],
    });
    const fixture = await createFixture({ kit: { frequencies: { weekly: 'W' } } });
    const loan = await walkTo(fixture, 'placed', { terms });
    expect((await fixture.kit.mandates.get(loan.mandateId)).frequency).toBe('W');
    expect(await scheduleAtService(fixture, loan.mandateId)).toHaveLength(4);
  });
});

test('fifty backups stand on one mandate, in the payer’s order', async () => {
  const fixture = await createFixture();
  const accounts = Array.from({ length: 51 }, (_, index) => ({
    accountNumber: String(300_000_000 + index).padStart(10, '0'),
    bankCode: '058',
  }));
  await fixture.server.controls.addPayer({
    bvn: '22233300008',
    name: 'Many Accounts',
    accounts: accounts.map((account) => ({ ...account, balance: 1_000 })),
  });
  const [primaryAccount, ...backupAccounts] = accounts as [typeof PRIMARY, ...(typeof PRIMARY)[]];
  const input = { ...openInput(), payer: { ...payer, bvn: '22233300008' } };
  const discovered = await fixture.kit.discovery.discover(await fixture.kit.loans.open(input));
  const selected = await fixture.kit.discovery.select(discovered, { primaryAccount, backupAccounts, chosenBy });
  const loan = await fixture.kit.mandates.attachByMicroDeposit(await fixture.kit.mandates.place(selected));
  expect(loan.backupAccounts.map(({ accountNumber }) => accountNumber)).toEqual(
    backupAccounts.map(({ accountNumber }) => accountNumber),
  );
  const mandate = await fixture.kit.mandates.get(loan.mandateId);
  expect(mandate.consents.map(({ accountNumber }) => accountNumber)).toEqual(
    accounts.map(({ accountNumber }) => accountNumber),
  );
  expect(await fixture.requests()).toMatchObject({ createConsent: 51, attachByMicroDeposit: 51 });
});

describe('over a real port', () => {
  test.each(['undici', 'fetch'])('a loan goes its whole way through %s', async (name) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const { url } = await fixture.server.listen();
    const kit = fixture.newKit({ baseUrl: url, transport: name === 'fetch' ? fetchTransport() : undiciTransport() });
    const overPort = { ...fixture, kit };
    await walkTo(overPort, 'collecting');
    await fixture.server.clock.to('2026-04-01T08:00:00Z');
    const collecting = await kit.loans.get('loan-1');
    if (collecting.stage !== 'collecting') expect.fail();
    const repaid = await kit.mandates.refresh(collecting);
    expect(repaid.balances).toMatchObject({ collected: 90_000, outstanding: 0 });
    const closed = await kit.bureau.close(repaid, { finalStatus: 'repaid', closeDate: '2026-04-01' });
    expect((await kit.bureau.awaitReported(closed)).reports.every(({ acknowledged }) => acknowledged)).toBe(true);
    await kit.close();
  });
});

describe('the store remembers', () => {
  test('a loan at every stage is got by a new process, which goes on with it', async () => {
    const fixture = await createFixture();
    await fixture.kit.loans.open(openInput());
    for (const [index, expected] of ROAD.entries()) {
      const kit = fixture.newKit();
      await fixture.receiver.settled();
      const loan = await kit.loans.get('loan-1');
      expect(loan).toMatchObject({
        stage: expected,
        loanId: 'loan-1',
        payerId: 'payer-1',
        terms: autoTerms,
        noticeVersion: '2026-01',
      });
      expect(loan).toEqual(await fixture.kit.loans.get('loan-1'));
      if (index < ROAD.length - 1) await stepOn({ ...fixture, kit }, loan);
    }
  });

  test('loans are listed in the order in which they were opened, page by page', async () => {
    const fixture = await createFixture();
    const names = Array.from({ length: 7 }, (_, index) => `loan-${9 - index}`);
    for (const loanId of names) await fixture.kit.loans.open(openInput(autoTerms, loanId));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await fixture.kit.loans.list({ limit: 3, ...(after === undefined ? {} : { after }) });
      seen.push(...page.loans.map(({ loanId }) => loanId));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(names);
    expect((await fixture.kit.loans.list()).loans).toHaveLength(7);
  });

  test.each([0, -1, 1.5, 1_001, Number.NaN, '3'])('a page of %s loans is refused', async (limit) => {
    const { kit } = await createFixture();
    expect(await errorOf(kit.loans.list({ limit: limit as number }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'limit' }],
    });
  });
});
