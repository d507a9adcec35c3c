import { describe, expect, test } from 'vitest';
import { makeKit } from './made-kit.ts';

async function collectingLoan() {
  const kit = await makeKit();
  const loan = await kit.loanAt('collecting');
  const attempts = async () => {
    const [instalment] = (await kit.kit.mandates.get(loan.mandateId)).repaymentDetails?.breakdown ?? [];
    const found = await kit.kit.collections.attempts(loan.mandateId, instalment?._id ?? '');
    return found.map(({ accountNumber = '', responseCode }) => `${accountNumber.slice(-2)} ${responseCode}`).reverse();
  };
  return { ...kit, loan, attempts };
}

describe('the bank of a test', () => {
  test('declines on every account with the code that is asked for', async () => {
    const { bank, clock, webhooks, attempts } = await collectingLoan();
    await bank.decline('91');
    await clock.advance({ months: 1, days: 1 });
    expect((await webhooks.waitFor('collection.failed')).data.instalmentStatus).toBe('failed');
    expect((await attempts()).slice(0, 3)).toEqual(['01 91', '02 91', '03 91']);
  });

  test('declines on one account, and the cascade goes on to the next', async () => {
    const { bank, clock, loan, webhooks, attempts } = await collectingLoan();
    await bank.decline('51', loan.primaryAccount);
    await clock.advance({ months: 1 });
    expect((await webhooks.waitFor('collection.success')).data.amountCollected).toBe(30_000);
    expect(await attempts()).toEqual(['01 51', '02 00']);
  });

  test('recovers from codes and scripts', async () => {
    const { bank, clock, webhooks, loan } = await collectingLoan();
    await bank.decline('51');
    await bank.script(['91', '91']);
    await bank.recover();
    expect(await bank.account(loan.primaryAccount)).toMatchObject({ declineWith: null, script: [] });
    await clock.advance({ months: 1 });
    await webhooks.waitFor('collection.success');
  });

  test('answers by a script, each code once', async () => {
    const { bank, clock, loan, attempts } = await collectingLoan();
    await bank.script(['91', null], loan.primaryAccount);
    for (const account of loan.backupAccounts) await bank.decline('51', account);
    await clock.advance({ months: 1, hours: 8 });
    expect(await attempts()).toEqual(['01 91', '02 51', '03 51', '01 00']);
  });

  test('holds what is put there: too little is collected in part', async () => {
    const { bank, clock, loan, webhooks } = await collectingLoan();
    await bank.setBalance(0);
    await bank.setBalance(12_500, loan.primaryAccount);
    await clock.advance({ months: 1, hours: 12 });
    expect((await webhooks.waitFor('collection.partial')).data.amountCollected).toBe(12_500);
  });

  test('takes the account last, and says so where it comes first', async () => {
    const { bank, loan } = await collectingLoan();
    const swapped = bank as unknown as Record<string, (first: unknown, second: unknown) => Promise<void>>;
    const { accountNumber, bankCode } = loan.primaryAccount;
    for (const [verb, value, order] of [
      ['decline', '51', "bank.decline('51', account)"],
      ['setBalance', 500, 'bank.setBalance(balance, account)'],
      ['script', ['91'], "bank.script(['51', null], account)"],
    ] as const) {
      const refusal = swapped[verb]?.({ accountNumber, bankCode }, value);
      await expect(refusal, verb).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining(`the wrong way round: it is ${order} of the test kit`),
      });
    }
    expect(await bank.account(loan.primaryAccount)).toMatchObject({ declineWith: null, script: [] });
  });

  test('has no account to move before there is a loan, and none that is unknown', async () => {
    const { bank } = await makeKit();
    await expect(bank.decline('51')).rejects.toThrow(/there is none yet/);
    await expect(bank.decline('51', { accountNumber: '0999999999', bankCode: '058' })).rejects.toMatchObject({
      status: 404,
    });
  });
});
