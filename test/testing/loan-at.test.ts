import { describe, expect, test } from 'vitest';
import { loanStages } from '../../src/domain/loan/stages.ts';
import { InputError } from '../../src/errors.ts';
import { makeKit } from './made-kit.ts';

describe('a loan at any stage', () => {
  test.each(loanStages)('is %s in one call, in the file as in the hand', async (stage) => {
    const { loanAt, kit } = await makeKit();
    const loan = await loanAt(stage);
    expect(loan.stage).toBe(stage);
    expect(await kit.loans.get(loan.loanId)).toEqual(loan);
  });

  test('has the type of its stage', async () => {
    const { loanAt } = await makeKit();
    const loan = await loanAt('collecting');
    expect(loan.balances).toMatchObject({ totalAmountDue: 90_000, outstanding: 90_000 });
    expect((await loanAt('verifying')).transferDestinations).not.toEqual([]);
    expect((await loanAt('abandoned')).reason).toContain('changed their mind');
  });

  test('stands at the platform and at the bureau as in its file', async () => {
    const { loanAt, controls, kit } = await makeKit();
    const loan = await loanAt('closed');
    expect((await kit.mandates.get(loan.mandateId)).status).toBe('active');
    const reports = (await controls.bureauReports()).items as readonly { readonly event: string }[];
    expect(reports.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed', 'loan.closed']);
  });

  test('is moved by payer and bank also where the platform names its mandates itself', async () => {
    const { loanAt, payer, scenario } = await makeKit({ serverOptions: { policy: { mandateIds: 'service' } } });
    const loan = await loanAt('collecting');
    await payer.disputes();
    expect((await scenario('deposit-dispute')).loan.mandateId).not.toBe(loan.mandateId);
  });

  test('is followed by payer and bank under the name that the platform gave it in the test’s own steps', async () => {
    const { kit, loanAt, payer } = await makeKit({ serverOptions: { policy: { mandateIds: 'service' } } });
    const selected = await loanAt('selected');
    const verifying = await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected));
    expect(verifying.mandateId).not.toBe(selected.mandateId);
    await payer.depositArrives({ loan: selected, account: selected.primaryAccount });
    await payer.depositArrives();
    expect((await kit.mandates.refresh(verifying)).stage).toBe('verified');
    await payer.disputes(selected);
    await payer.disputeResolved('reinstated', selected);
    expect((await kit.mandates.get(verifying.mandateId)).status).toBe('active');
  });

  test('has a fresh payer and id for each loan of a kit, the same in each run', async () => {
    const ids = async () => {
      const { loanAt } = await makeKit();
      const loans = [await loanAt('selected'), await loanAt('selected')];
      return loans.map(({ loanId, payerId, primaryAccount }) => `${loanId} ${payerId} ${primaryAccount.accountNumber}`);
    };
    const [first, second] = await ids();
    expect(first).not.toBe(second);
    expect(await ids()).toEqual([first, second]);
  });

  test('is made side by side with others', async () => {
    const { loanAt } = await makeKit();
    const loans = await Promise.all([loanAt('collecting'), loanAt('collecting'), loanAt('disbursed')]);
    expect(new Set(loans.map(({ mandateId }) => mandateId)).size).toBe(3);
    expect(new Set(loans.map(({ loanId }) => loanId))).toEqual(new Set(['loan-1', 'loan-2', 'loan-3']));
  });

  test('takes terms, mode, payer, consent and an id of its own', async () => {
    const { loanAt, kit } = await makeKit();
    const loan = await loanAt('collecting', {
      loanId: 'L-7',
      mode: 'manual',
      terms: { totalAmountDue: 60_000, approvedAmount: 50_000, startDate: '2026-03-31' },
      payer: { payerId: 'P-7', name: 'Sade Balogun' },
      consent: { channel: 'branch' },
    });
    expect(loan).toMatchObject({
      loanId: 'L-7',
      payerId: 'P-7',
      terms: { collectionMode: 'manual', totalAmountDue: 60_000, endDate: '2026-06-14' },
    });
    expect((await kit.mandates.get(loan.mandateId)).repaymentDetails?.breakdown.map(({ dueDate }) => dueDate)).toEqual([
      '2026-03-31',
      '2026-05-01',
      '2026-05-31',
    ]);
  });

  test('takes as many accounts as requested, or those that are named', async () => {
    const { loanAt, bank } = await makeKit();
    const alone = await loanAt('verified', { accounts: 1 });
    expect(alone.backupAccounts).toEqual([]);
    const many = await loanAt('verified', { accounts: 12 });
    expect(many.backupAccounts).toHaveLength(11);
    const named = await loanAt('verified', {
      accounts: [{ accountNumber: '0555000001', bankCode: '058', balance: 10 }, {}],
    });
    expect(named.primaryAccount).toMatchObject({ accountNumber: '0555000001', bankCode: '058' });
    expect((await bank.account(named.primaryAccount)).balance).toBe(10);
    await expect(loanAt('verified', { accounts: 0 })).rejects.toThrow(InputError);
    await expect(loanAt('verified', { accounts: 100 })).rejects.toThrow(/1 to 99/);
  });

  test('belongs to a payer who has another loan, if the payer is named', async () => {
    const { loanAt, kit } = await makeKit();
    const payer = { bvn: '22200000001', payerId: 'ada', name: 'Ada Obiora', email: 'ada.obiora@example.com' };
    const loan = await loanAt('verified', { payer, accounts: [{ accountNumber: '0100000011', bankCode: '058' }] });
    expect((await kit.mandates.get(loan.mandateId)).bvn).toBe('22200000001');
  });

  test('takes the accounts that another loan lists', async () => {
    const { loanAt } = await makeKit();
    const elsewhere = await makeKit();
    const { accounts } = await elsewhere.loanAt('verified');
    const loan = await loanAt('verified', {
      payer: { bvn: '22200000077' },
      accounts: accounts.map((account) => ({ ...account, accountNumber: `9${account.accountNumber.slice(1)}` })),
    });
    expect(loan.backupAccounts).toHaveLength(2);
  });

  test.each<[object, string, string]>([
    [{ account: 2 }, 'account', 'accounts'],
    [{ payers: { name: 'Ada Obiora' } }, 'payers', 'payer'],
    [{ payer: { mobilNumber: '08031112223' } }, 'payer.mobilNumber', 'mobileNumber'],
    [{ terms: { colectionMode: 'manual' } }, 'terms.colectionMode', 'collectionMode'],
    [{ consent: { chanel: 'branch' } }, 'consent.chanel', 'channel'],
    [{ accounts: [{}, { ballance: 5 }] }, 'accounts.1.ballance', 'balance'],
  ])('is refused with %j, before anything is made', async (overrides, path, meant) => {
    const { loanAt, kit } = await makeKit();
    await expect(loanAt('collecting', overrides)).rejects.toMatchObject({
      name: 'InputError',
      issues: [{ path, message: `is unknown; did you mean ${meant}?` }],
    });
    expect(await kit.loans.list()).toEqual({ loans: [] });
    expect((await loanAt('consented')).stage).toBe('consented');
  });

  test('is refused at a stage that does not exist', async () => {
    const { loanAt } = await makeKit();
    await expect(loanAt('repaid' as 'closed')).rejects.toThrow(/stage: must be one of "consented" or .*"abandoned"/);
  });
});
