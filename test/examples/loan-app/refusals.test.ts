import { expect, test } from 'vitest';
import { describeInBrowser } from './harness.ts';
import {
  apply,
  applyUpToDeposits,
  choose,
  consent,
  follow,
  formHeaders,
  HEADINGS,
  heading,
  idsOf,
  main,
  press,
  upToAccounts,
} from './steps.ts';

describeInBrowser('what the loan app refuses', (world) => {
  test('an application with mistakes comes back with a sentence beside each field, and without the BVN', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await apply(page, { ...payer, email: 'no address' }, '5');
    expect(await heading(page)).toBe(HEADINGS.apply);
    expect(
      await page
        .locator('.problem')
        .all()
        .then((all) => Promise.all(all.map((each) => each.innerText()))),
    ).toEqual([
      'Something is missing or invalid. See the notes in the form.',
      'Give an address such as name@example.com.',
      'Give whole naira, ₦10,000.00 to ₦500,000.00.',
    ]);
    expect(await page.getByLabel('E-mail').getAttribute('aria-describedby')).toBe('email-problem');
    expect(await page.getByLabel('Full name').inputValue()).toBe(payer.name);
    expect(await page.getByLabel('BVN').inputValue()).toBe('');
    expect(await page.content()).not.toContain(payer.bvn);
  });

  test('a scope that is not ticked stops everything before the BVN is used', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await apply(page, payer);
    await world.platform.controls.clearRequests();
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 4)) await box.check();
    await press(page, 'I agree');
    expect(await heading(page)).toBe(HEADINGS.consent);
    expect(await page.locator('#bureauReporting-problem').innerText()).toContain('We cannot lend without this');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(4);
    expect((await world.platform.controls.requests()).items).toEqual([]);
    await consent(page);
    expect(await heading(page)).toBe(HEADINGS.receipt);
  });

  test('a BVN that no bank knows leads back, and not into a dead end', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await apply(page, { ...payer, bvn: '99999999999' });
    await consent(page);
    await press(page, 'Find my accounts');
    expect(await main(page)).toContain('No bank accounts were found for this BVN');
    await follow(page, page.getByRole('link', { name: 'Dispute or cancel' }));
    await press(page, 'Take my consent back');
    expect(await main(page)).toContain('This application has ended');
    await press(page, 'Apply for another loan');
    expect(await heading(page)).toBe(HEADINGS.apply);
  });

  test('a choice of accounts without a primary, in no order, or of one account twice says so beside the field', async () => {
    const page = await upToAccounts(world);
    await page.locator('#backup-1').check();
    await press(page, 'These are my accounts');
    expect(await page.locator('#primary-problem').innerText()).toBe('Choose the account that is debited first.');

    await page.locator('#primary-0').check();
    await page.locator('#backup-2').check();
    await press(page, 'These are my accounts');
    expect(await page.locator('#backups-problem').innerText()).toContain('in which order');

    await choose(page, { primary: 1, backups: [1, 2] });
    expect(await page.locator('#backups-problem').innerText()).toBe(
      'The same account is chosen twice. Your primary account cannot be a backup too.',
    );
    expect(await heading(page)).toBe(HEADINGS.accounts);
    await choose(page, { primary: 0, backups: [1, 2] });
    expect(await heading(page)).toBe(HEADINGS.deposits);
  });

  test('a form that names an inactive account, or none that was found, is refused by the rules behind the page', async () => {
    const page = await upToAccounts(world);
    expect(await main(page)).toMatch(/so they cannot be chosen\.\s+.* account ending \d483/);
    expect(await page.locator('#primary-3').count()).toBe(0);
    const send = (primary: string) =>
      page.context().request.post('/accounts', { form: { primary }, headers: formHeaders });
    const inactive = await send('3');
    expect([inactive.status(), await inactive.text()]).toEqual([
      422,
      expect.stringContaining('not active at its bank'),
    ]);
    const unknown = await send('17');
    expect([unknown.status(), await unknown.text()]).toEqual([422, expect.stringContaining('not found for your BVN')]);
  });

  test('a deposit from another account proves nothing', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { mandateId } = await idsOf(world, page);
    const [chosen, other] = payer.accounts;
    if (!chosen || !other) throw new Error('no accounts');
    const { accountNumber, bankCode } = other;
    await world.platform.controls.makeDeposit({
      mandateId,
      accountNumber: chosen.accountNumber,
      bankCode: chosen.bankCode,
      from: { accountNumber, bankCode },
    });
    await world.settled();
    await press(page, 'Check now');
    expect(await heading(page)).toBe(HEADINGS.deposits);
    expect(await main(page)).toContain('Waiting for your ₦50');
  });
});
