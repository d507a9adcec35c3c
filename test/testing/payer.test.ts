import { describe, expect, test } from 'vitest';
import { RuleError } from '../../src/errors.ts';
import { memoryStore } from '../../src/index.ts';
import { makeKit } from './made-kit.ts';

describe('the payer of a test', () => {
  test('lets the ₦50 arrive from each account of the loan made last', async () => {
    const { loanAt, payer, kit } = await makeKit();
    const first = await loanAt('verifying');
    const last = await loanAt('verifying');
    await payer.depositArrives();
    expect((await kit.mandates.get(last.mandateId)).consents.map(({ active }) => active)).toEqual([true, true, true]);
    expect((await kit.mandates.get(first.mandateId)).status).toBe('pending');
    expect((await kit.loans.get(last.loanId)).stage).toBe('verified');
  });

  test('lets it arrive at the loan and the account that are named', async () => {
    const { loanAt, payer, kit } = await makeKit();
    const loan = await loanAt('verifying');
    await loanAt('verifying');
    await payer.depositArrives({ loan, account: loan.backupAccounts[0] as (typeof loan.backupAccounts)[number] });
    expect((await kit.mandates.get(loan.mandateId)).consents.map(({ active }) => active)).toEqual([false, true, false]);
  });

  test('proves nothing by a deposit from elsewhere', async () => {
    const { loanAt, payer, kit, webhooks } = await makeKit();
    const loan = await loanAt('verifying');
    await payer.depositFrom({ accountNumber: '0999999999', bankCode: '058' });
    expect((await kit.mandates.get(loan.mandateId)).status).toBe('pending');
    expect(webhooks.received).toEqual([]);
  });

  test('rejects or disputes the deposit, and the mandate ends so', async () => {
    const { loanAt, payer, kit, webhooks } = await makeKit();
    const rejected = await loanAt('verifying');
    await payer.rejectsDeposit();
    expect((await kit.mandates.get(rejected.mandateId)).status).toBe('failed');
    expect((await webhooks.waitFor('mandate.failed')).data.mandateId).toBe(rejected.mandateId);

    const disputed = await loanAt('verifying');
    await payer.disputesDeposit();
    expect((await kit.mandates.get(disputed.mandateId)).status).toBe('disputed');
    await expect(kit.mandates.awaitActive(disputed)).rejects.toThrow(RuleError);
  });

  test('disputes a mandate, and nothing is collected until the dispute ends', async () => {
    const { loanAt, payer, clock, webhooks } = await makeKit();
    const loan = await loanAt('collecting');
    await payer.disputes(loan, { reason: 'repaid in cash' });
    await clock.advance({ months: 1 });
    expect(webhooks.received.filter(({ kind }) => kind === 'collection')).toEqual([]);
    await payer.disputeResolved();
    await clock.advance({ days: 1 });
    expect((await webhooks.waitFor('collection.success')).data.amountCollected).toBe(30_000);
  });

  test('loses a dispute for good', async () => {
    const { loanAt, payer, kit } = await makeKit();
    const loan = await loanAt('collecting');
    await payer.disputes();
    await payer.disputeResolved('failed');
    expect((await kit.mandates.get(loan.mandateId)).status).toBe('failed');
  });

  test('acts on a loan that another client opened, if it is named', async () => {
    const store = memoryStore();
    const { server, loanAt } = await makeKit({ client: { store } });
    const { loanId } = await loanAt('verifying');
    const { kit, payer } = await makeKit({ server, client: { store } });
    await expect(payer.depositArrives()).rejects.toThrow(/there is none yet/);
    await payer.depositArrives({ loan: { loanId } });
    const loan = await kit.loans.get(loanId);
    expect(loan.stage).toBe('verified');
    await payer.disputes(loan);
    expect((await kit.mandates.get(loan.mandateId)).status).toBe('disputed');
    await payer.disputeResolved('reinstated', loan);
    await expect(payer.depositArrives({ loan })).rejects.toThrow(/Nothing waits for a deposit/);
  });

  test('is refused when nothing waits for a deposit, and when there is no loan', async () => {
    const { loanAt, payer } = await makeKit();
    await expect(payer.depositArrives()).rejects.toThrow(/there is none yet: create one with loanAt or scenario/);
    await loanAt('verified');
    await expect(payer.depositArrives()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Nothing waits for a deposit'),
    });
    await expect(payer.disputes({ loanId: 'loan-99' })).rejects.toThrow(/'loan-99' was not made by this kit/);
  });
});
