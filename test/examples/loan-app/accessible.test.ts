import { expect, test } from 'vitest';
import type { Page } from '../../browser.ts';
import { describeInBrowser } from './harness.ts';
import {
  apply,
  articleOf,
  choose,
  consent,
  deposit,
  follow,
  HEADINGS,
  heading,
  idsOf,
  press,
  untilLoaded,
} from './steps.ts';

// Runs in the page: everything that would stop a user of a screen reader or a telephone.
const audit = `(() => {
  const problems = [];
  const luminance = (rgb) => rgb.map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const colour = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const [red, green, blue, alpha = 1] = colour(getComputedStyle(each).backgroundColor);
      if (alpha === 1) return [red, green, blue];
    }
    return [255, 255, 255];
  };
  if (!document.documentElement.lang) problems.push('no language');
  if (!document.title) problems.push('no title');
  if (document.querySelectorAll('h1').length !== 1) problems.push('not one h1');
  if (!document.querySelector('main')) problems.push('no main');
  let level = 1;
  for (const title of document.querySelectorAll('h1, h2, h3, h4')) {
    if (Number(title.tagName[1]) > level + 1) problems.push('a heading skips a level: ' + title.textContent);
    level = Number(title.tagName[1]);
  }
  for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
    if (field.labels.length === 0 && !field.getAttribute('aria-label')) problems.push('no label: ' + field.name);
  }
  for (const name of document.querySelectorAll('[aria-describedby]')) {
    if (!document.getElementById(name.getAttribute('aria-describedby'))) problems.push('described by nothing: ' + name.name);
  }
  for (const group of document.querySelectorAll('[type=radio], [type=checkbox]')) {
    if (!group.closest('fieldset')?.querySelector('legend')) problems.push('a choice without a question: ' + group.id);
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  if (new Set(ids).size < ids.length) problems.push('an id stands twice');
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!hasText) continue;
    const [light, dark] = [luminance(colour(getComputedStyle(element).color).slice(0, 3)), luminance(ground(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) problems.push('contrast ' + ratio.toFixed(1) + ': ' + element.textContent.trim().slice(0, 30));
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push('scrolls sideways: ' + scrollWidth + ' > ' + clientWidth);
  return problems;
})()`;

const phone = { width: 320, height: 640 };

describeInBrowser('the pages of the loan app', (world) => {
  test('are labelled, readable and as wide as a telephone, from the first to the last', async () => {
    const payer = await world.newPayer();
    const page = await world.visit({ viewport: phone });
    const problems: Record<string, unknown> = {};
    const check = async (name: string, on: Page = page) => {
      problems[name] = await on.evaluate(audit);
      if (process.env.SHOTS) await on.screenshot({ path: `${process.env.SHOTS}/phone-${name}.png` });
    };
    await check('apply');
    await press(page, 'Continue');
    await check('apply with mistakes');
    await apply(page, payer);
    await check('consent');
    await press(page, 'I agree');
    await check('consent with mistakes');
    await consent(page);
    await check('receipt');
    await press(page, 'Find my accounts');
    await check('accounts');
    await choose(page, { primary: 0, backups: [0] });
    await check('accounts with mistakes');
    await choose(page, { primary: 0, backups: [1, 2] });
    await check('accounts with another mistake');
    await page.locator('#backup-0').click();
    await choose(page, { primary: 0, backups: [1, 2] });
    expect(await heading(page)).toBe(HEADINGS.deposits);
    await check('deposits');
    await page.goto('/objections');
    await check('objections');
    await press(page, 'Dispute');
    await check('objections with mistakes');
    await deposit(world, page, payer, [0, 1, 2]);
    const { loanId } = await idsOf(world, page);
    const office = await (
      await world.context({
        viewport: phone,
        httpCredentials: { username: 'officer', password: 'a-password-for-tests' },
      })
    ).newPage();
    await office.goto('/office');
    await check('office', office);
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Send the money' }));
    await check('office with a running loan', office);
    await page.goto('/');
    expect(await heading(page)).toBe(HEADINGS.loan);
    await check('loan');
    await page.goto('/objections');
    await page.getByLabel('A debit was wrong').check();
    await press(page, 'Dispute');
    await check('loan with a dispute');
    await office.reload();
    await check('office with a dispute', office);
    await follow(office, articleOf(office, loanId).getByRole('link', { name: 'Attempts to collect' }));
    await check('attempts', office);
    await page.goto('/nowhere');
    await check('no such page');
    expect(
      Object.fromEntries(Object.entries(problems).filter(([, found]) => (found as readonly string[]).length > 0)),
    ).toEqual({});
    expect(Object.keys(problems).length).toBeGreaterThan(12);
  });

  test('say to a screen reader what they ask for, and why something was not taken', async () => {
    const page = await world.visit();
    await apply(page, { ...(await world.newPayer()), bvn: '12' });
    expect(await page.getByRole('alert').innerText()).toContain('See the notes in the form');
    const tree = await page.locator('main').ariaSnapshot();
    expect(tree).toContain('- heading "Apply for a loan" [level=1]');
    for (const label of ['Full name', 'BVN', 'E-mail', 'Phone', 'Home address', 'How much do you need?'])
      expect(tree).toContain(`- textbox "${label}"`);
    expect(tree).toContain('- button "Continue"');
  });

  test('can be used with the keyboard alone', async () => {
    const { name, bvn, email, phone: number, address } = await world.newPayer();
    const page = await world.visit();
    const type = async (text: string) => {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    };
    const enter = () => untilLoaded(page, () => page.keyboard.press('Enter'));
    await page.keyboard.press('Tab');
    for (const text of [name, bvn, email, number, address, '50000']) await type(text);
    await enter();
    expect(await heading(page)).toBe(HEADINGS.consent);
    await page.keyboard.press('Tab');
    for (let box = 0; box < 5; box += 1) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('Tab');
    await enter();
    expect(await heading(page)).toBe(HEADINGS.receipt);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await enter();
    expect(await heading(page)).toBe(HEADINGS.accounts);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await enter();
    expect(await heading(page)).toBe(HEADINGS.deposits);
  });

  test('show where the keyboard is', async () => {
    const page = await world.visit();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  });
});
