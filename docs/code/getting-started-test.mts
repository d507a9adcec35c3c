import type { RepayKit } from 'repaykit';
import { type TestKit, testKitFixture } from 'repaykit/testing';
import { test as base, expect } from 'vitest';

// Your code. Usually in its own file.
async function mayPayOut(kit: RepayKit, loanId: string) {
  const loan = await kit.loans.get(loanId);
  if (loan.stage !== 'approved') return false;
  const decision = await kit.loans.mayDisburse(loan);
  return decision.allowed;
}

// Each test gets its own service, client and receiver.
const test = base.extend<{ platform: TestKit }>({ platform: testKitFixture() });

test('an approved loan may be paid out', async ({ platform }) => {
  const { kit, loanAt } = platform;
  const { loanId } = await loanAt('approved'); // any stage, in one call
  expect(await mayPayOut(kit, loanId)).toBe(true);
});

test('a disputed loan may not be paid out', async ({ platform }) => {
  const { kit, loanAt, payer } = platform;
  const { loanId } = await loanAt('approved');
  await payer.disputes();
  expect(await mayPayOut(kit, loanId)).toBe(false);
});

test('the first backup pays if the primary is empty', async ({ platform }) => {
  const { loanAt, bank, clock, webhooks } = platform;
  const loan = await loanAt('collecting');
  await bank.decline('51', loan.primaryAccount);
  await clock.advance({ months: 1 }); // milliseconds of real time
  const { data } = await webhooks.waitFor('collection.success');
  expect(data.accountNumber).toBe(loan.backupAccounts[0]?.accountNumber);
});
