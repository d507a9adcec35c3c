import { expect, test } from 'vitest';
import { describeInBrowser, OFFICER } from './harness.ts';
import {
  applyUpToDeposits,
  articleOf,
  deposit,
  follow,
  formHeaders,
  idsOf,
  main,
  nextDueDate,
  press,
  runningLoan,
} from './steps.ts';

describeInBrowser('the officer’s page', (world) => {
  test('opens for the officer only', async () => {
    const { request } = await world.context();
    const basic = (user: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    });
    const unknown = await request.get('/office');
    expect([unknown.status(), unknown.headers()['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    expect((await request.get('/office', { headers: basic(OFFICER.username, 'guessed') })).status()).toBe(401);
    expect((await request.get('/office', { headers: basic('payer', OFFICER.password) })).status()).toBe(401);
    expect((await request.post('/office/loans/L-1/pay-out', { form: {}, headers: formHeaders })).status()).toBe(401);
    expect((await request.get('/office', { headers: basic(OFFICER.username, OFFICER.password) })).status()).toBe(200);
  });

  test('shows loans by stage with what to do, until when, and of the person the name only', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { loanId } = await idsOf(world, page);
    const office = await world.officer();
    expect(await office.getByRole('heading', { name: 'Waiting for the ₦50 deposits (1)' }).count()).toBe(1);
    await deposit(world, page, payer, [0]);
    await office.reload();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
    expect(await office.getByRole('heading', { name: 'Approved, to be paid out (1)' }).count()).toBe(1);
    expect(await articleOf(office, loanId).innerText()).toMatch(
      /Send the money, or decline the loan.*Until 5 February 2026/,
    );
    expect(await articleOf(office, loanId).innerText()).toContain(payer.name.toUpperCase());
    for (const secret of [
      payer.bvn,
      payer.email,
      payer.phone,
      payer.address,
      ...payer.accounts.map(({ accountNumber }) => accountNumber),
    ]) {
      expect(await office.content()).not.toContain(secret);
    }
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Decline' }));
    await page.goto('/');
    expect(await main(page)).toContain('This application has ended');
  });

  test('sends no money while the rules forbid it', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { loanId, mandateId } = await idsOf(world, page);
    const office = await world.officer();
    const payOutAnyway = () =>
      office.context().request.post(`/office/loans/${loanId}/pay-out`, { form: {}, headers: formHeaders });
    const payouts = () => world.rows('select reference from {lender}.payouts where loan_id = $1', [loanId]);
    await payOutAnyway();
    expect(await payouts()).toEqual([]);

    await deposit(world, page, payer, [0]);
    await office.reload();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
    await world.platform.controls.openDispute(mandateId);
    const refused = await payOutAnyway();
    expect([refused.status(), await refused.text()]).toEqual([
      409,
      expect.stringContaining('That is not possible now'),
    ]);
    expect(await payouts()).toEqual([]);

    await world.platform.controls.resolveDispute(mandateId, { outcome: 'reinstated' });
    await office.goto('/office');
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Send the money' }));
    expect(await payouts()).toEqual([{ reference: expect.stringMatching(/^PAY-/) }]);
  });

  test('leaves a report that the bureau did not take to the worker, and nothing is collected before', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    await deposit(world, page, payer, [0]);
    const { loanId, mandateId } = await idsOf(world, page);
    const office = await world.officer();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
    await world.platform.controls.addFault({ kind: 'status', operation: 'submitBureauReport', status: 503 });
    let isAnswered = false;
    const sending = follow(office, articleOf(office, loanId).getByRole('button', { name: 'Send the money' })).finally(
      () => {
        isAnswered = true;
      },
    );
    await Promise.all([sending, world.untilInMinutes(async () => isAnswered)]);
    expect(await articleOf(office, loanId).innerText()).toContain(
      'The credit bureau has not received the report of the payment to the payer yet',
    );
    expect((await world.platform.controls.readMandate(mandateId)).gate.open).toBe(false);

    await world.platform.controls.clearFaults();
    await world.untilInMinutes(async () => {
      await page.goto('/');
      return (await main(page)).includes('Your loan is running');
    });
    expect((await world.platform.controls.readMandate(mandateId)).gate.open).toBe(true);
  });

  test('closes a loan that is repaid, and lets the payer apply again', async () => {
    const { page, loanId } = await runningLoan(world);
    for (let paid = 0; paid < 3; paid += 1) await nextDueDate(world);
    const office = await world.officer();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Close as repaid' }));
    await page.reload();
    expect(await main(page)).toContain('This loan is closed');
    expect(await main(page)).toContain('Still to pay\n₦0.00');
    await press(page, 'Apply for another loan');
    expect(page.url()).toMatch(/\/apply$/);
  });
});
