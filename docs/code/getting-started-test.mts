import type { RepayKit } from 'repaykit';
import { type TestKit, testKitFixture } from 'repaykit/testing';
import { test as base, expect } from 'vitest';

/** The code under test: yours, in a file of its own. */
async function disburse(
  kit: RepayKit,
  loanId: string,
  pay: (naira: number) => Promise<{ reference: string; date: string }>,
) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'approved') throw new Error(`${loanId} is ${loan.stage}`);
  const decision = await kit.loans.mayDisburse(loan); // reads the mandate again
  if (!decision.allowed) return decision.rule;
  const amount = loan.terms.approvedAmount;
  await kit.bureau.reportDisbursed(decision.loan, {
    amount,
    ...(await pay(amount)),
  });
  return 'paid';
}

// Each test gets a platform, a client and a receiver of its own.
const test = base.extend<{ platform: TestKit }>({ platform: testKitFixture() });

test('an approved loan is paid out', async ({ platform: { kit, loanAt } }) => {
  const { loanId } = await loanAt('approved'); // any stage, in one call
  expect(
    await disburse(kit, loanId, async () => ({
      reference: 'TRF-1',
      date: '2026-01-05',
    })),
  ).toBe('paid');
  expect((await kit.loans.get(loanId)).stage).toBe('disbursed');
});

test('a loan in dispute is not', async ({
  platform: { kit, loanAt, payer },
}) => {
  const { loanId } = await loanAt('approved');
  await payer.disputes();
  const pay = () => Promise.reject(new Error('money was sent'));
  expect(await disburse(kit, loanId, pay)).toBe(
    'disbursement-needs-active-primary',
  );
});

test('the first backup pays when the primary account has no money', async ({
  platform: { loanAt, bank, clock, webhooks },
}) => {
  const loan = await loanAt('collecting');
  await bank.decline('51', loan.primaryAccount);
  await clock.advance({ months: 1 }); // takes milliseconds of real time
  const { data } = await webhooks.waitFor('collection.success', {
    mandateId: loan.mandateId,
  });
  expect(data.accountNumber).toBe(loan.backupAccounts[0]?.accountNumber);
});
