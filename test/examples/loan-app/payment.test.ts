import type { ApprovedLoan, LoanStage } from 'repaykit';
import { createTestKit } from 'repaykit/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../examples/loan-app/config.ts';
import type { AppContext } from '../../../examples/loan-app/context.ts';
import { openDatabase } from '../../../examples/loan-app/database.ts';
import { ledger } from '../../../examples/loan-app/ledger.ts';
import { payerMessages } from '../../../examples/loan-app/messages.ts';
import { endUnpaid, payOut } from '../../../examples/loan-app/payment.ts';
import { type AppUnderTest, describeInBrowser } from './harness.ts';
import { applyUpToDeposits, articleOf, deposit, follow, formHeaders, idsOf, main, press } from './steps.ts';

const DECLINED = { reason: 'declined' };

/** The app of a lender with one approved loan, without pages. */
async function appWithLoan() {
  const bench = await createTestKit();
  const config = readConfig({});
  const database = await openDatabase(
    { databaseUrl: undefined, schemas: config.schemas },
    { warn: () => {}, error: () => {} },
  );
  onTestFinished(async () => {
    await bench.close();
    await database.close();
  });
  const { kit, clock } = bench;
  const { lender } = config.schemas;
  const app: AppContext = {
    kit,
    clock,
    config,
    messages: payerMessages(database.pool, lender),
    ledger: ledger(database.pool, lender),
  };
  const loan = await bench.loanAt('approved');
  const outcome = async () => ({
    stage: (await kit.loans.get(loan.loanId)).stage,
    isSent: (await app.ledger.find(loan.loanId)) !== undefined,
  });
  return { app, loan, outcome };
}

const end = (app: AppContext, loan: ApprovedLoan) => endUnpaid(app, loan, DECLINED);
const unpaid: { stage: LoanStage; isSent: boolean } = { stage: 'abandoned', isSent: false };

test('a loan that is ended while the officer’s click is under way is not paid out', { timeout: 600_000 }, async () => {
  const { app, loan, outcome } = await appWithLoan();
  const overtaken: AppContext['ledger'] = {
    ...app.ledger,
    send: async (loanId, payment) => {
      await end(app, loan);
      return app.ledger.send(loanId, payment);
    },
  };
  await payOut({ ...app, ledger: overtaken }, loan);
  expect(await outcome()).toEqual(unpaid);
});

test('a loan that is paid out runs, even if the officer ends it a moment later', { timeout: 600_000 }, async () => {
  const { app, loan, outcome } = await appWithLoan();
  await app.ledger.send(loan.loanId, { amount: loan.terms.approvedAmount, date: app.clock.today() });
  await end(app, loan);
  expect(await outcome()).toEqual({ stage: 'disbursed', isSent: true });
});

test('an end that broke off before the loan’s file said so is finished by the next click, and no money is sent', {
  timeout: 600_000,
}, async () => {
  const { app, loan, outcome } = await appWithLoan();
  await app.ledger.forgo(loan.loanId);
  await payOut(app, loan);
  expect(await outcome()).toEqual(unpaid);
});

test('of paying out and ending at once, one happens', { timeout: 600_000 }, async () => {
  const { app, loan, outcome } = await appWithLoan();
  await Promise.allSettled([payOut(app, loan), end(app, loan), payOut(app, loan), end(app, loan)]);
  const { stage, isSent } = await outcome();
  expect(stage).toBe(isSent ? 'collecting' : 'abandoned');
});

/** A loan whose money was sent; before that was filed, the process ended. */
async function paidAndUnfiled(world: AppUnderTest) {
  const payer = await world.newPayer();
  const page = await world.visit();
  await applyUpToDeposits(page, payer, { primary: 0 });
  await deposit(world, page, payer, [0]);
  const { loanId } = await idsOf(world, page);
  const office = await world.officer();
  await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
  const reference = `PAY-of-${loanId}`;
  await world.rows('insert into {lender}.payouts values ($1, 9000000, $2, $3)', [
    loanId,
    world.platform.clock.today(),
    reference,
  ]);
  const reports = async () => {
    const { items } = await world.platform.controls.bureauReports();
    return JSON.stringify(
      items
        .filter((item) => JSON.stringify(item).includes(reference))
        .map((item) => (item as { event?: string }).event),
    );
  };
  return { page, office, loanId, reports };
}

describeInBrowser('money that was sent when a process ended', (world) => {
  test('is reported when the payer takes consent back, and then that is filed on a loan that runs', async () => {
    const { page, office, loanId, reports } = await paidAndUnfiled(world);
    await page.goto('/objections');
    expect(await main(page)).not.toContain('No money was sent yet:');
    await press(page, 'Take my consent back');
    expect(await main(page)).toContain('What you still owe stays owed');
    expect(await main(page)).not.toContain('No money was sent');
    // Clicked on a page from before: the first one's payment is found, and none is sent again.
    await office.context().request.post(`/office/loans/${loanId}/pay-out`, { form: {}, headers: formHeaders });
    await world.untilInMinutes(async () => (await reports()) === '["loan.disbursed"]');
    await world.settled();
    await office.reload();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Record what is owed' }));
    expect(
      await world.rows('select count(*)::int as payouts from {lender}.payouts where loan_id = $1', [loanId]),
    ).toEqual([{ payouts: 1 }]);
  });

  test('is reported when the officer declines', async () => {
    const { page, office, loanId, reports } = await paidAndUnfiled(world);
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Decline' }));
    expect(await articleOf(office, loanId).innerText()).toContain(
      'The credit bureau has not received the report of the payment to the payer yet',
    );
    await world.untilInMinutes(async () => (await reports()) === '["loan.disbursed"]');
    await world.settled();
    await page.goto('/');
    expect(await main(page)).toContain('Your loan is running');
  });

  test('is reported when the officer sends it again, and is not sent again', async () => {
    const { page, office, loanId, reports } = await paidAndUnfiled(world);
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Send the money' }));
    expect(await reports()).toBe('["loan.disbursed"]');
    await page.goto('/');
    expect(await main(page)).toContain('Your loan is running');
  });

  test('is none where the loan was given up: that ends by the payer’s next click, and by the officer’s', async () => {
    for (const by of ['payer', 'officer'] as const) {
      const payer = await world.newPayer();
      const page = await world.visit();
      await applyUpToDeposits(page, payer, { primary: 0 });
      const { loanId } = await idsOf(world, page);
      await world.rows('insert into {lender}.payouts values ($1)', [loanId]);
      if (by === 'officer') {
        const office = await world.officer();
        await office.context().request.post(`/office/loans/${loanId}/decline`, { form: {}, headers: formHeaders });
        await page.goto('/');
      } else {
        await page.goto('/objections');
        await press(page, 'Take my consent back');
      }
      expect(await main(page)).toContain('This application has ended. No money was sent');
    }
  });
});
