import { expect, test } from 'vitest';
import { describeInBrowser } from './harness.ts';
import {
  apply,
  choose,
  consent,
  deposit,
  HEADINGS,
  heading,
  idsOf,
  main,
  nextDueDate,
  payOut,
  press,
} from './steps.ts';

// A folder for pictures of the pages, to look at.
const SHOTS = process.env.SHOTS;

describeInBrowser('the loan app, by clicks and typing', (world) => {
  test('leads a payer from the application to the first collection', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    const shot = async (name: string) =>
      SHOTS && (await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true }));
    expect(await heading(page)).toBe(HEADINGS.apply);
    await shot('1-apply');
    await apply(page, payer);

    expect(await heading(page)).toBe(HEADINGS.consent);
    expect(await main(page)).toContain('₦100,800.00 in all');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await shot('2-consent');
    await consent(page);

    expect(await heading(page)).toBe(HEADINGS.receipt);
    await shot('3-receipt');
    await press(page, 'Find my accounts');

    expect(await heading(page)).toBe(HEADINGS.accounts);
    expect(await page.locator('input:checked').count()).toBe(0);
    await shot('4-accounts');
    await choose(page, { primary: 0, backups: [2, 1] });

    expect(await heading(page)).toBe(HEADINGS.deposits);
    await shot('5-deposits');
    expect(await main(page)).toMatch(
      /Guaranty Trust Bank[\s\S]*primary[\s\S]*Zenith Bank[\s\S]*backup 1[\s\S]*Access Bank[\s\S]*backup 2/,
    );
    await deposit(world, page, payer, [0, 1, 2]);

    await page.goto('/');
    expect(await heading(page)).toBe(HEADINGS.loan);
    expect(await main(page)).toContain('We are looking at your application');
    await shot('6-verified');
    const { loanId } = await idsOf(world, page);
    await payOut(world, loanId);

    await page.goto('/');
    expect(await main(page)).toContain('Your loan is running');
    await shot('7-running');
    await nextDueDate(world);
    await page.reload();
    const text = await main(page);
    expect(text).toContain('₦33,600.00 was collected from Guaranty Trust Bank account ending 1480');
    await shot('8-collected');
    await page.goto('/objections');
    await shot('9-objections');
    const office = await world.officer();
    if (SHOTS) await office.screenshot({ path: `${SHOTS}/10-office.png`, fullPage: true });
  });
});
