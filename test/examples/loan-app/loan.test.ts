import { expect, test } from 'vitest';
import type { Page } from '../../browser.ts';
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

/** The pictures of the guide. What they show is held to a text, so that a page does not change without them. After a
 * change: `PICTURES=docs/pictures npx vitest run --mode full test/examples/loan-app/loan.test.ts -u`. */
async function picture(page: Page, name: string): Promise<void> {
  // Ids and times of day are those of one run. Messages of the same minute come in any order.
  const text = (await main(page)).replace(/\b(?:L-[\da-f-]{36}|[\da-f]{24}|\d\d:\d\d)\b/g, '…');
  const lines = text.split('\n').filter(Boolean).sort();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`pictures/${name}.txt`);
  await page.setViewportSize({ width: 640, height: 640 });
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
}

describeInBrowser('the loan app, by clicks and typing', (world) => {
  test('leads a payer from the application to the first collection', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    expect(await heading(page)).toBe(HEADINGS.apply);
    await apply(page, payer);

    expect(await heading(page)).toBe(HEADINGS.consent);
    expect(await main(page)).toContain('₦100,800.00 in all');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await picture(page, 'consent');
    await consent(page);

    expect(await heading(page)).toBe(HEADINGS.receipt);
    await press(page, 'Find my accounts');

    expect(await heading(page)).toBe(HEADINGS.accounts);
    expect(await page.locator('input:checked').count()).toBe(0);
    await picture(page, 'accounts');
    await choose(page, { primary: 0, backups: [2, 1] });

    expect(await heading(page)).toBe(HEADINGS.deposits);
    await picture(page, 'deposits');
    expect(await main(page)).toMatch(
      /Guaranty Trust Bank[\s\S]*primary[\s\S]*Zenith Bank[\s\S]*backup 1[\s\S]*Access Bank[\s\S]*backup 2/,
    );
    await deposit(world, page, payer, [0, 1, 2]);

    await page.goto('/');
    expect(await heading(page)).toBe(HEADINGS.loan);
    expect(await main(page)).toContain('We are looking at your application');
    const { loanId } = await idsOf(world, page);
    await payOut(world, loanId);

    await page.goto('/');
    expect(await main(page)).toContain('Your loan is running');
    await nextDueDate(world);
    await page.reload();
    const text = await main(page);
    expect(text).toContain('₦33,600.00 was collected from Guaranty Trust Bank account ending 1480');
    await picture(page, 'loan');
    const office = await world.officer();
    // The worker sends the report of the repayment by itself.
    await expect.poll(() => office.reload().then(() => main(office))).not.toContain('has not received the report');
    await picture(office, 'office');
  });
});
