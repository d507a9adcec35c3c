// Tests of a lender's code with vitest: a loan at any stage in one call, a payer and a bank under control, and webhooks to wait for.
// Run it: `npx vitest run` in your project; here, with the tests of the project: `npx vitest run test/examples/test-kit.test.ts`.
// #region fixture
import { type TestKit, testKitFixture } from 'repaykit/testing';
import { test as base, expect } from 'vitest';

// Each test has its own platform. It closes at the end of the test.
const test = base.extend<{ platform: TestKit }>({ platform: testKitFixture() });

test('the payer sends ₦50 and the loan is verified', async ({ platform }) => {
  const { loanAt, payer, kit } = platform;
  const loan = await loanAt('verifying');
  await payer.depositArrives();
  expect((await kit.mandates.awaitActive(loan)).stage).toBe('verified');
});
// #endregion fixture

test('the first backup pays when the primary account has no money', async ({
  platform,
}) => {
  const { loanAt, bank, clock, webhooks } = platform;
  const loan = await loanAt('collecting');
  await bank.decline('51', loan.primaryAccount);
  await clock.advance({ months: 1 });

  const { data } = await webhooks.waitFor('collection.success', {
    mandateId: loan.mandateId,
  });
  expect(data.accountNumber).toBe(loan.backupAccounts[0]?.accountNumber);
});

test('nothing is collected from a payer who disputes', async ({ platform }) => {
  const { loanAt, payer, clock, kit } = platform;
  const loan = await loanAt('collecting');
  await payer.disputes(loan);
  await clock.advance({ months: 1 });
  expect((await kit.mandates.refresh(loan)).balances.collected).toBe(0);
});

test('a missed repayment is reported to the bureau', async ({ platform }) => {
  const { loan } = await platform.scenario('all-fail');
  if (loan.stage !== 'collecting')
    throw new Error(`The loan is at stage '${loan.stage}'`);
  expect(loan.reports.at(-1)).toMatchObject({
    event: 'repayment.missed',
    acknowledged: true,
  });
});
