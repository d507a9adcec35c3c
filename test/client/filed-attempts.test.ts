import { afterAll, describe, expect, test } from 'vitest';
import { timesOf } from '../../src/domain/loan/attempts.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { createTestKit, type TestKit } from '../../src/testing/index.ts';
import { reconcile } from '../../src/worker/index.ts';

const kits: TestKit[] = [];
afterAll(async () => {
  for (const kit of kits) await kit.close();
});

/** A loan that is due on the 5th of each month, with the events of its file. Instalments of ₦30,000. */
async function collectingLoan() {
  const store = memoryStore();
  const test = await createTestKit({ client: { store } });
  kits.push(test);
  const loan = await test.loanAt('collecting');
  const events = async (type: string) => {
    const bodies = ((await store.load(loan.loanId))?.events ?? []).map(({ body }) => JSON.parse(body));
    return bodies.filter((body) => body.type === type);
  };
  return { ...test, loan, events, collections: () => events('collection.confirmed') };
}

describe('a collection on file', () => {
  test('names each attempt of the cascade with its time, outcome, code, bank and position', async () => {
    const { bank, clock, loan, collections } = await collectingLoan();
    await bank.decline('51', loan.primaryAccount);
    await clock.advance({ months: 1 });
    const [facts] = await collections();
    const [primary, backup] = [loan.primaryAccount, loan.backupAccounts[0]];
    expect(facts).toMatchObject({ status: 'success', collected: 3_000_000, date: '2026-02-05' });
    expect(facts.attempts).toEqual([
      {
        at: ['2026-02-05T07:00:00.000Z'],
        status: 'failed',
        amount: 3_000_000,
        code: '51',
        bank: primary.bankCode,
        account: 'a1',
        position: 0,
      },
      expect.objectContaining({ status: 'successful', code: '00', bank: backup?.bankCode, position: 1 }),
    ]);
    expect(JSON.stringify(facts)).not.toContain(primary.accountNumber);
  });

  test('carries no reason of an earlier failure once it is paid', async () => {
    const { bank, clock, collections } = await collectingLoan();
    await bank.script(['51', '51', '51']);
    await clock.advance({ months: 1, days: 1 });
    const facts = await collections();
    expect(facts.at(-1)).toMatchObject({ status: 'success' });
    expect(facts.at(-1)).not.toHaveProperty('reason');
  });

  test('names each attempt once, however often the service is asked', async () => {
    const { bank, clock, kit, loan, events, collections } = await collectingLoan();
    await bank.decline('51');
    await clock.advance({ months: 1, days: 1 });
    const before = await collections();
    const attempts = before.flatMap((facts) => facts.attempts ?? []).flatMap(timesOf);
    const known = await kit.mandates.get(loan.mandateId);
    const shown = await kit.collections.attempts(loan.mandateId, known.repaymentDetails?.breakdown[0]?._id ?? '');
    expect(attempts).toHaveLength(shown.length);
    const reads = await events('mandate.read');
    await reconcile(kit, { all: true });
    expect(await collections()).toEqual(before);
    expect(await events('mandate.read')).toEqual(reads);
  });
});

describe('money that no webhook reported', () => {
  // ₦14,000 on the due date, ₦5,000 on the next day, then failures. All of it becomes known days later.
  async function lostPayments() {
    const played = await collectingLoan();
    const { bank, clock, controls, kit, loan } = played;
    await controls.addFault({ kind: 'webhook-drop', times: 1_000 });
    await bank.setBalance(0);
    await bank.setBalance(14_000, loan.primaryAccount);
    await clock.to('2026-02-05T20:00:00Z');
    await bank.setBalance(5_000, loan.primaryAccount);
    await clock.to('2026-02-09T20:00:00Z');
    await reconcile(kit, { all: true });
    return played;
  }

  test('keeps the day of each amount, whatever failed after it, and is reported for each day', async () => {
    const { collections, events } = await lostPayments();
    const [facts, ...others] = await collections();
    expect(others).toEqual([]);
    expect(facts).toMatchObject({ collected: 1_900_000, date: '2026-02-06', isFound: true, status: 'partially paid' });
    const money = facts.attempts.filter(({ status }: { status: string }) => status === 'successful');
    expect(money).toMatchObject([
      { amount: 1_400_000, at: ['2026-02-05T15:00:00.000Z'] },
      { amount: 500_000, at: ['2026-02-06T15:00:00.000Z'] },
    ]);
    const reports = (await events('report.filed')).map(({ report }) => report);
    expect(reports.filter(({ event }) => event === 'repayment.successful').map(({ content }) => content)).toEqual([
      { amount: 14_000, date: '2026-02-05', outstandingBalance: 76_000 },
      { amount: 5_000, date: '2026-02-06', outstandingBalance: 71_000 },
    ]);
  });

  test('is not marked as found where a webhook reported it', async () => {
    const { clock, collections } = await collectingLoan();
    await clock.advance({ months: 1, days: 1 });
    expect((await collections())[0]).toMatchObject({ status: 'success' });
    expect((await collections())[0]).not.toHaveProperty('isFound');
  });

  test('is followed by the attempts of later due dates, once after each', async () => {
    const { clock, kit, loan, collections } = await lostPayments();
    const filed = async () => (await collections()).flatMap(({ attempts = [] }) => attempts.flatMap(timesOf));
    const before = await filed();
    await clock.to('2026-03-07T20:00:00Z');
    await reconcile(kit, { all: true });
    const after = await filed();
    expect(after.length).toBeGreaterThan(before.length);
    const { repaymentDetails } = await kit.mandates.get(loan.mandateId);
    const shown = await Promise.all(
      (repaymentDetails?.breakdown ?? []).map(({ _id }) => kit.collections.attempts(loan.mandateId, _id)),
    );
    expect(after).toHaveLength(shown.flat().length);
  });
});

describe('a reading on file', () => {
  test('holds what changed, and the banks for the deposit are on file once', async () => {
    const { bank, clock, loan, events } = await collectingLoan();
    const [first, ...later] = await events('mandate.read');
    expect(first.instalments).toHaveLength(3);
    await bank.setBalance(0);
    await clock.advance({ months: 4 });
    for (const { instalments } of later) expect(instalments).toEqual([]);
    const banks = (await events('attachment.confirmed')).map(({ transferDestinations }) => transferDestinations.length);
    expect(banks.filter((count) => count > 0)).toHaveLength(1);
    expect(loan.transferDestinations.length).toBe(banks[0]);
  });
});
