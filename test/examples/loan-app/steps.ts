/** What payers and officers do on the pages, by clicking and typing. */
import type { Locator, Page } from '../../browser.ts';
import type { AppUnderTest, TestPayer } from './harness.ts';

/** Which of the payer's accounts, by their place. */
export interface Choice {
  readonly primary: number;
  readonly backups?: readonly number[];
}

export const HEADINGS = {
  apply: 'Apply for a loan',
  consent: 'Your consent',
  receipt: 'Receipt of your consent',
  accounts: 'Choose your accounts',
  deposits: 'Prove your accounts with ₦50',
  loan: 'Your loan',
} as const;

/** The one heading of the page. */
export function heading(page: Page): Promise<string> {
  return page.locator('h1').innerText();
}

/** Clicks on what leads to another page, and waits until that is there: a click alone ends before the answer comes. */
export function follow(page: Page, target: Locator): Promise<void> {
  return untilLoaded(page, () => target.click());
}

/** Does what leads to another page, and waits until all of that is there. */
export async function untilLoaded(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

export function press(page: Page, name: string): Promise<void> {
  return follow(page, page.getByRole('button', { name, exact: true }));
}

export async function apply(page: Page, payer: TestPayer, amount = '90000'): Promise<void> {
  await page.getByLabel('Full name').fill(payer.name);
  await page.getByLabel('BVN').fill(payer.bvn);
  await page.getByLabel('E-mail').fill(payer.email);
  await page.getByLabel('Phone').fill(payer.phone);
  await page.getByLabel('Home address').fill(payer.address);
  await page.getByLabel('How much do you need?').fill(amount);
  await press(page, 'Continue');
}

export async function consent(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'I agree');
}

export async function choose(page: Page, { primary, backups = [] }: Choice): Promise<void> {
  await page.locator(`#primary-${primary}`).check();
  for (const [place, index] of backups.entries()) {
    await page.locator(`#backup-${index}`).check();
    await page.locator(`[name=order-${index}]`).selectOption(String(place + 1));
  }
  await press(page, 'These are my accounts');
}

/** From the first page to the deposits. */
export async function applyUpToDeposits(page: Page, payer: TestPayer, choice: Choice): Promise<void> {
  await apply(page, payer);
  await consent(page);
  await press(page, 'Find my accounts');
  await choose(page, choice);
}

/** The id of the loan that this browser holds, from its receipt, and of its mandate, from the officer's page. */
export async function idsOf(
  world: AppUnderTest,
  page: Page,
): Promise<{ readonly loanId: string; readonly mandateId: string }> {
  const other = await page.context().newPage();
  await other.goto('/receipt');
  const loanId = /L-[0-9a-f-]{36}/.exec(await other.locator('main').innerText())?.[0] ?? '';
  await other.close();
  const office = await world.officer();
  const mandateId = /Mandate ([0-9a-f]{24})/.exec(await articleOf(office, loanId).innerText())?.[1] ?? '';
  await office.context().close();
  return { loanId, mandateId };
}

/** What the officer's page says of a loan. */
export function articleOf(office: Page, loanId: string) {
  return office.getByRole('article', { name: `Loan ${loanId}` });
}

/** The ₦50 arrives from each account, and the app knows of it. */
export async function deposit(
  world: AppUnderTest,
  page: Page,
  payer: TestPayer,
  places: readonly number[],
  outcome?: 'rejected' | 'disputed',
): Promise<void> {
  const { mandateId } = await idsOf(world, page);
  for (const place of places) {
    const { accountNumber, bankCode } = payer.accounts[place] ?? { accountNumber: '', bankCode: '' };
    await world.platform.controls.makeDeposit({ mandateId, accountNumber, bankCode, ...(outcome && { outcome }) });
  }
  await world.settled();
}

/** The officer approves and sends the money. */
export async function payOut(world: AppUnderTest, loanId: string): Promise<void> {
  const office = await world.officer();
  await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Approve' }));
  await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Send the money' }));
  await office.context().close();
}

/** A loan that is being repaid. */
export async function runningLoan(world: AppUnderTest, choice: Choice = { primary: 0, backups: [1] }) {
  const payer = await world.newPayer();
  const page = await world.visit();
  await applyUpToDeposits(page, payer, choice);
  await deposit(world, page, payer, [choice.primary, ...(choice.backups ?? [])]);
  const ids = await idsOf(world, page);
  await payOut(world, ids.loanId);
  await page.goto('/');
  return { payer, page, ...ids };
}

/** Moves the platform to the loan's next due date, past the day's attempts. */
export async function nextDueDate(world: AppUnderTest): Promise<void> {
  await world.platform.clock.advance({ months: 1, hours: 12 });
  await world.settled();
}

/** What the page says between header and footer. */
export function main(page: Page): Promise<string> {
  return page.locator('main').innerText();
}

/** What a browser sends with a form of our own page. */
export const formHeaders = { 'sec-fetch-site': 'same-origin' };

/** A payer who is to choose accounts. */
export async function upToAccounts(world: AppUnderTest): Promise<Page> {
  const page = await world.visit();
  await apply(page, await world.newPayer());
  await consent(page);
  await press(page, 'Find my accounts');
  return page;
}

/** The cookie that an answer sets, as the next request sends it. */
export function cookieOf(answer: Response): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
