import { expect, test } from 'vitest';
import { day } from '../../../examples/loan-app/wording.ts';
import { describeInBrowser } from './harness.ts';
import {
  applyUpToDeposits,
  articleOf,
  choose,
  deposit,
  follow,
  HEADINGS,
  heading,
  idsOf,
  main,
  nextDueDate,
  press,
  runningLoan,
} from './steps.ts';

describeInBrowser('accounts that fail, and payers who object', (world) => {
  test('an account that its bank rejects is chosen anew on the same mandate', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const before = await idsOf(world, page);
    await deposit(world, page, payer, [0], 'rejected');
    await page.reload();
    expect(await main(page)).toContain('Not confirmed by its bank');
    await follow(page, page.getByRole('link', { name: 'Choose again' }));
    expect(await page.locator('input:checked').count()).toBe(0);
    await choose(page, { primary: 1, backups: [2] });
    expect(await heading(page)).toBe(HEADINGS.deposits);
    await deposit(world, page, payer, [1, 2]);
    await page.reload();
    expect(await heading(page)).toBe(HEADINGS.loan);
    expect(await idsOf(world, page)).toEqual(before);
  });

  test('an account that is not proved in time is found out by asking, and chosen anew', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 1 });
    expect(await main(page)).toContain(
      `It has to arrive by ${day(new Date(world.platform.clock.now() + 7 * 86_400_000))}`,
    );
    expect(await page.locator('table').nth(1).locator('tbody tr').first().innerText()).toMatch(
      /^Access Bank\s+your own bank/,
    );
    await world.platform.clock.advance({ days: 8 });
    await press(page, 'Check now');
    expect(await main(page)).toContain('Not proved in time');
    await follow(page, page.getByRole('link', { name: 'Choose again' }));
    await choose(page, { primary: 2 });
    expect(await main(page)).toContain('Zenith Bank account ending');
  });

  test('choosing again is not offered while the deposits are awaited', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    expect(await page.getByRole('link', { name: 'Choose again' }).count()).toBe(0);
    await page.goto('/accounts');
    expect(await heading(page)).toBe(HEADINGS.deposits);
  });

  test('the backup pays when the primary account is declined', async () => {
    const { page, payer, loanId } = await runningLoan(world);
    const [primary, backup] = payer.accounts;
    if (!primary || !backup) throw new Error('no accounts');
    await world.platform.bank.decline(primary, '51');
    await nextDueDate(world);
    await page.reload();
    const [declined, paid] = [primary, backup].map(({ accountNumber }) => `account ending ${accountNumber.slice(-4)}`);
    expect(await main(page)).toContain(`₦33,600.00 was collected from Access Bank ${paid}`);
    const office = await world.officer();
    await follow(office, articleOf(office, loanId).getByRole('link', { name: 'Attempts to collect' }));
    for (const shown of [await main(page), await main(office)]) {
      expect(shown).toMatch(new RegExp(`Instalment due on .*₦33,600.00 from Access Bank ${paid}: collected`, 's'));
      expect(shown).toContain(`₦33,600.00 from Guaranty Trust Bank ${declined}: not enough money on the account`);
      expect(shown).not.toContain(primary.accountNumber);
    }
    expect(await main(office)).toContain(payer.name.toUpperCase());
  });

  test('a repayment that failed is reported to the payer, and to the officer until it is done', async () => {
    const { page, payer, loanId } = await runningLoan(world);
    for (const account of payer.accounts) await world.platform.bank.decline(account, '51');
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).toContain('could not be collected from any of your accounts');
    expect(await main(page)).toMatch(
      /₦33,600.00 that fell due on .* was not collected. It may be tried again, so keep enough on your account./,
    );
    expect(await main(page)).not.toContain('There is nothing to do');
    const office = await world.officer();
    const duty = articleOf(office, loanId).getByRole('listitem').filter({ hasText: 'An instalment was not collected' });
    await duty.getByLabel('What did you do, and when?').fill('Called the payer on Monday');
    await follow(office, duty.getByRole('button', { name: 'Done' }));
    expect(await duty.count()).toBe(0);
    expect(await articleOf(office, loanId).innerText()).toContain(
      'Informed the payer: “Called the payer on Monday (officer)”',
    );
  });

  test('a dispute stops no debit of the platform before the platform has confirmed it, and the pages say so', async () => {
    const { page, loanId, mandateId } = await runningLoan(world);
    await follow(page, page.getByRole('link', { name: 'Dispute or cancel' }));
    await press(page, 'Dispute');
    expect(await page.locator('#reason-problem').innerText()).toBe('Say what is wrong.');
    await page.getByLabel('A debit was wrong').check();
    await press(page, 'Dispute');
    expect(await main(page)).toContain('Until it has confirmed that, it may still collect on a due date');
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).toContain('Repaid\n₦33,600.00');
    expect(await main(page)).toContain('Until it has confirmed that, it may still collect on a due date');

    const office = await world.officer();
    const article = articleOf(office, loanId);
    const platformDuty = article.getByRole('listitem').filter({ hasText: 'Ask the platform to pause collection' });
    // The officer calls the platform, which no operation of the service does, and writes down who confirmed it.
    await world.platform.controls.openDispute(mandateId);
    await platformDuty.getByLabel('Who at the platform confirmed it, and when?').fill('Support, case 4711, today');
    await follow(office, platformDuty.getByRole('button', { name: 'Confirmed' }));
    expect(await platformDuty.count()).toBe(0);
    expect(await article.innerText()).toContain('Support, case 4711, today (officer)');
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).toContain('The platform confirmed that it paused collection');
    expect(await main(page)).not.toContain('may still collect');
    expect(await main(page)).toContain('Repaid\n₦33,600.00');

    await world.platform.controls.resolveDispute(mandateId, { outcome: 'reinstated' });
    await office.reload();
    await article.getByLabel('What did you find?').fill('The debit was right');
    await follow(office, article.getByRole('button', { name: 'Dismiss' }));
    await world.platform.clock.advance({ days: 1 });
    await world.settled();
    await page.reload();
    expect(await main(page)).toContain('Repaid\n₦67,200.00');
    expect(await main(page)).not.toContain('Your dispute is with us');
    expect(await main(page)).toMatch(/Your dispute of .* \(“A debit was wrong”\) was dismissed/);
  });

  test('consent taken back before money is sent ends the application', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { loanId } = await idsOf(world, page);
    await follow(page, page.getByRole('link', { name: 'Dispute or cancel' }));
    await press(page, 'Take my consent back');
    expect(await main(page)).toContain('No money was sent and nothing is collected');
    const office = await world.officer();
    expect(await articleOf(office, loanId).innerText()).toContain('release');
  });

  test('consent taken back after it leaves what is owed to be recorded by the officer', async () => {
    const { page, loanId } = await runningLoan(world);
    await page.goto('/objections');
    await press(page, 'Take my consent back');
    expect(await main(page)).toContain(
      'We ask the platform that collects for us to stop. Until it has confirmed that, it may still collect on a due date. What you still owe stays owed',
    );
    const office = await world.officer();
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Record what is owed' }));
    expect(await articleOf(office, loanId).getByRole('button', { name: 'Record what is owed' }).count()).toBe(0);
  });
});

describeInBrowser(
  'a page that waits',
  (world) => {
    test('loads itself again, without a script, and finds what a webhook brought', async () => {
      const payer = await world.newPayer();
      const page = await world.visit();
      await applyUpToDeposits(page, payer, { primary: 0 });
      await deposit(world, page, payer, [0]);
      await page.getByText('We are looking at your application').waitFor();
      expect(page.url()).toMatch(/\/loan$/);
    });
  },
  { refreshSeconds: 1 },
);
