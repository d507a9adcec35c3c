import { expect, test } from 'vitest';
import { NOTICE } from '../../../examples/loan-app/notice.ts';
import { describeInBrowser } from './harness.ts';
import { apply, consent, HEADINGS, heading, main, press } from './steps.ts';

const CHANGED = 'This page has changed since you opened it. Nothing was agreed to.';

describeInBrowser('what the payer agrees to', (world) => {
  test('is what stood on the page: after a deploy with other words it is shown again, and nothing is on file before', async () => {
    const page = await world.visit();
    await apply(page, await world.newPayer());
    const { version, text } = NOTICE;
    try {
      Object.assign(NOTICE, { version: '2026-02', text: `${text}\n\nWe also telephone you.` });
      await consent(page);
      expect(await heading(page)).toBe(HEADINGS.consent);
      expect(await page.getByRole('alert').innerText()).toContain(CHANGED);
      expect(await main(page)).toContain('We also telephone you.');
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
      await page.goto('/receipt');
      expect(await heading(page)).toBe(HEADINGS.consent);
      await consent(page);
      expect(await heading(page)).toBe(HEADINGS.receipt);
      expect(await main(page)).toMatch(/We also telephone you\.[\s\S]*2026-02/);
    } finally {
      Object.assign(NOTICE, { version, text });
    }
  });

  test('is the same words, where nothing changed meanwhile', async () => {
    const page = await world.visit();
    await apply(page, await world.newPayer());
    await consent(page);
    expect(await heading(page)).toBe(HEADINGS.receipt);
    expect(await main(page)).toContain(NOTICE.version);
  });

  test('is never the terms of another tab', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await apply(page, payer, '60000');
    const other = await page.context().newPage();
    await other.goto('/apply');
    await apply(other, payer, '300000');
    await consent(page);
    expect(await page.getByRole('alert').innerText()).toContain(CHANGED);
    expect(await main(page)).toContain('₦336,000.00 in all');
    await press(page, 'I agree');
    expect(await page.locator('#bureauReporting-problem').innerText()).toContain('We cannot lend without this');
  });
});
