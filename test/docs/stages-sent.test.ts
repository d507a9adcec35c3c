import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Loan, LoanAt } from '../../src/domain/loan/loan.ts';
import { type LoanStepName, loanSteps } from '../../src/domain/loan/stages.ts';
import { createTestKit, type TestKit } from '../../src/testing/index.ts';

const guide = readFileSync('docs/stages.md', 'utf8');
const today = '2026-01-05';
const chosenBy = { ipAddress: '203.0.113.7', at: '2026-01-05T08:00:00Z' };
const said = { channel: 'web' };

/** Each step once, in an order that a loan could take. */
const walk: Readonly<Record<LoanStepName, (platform: TestKit) => Promise<unknown>>> = {
  discover: async ({ kit, loanAt }) => kit.discovery.discover(await quiet(loanAt('consented', { mode: 'manual' }))),
  select: async ({ kit }) => {
    const loan = await present(kit, 'discovered');
    const [primaryAccount, backup] = loan.accounts;
    if (primaryAccount && backup)
      await kit.discovery.select(loan, { primaryAccount, backupAccounts: [backup], chosenBy });
  },
  place: async ({ kit }) => kit.mandates.place(await present(kit, 'selected')),
  attach: async ({ kit }) => kit.mandates.attachByMicroDeposit(await present(kit, 'placed')),
  awaitActive: async ({ kit, payer }) => {
    const loan = await present(kit, 'verifying');
    await payer.depositArrives();
    return kit.mandates.awaitActive(loan);
  },
  refresh: async ({ kit }) => kit.mandates.refresh(await present(kit, 'verified')),
  addBackup: async ({ kit }) => {
    const loan = await present(kit, 'verified');
    const account = loan.accounts[2];
    if (account) await kit.mandates.addBackup(loan, { account, chosenBy }, { by: 'micro-deposit' });
  },
  reportApproved: async ({ kit }) => kit.bureau.reportApproved(await present(kit, 'verified')),
  mayDisburse: async ({ kit }) => kit.loans.mayDisburse(await present(kit, 'approved')),
  reportDisbursed: async ({ kit }) =>
    kit.bureau.reportDisbursed(await present(kit, 'approved'), { amount: 80_000, date: today, reference: 'TRF-1' }),
  awaitReported: async ({ kit }) => kit.bureau.awaitReported(await present(kit, 'disbursed')),
  collect: async ({ kit }) =>
    kit.collections.collect(await present(kit, 'collecting'), { amount: 1_000, debitDate: '2026-01-06' }),
  recordRepayment: async ({ kit }) =>
    kit.loans.recordRepayment(await present(kit, 'collecting'), { amount: 1_000, date: today, reference: 'CASH-1' }),
  recordReversal: async ({ kit }) => {
    await kit.loans.recordReversal(await present(kit, 'collecting'), {
      of: 'repayment',
      amount: 500,
      date: today,
      reference: 'REV-1',
      reason: 'a cheque bounced',
    });
  },
  reportRestructured: async ({ kit }) => {
    await kit.bureau.reportRestructured(await present(kit, 'collecting'), {
      schedule: [{ dueDate: '2026-03-05', amount: 80_000 }],
      reason: 'more time',
    });
  },
  openDispute: async ({ kit }) => {
    await kit.mandates.openDispute(await present(kit, 'collecting'), {
      reference: 'D-1',
      reason: 'amount',
      openedAt: chosenBy.at,
    });
  },
  resolveDispute: async ({ kit }) => {
    await kit.mandates.resolveDispute(await present(kit, 'collecting'), {
      reference: 'D-1',
      outcome: 'dismissed',
      reason: 'explained',
      resolvedAt: chosenBy.at,
    });
  },
  revokeScope: async ({ kit }) => {
    await kit.mandates.revokeScope(await present(kit, 'collecting'), {
      scope: 'cascadeDebit',
      revokedAt: chosenBy.at,
      ...said,
    });
  },
  requestCancellation: async ({ kit }) =>
    kit.mandates.requestCancellation(await present(kit, 'collecting'), { requestedAt: chosenBy.at, ...said }),
  recordObligation: async ({ kit }) =>
    kit.loans.recordObligation(await present(kit, 'collecting'), { amount: 1_000, basis: 'clause 4' }),
  reselect: async ({ kit, loanAt, payer }) => {
    const before = await loanAt('verifying', { loanId: 'other' });
    await payer.rejectsDeposit({ account: before.primaryAccount });
    const loan = await kit.mandates.refresh(before);
    const backup = loan.backupAccounts[0];
    await forget();
    if (backup && loan.stage === 'verifying')
      await kit.discovery.reselect(loan, { primaryAccount: backup, backupAccounts: [], chosenBy });
  },
  abandon: async ({ kit, loanAt }) =>
    kit.loans.abandon(await quiet(loanAt('consented', { loanId: 'third' })), { reason: 'no longer wanted' }),
  close: async ({ kit, clock }) => {
    const loan = await present(kit, 'collecting');
    await clock.advance({ days: 2 }); // the debit ends
    const { loan: settled } = await kit.collections.settle(loan);
    await forget();
    return kit.bureau.close(settled, { finalStatus: 'written_off', closeDate: today });
  },
};

let forget = async () => {};

async function quiet<Value>(made: Promise<Value>): Promise<Value> {
  const value = await made;
  await forget();
  return value;
}

async function present<Stage extends Loan['stage']>({ loans }: TestKit['kit'], stage: Stage): Promise<LoanAt<Stage>> {
  const loan = await loans.get('loan-1');
  expect(loan.stage).toBe(stage);
  return loan as LoanAt<Stage>;
}

test('each step sends what the table of steps says, and nothing else', async () => {
  await using platform = await createTestKit();
  forget = async () => void (await platform.controls.clearRequests());
  expect(Object.keys(walk).sort()).toEqual(Object.keys(loanSteps).sort());
  for (const [step, take] of Object.entries(walk)) {
    await forget();
    await take(platform);
    const { items } = await platform.controls.requests();
    const sent = new Set(
      items.map(({ operation }) => operation as string).filter((operation) => operation !== 'submitBureauReport'),
    );
    const cell =
      guide
        .split('\n')
        .find((line) => new RegExp(`^\\| \`\\w+\\.${step}\` \\|`).test(line))
        ?.split('|')[3] ?? '';
    expect([step, [...sent].filter((operation) => !cell.includes(`\`${operation}\``))]).toEqual([step, []]);
    if (!cell.trim().startsWith('–') && step !== 'awaitActive' && step !== 'close')
      expect([step, sent.size]).not.toEqual([step, 0]);
  }
});
