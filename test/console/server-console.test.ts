/** The console of a reference server, in a real browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serverConsole } from '../../src/console/index.ts';
import { controlNames } from '../../src/server/control/calls.ts';
import { createReferenceServer, type ReferenceServer } from '../../src/server/reference-server.ts';
import { type Browser, executablePath, launchChromium, type Page } from '../browser.ts';
import { hostileTexts } from './hostile-texts.ts';
import { harmOf, looks, openPage, problemsOf, shows } from './pages.ts';

const views = ['', 'calendar', 'payers', 'webhooks', 'requests', 'faults', 'scenarios', 'worlds', 'settings', 'calls'];

describe.runIf(executablePath)('the console of a server', { timeout: 300_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function start() {
    const server = createReferenceServer({ now: '2026-01-05T08:00:00Z', console: serverConsole() });
    onTestFinished(() => server.close());
    const { url } = await server.listen();
    return { server, url, console: `${url}/_console` };
  }

  async function open(at: string, options = looks[0]) {
    const opened = await openPage(browser, options);
    onTestFinished(opened.close);
    await opened.page.goto(at);
    return opened;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const unfold = (page: Page, text: string) => page.locator('summary').filter({ hasText: text }).first().click();
  const mandate = async (server: ReferenceServer) => (await server.controls.mandates()).items[0]?.mandateId ?? '';

  test('every view is accessible and fits, light and dark, wide and narrow, and asks no other origin', async () => {
    const { server, url, console } = await start();
    const { mandateId } = await server.controls.scenario('first-account-fails', { backups: 2 });
    await server.controls.snapshot();
    await server.controls.addFault({ kind: 'latency' });
    await server.fetch('/v1/mandates/nowhere', { method: 'POST', body: '{"mandateId": 1}' });
    for (const look of looks) {
      const { page, urls, close } = await openPage(browser, look);
      for (const view of [
        ...views,
        `mandates/${mandateId}`,
        'webhooks/wh_1',
        'requests/req_1',
        'search?q=ada',
        'nowhere',
      ]) {
        await page.goto(`${console}#/${view}`);
        await page.locator('main section, main .empty').first().waitFor();
        expect(await problemsOf(page), `${view} ${JSON.stringify(look)}`).toEqual([]);
      }
      expect(urls.filter((each) => !each.startsWith(url))).toEqual([]);
      await close();
    }
  });

  test('every control call has a form, and its view has it too', async () => {
    const { server, console } = await start();
    await server.controls.scenario('first-account-fails');
    await server.controls.snapshot();
    await server.controls.addFault({ kind: 'latency' });
    const id = await mandate(server);
    const { page } = await open(`${console}#/calls`);
    await shows(page, 'All calls');
    for (const name of controlNames)
      expect(await page.locator(`#call-${name} summary, #call-${name} button`).count(), name).toBeGreaterThan(0);
    const code = new Set<string>();
    for (const view of [...views.filter((each) => each !== 'calls'), `mandates/${id}`, 'webhooks/wh_1']) {
      await page.goto(`${console}#/${view}`);
      await page.locator('main section').first().waitFor();
      // Forms are made when they are opened, and their code when it is.
      for (let depth = 0; depth < 2; depth += 1) {
        await page.evaluate('new Promise((resume) => setTimeout(resume, 300))');
        await page.evaluate('for (const it of document.querySelectorAll("main details")) it.open = true');
      }
      await page.evaluate('new Promise((resume) => setTimeout(resume, 300))');
      const texts = (await page.evaluate(
        `[...document.querySelectorAll('.snippet pre')].map((pre) => pre.textContent)`,
      )) as string[];
      for (const text of texts) code.add(text);
    }
    const all = [...code].join('\n');
    const elsewhere = ['index', 'openApi', 'health', 'readClock', 'moveClock'];
    for (const name of controlNames) if (!elsewhere.includes(name)) expect(all).toContain(`.controls.${name}(`);
    expect(all).toContain('server.clock.advance(');
  });

  test('a loan is played by clicks alone: the deposit, a failed primary, a backup, and back again', async () => {
    const { server, console } = await start();
    const { page } = await open(`${console}#/scenarios`);
    await unfold(page, 'Play wrong-account');
    await press(page, 'Play wrong-account');
    await shows(page, /^Mandate /);
    const id = await mandate(server);
    await unfold(page, 'Pay the ₦50');
    await press(page, 'Pay the ₦50');
    await expect.poll(async () => (await server.controls.readMandate(id)).mandate.consents[0]?.status).toBe('active');

    await page.goto(`${console}#/scenarios`);
    await unfold(page, 'Play first-account-fails');
    await press(page, 'Play first-account-fails');
    await shows(page, 'Code 51: Insufficient funds');
    await page.goto(`${console}#/worlds`);
    await press(page, 'Take a snapshot');
    await shows(page, 'Rewind to snap_1');
    const before = server.clock.now();
    await press(page, '+1 day');
    await expect.poll(() => server.clock.now() - before).toBe(86_400_000);
    await press(page, 'Next due date');
    await shows(page, /: 2 debit attempts, 1 webhook/);
    // For docs/console.md: `PICTURES=docs/pictures npx vitest run --mode whole test/console`.
    await page.goto(`${console}#/mandates/${(await server.controls.mandates()).items[1]?.mandateId}?only=attempt`);
    await shows(page, 'Code 51: Insufficient funds');
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/console-mandate.png` });
    await page.goto(`${console}#/worlds`);
    await press(page, 'Rewind to snap_1');
    await expect.poll(() => server.clock.now()).toBe(before);
  });

  test('a loan is played by keys alone', async () => {
    const { server, console } = await start();
    const { page } = await open(`${console}#/`);
    await shows(page, 'No mandate is here yet');
    const tabTo = async (name: RegExp) => {
      for (let tabs = 0; tabs < 120; tabs += 1) {
        await page.keyboard.press('Tab');
        const focused = (await page.evaluate('document.activeElement?.textContent ?? ""')) as string;
        if (name.test(focused)) return;
      }
      throw new Error(`Tab never reaches ${name}`);
    };
    await tabTo(/^play a scenario$/);
    await page.keyboard.press('Enter');
    await shows(page, 'Each brings its own payer');
    // What opens the form, and then its button.
    await tabTo(/^Play first-account-fails$/);
    await page.keyboard.press('Enter');
    await page.locator('details.action[open] button').first().waitFor();
    await tabTo(/^Play first-account-fails$/);
    await page.keyboard.press('Enter');
    await shows(page, /^Mandate /);
    const id = await mandate(server);
    await page.keyboard.press('/');
    await page.keyboard.type(id.slice(0, 8));
    await page.keyboard.press('Enter');
    await shows(page, /^\d+ results?$/);
    await page.keyboard.press('Tab');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await shows(page, 'Timeline');
    await page.keyboard.press('?');
    await shows(page, 'next row');
    await page.keyboard.press('Escape');
    const before = server.clock.now();
    await tabTo(/^Next due date$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => server.clock.now()).toBeGreaterThan(before);
    await shows(page, /debit attempt/);
  });

  test('the curl line and the TypeScript call do what the form does', async () => {
    const { server, console } = await start();
    const { page } = await open(`${console}#/payers`);
    const change = page
      .locator('details.action')
      .filter({ hasText: 'Change the account at Guaranty Trust Bank' })
      .first();
    await change.locator('summary').first().click();
    await change.getByLabel('balance').fill('1234.5');
    await change.getByLabel('script').first().fill('51, -, 91');
    const [curl = '', typescript = ''] = (await page.evaluate(
      `[...document.querySelector('details.action[open]').querySelectorAll('.snippet pre')].map((pre) => pre.textContent)`,
    )) as string[];
    const account = { bankCode: '058', accountNumber: '0100000011' };
    await promisify(execFile)('sh', ['-c', curl]);
    expect(await server.controls.readAccount(account)).toMatchObject({ balance: 1234.5, script: ['51', null, '91'] });
    expect(typescript).toBe(
      "await server.controls.patchAccount({ bankCode: '058', accountNumber: '0100000011' }, { balance: 1234.5, script: ['51', null, '91'] });",
    );
    await change.getByLabel('balance').fill('7');
    await change.getByRole('button', { name: /^Change the account/ }).click();
    await expect.poll(async () => (await server.controls.readAccount(account)).balance).toBe(7);
    // What moved meanwhile is not set back by a form that shows it.
    await server.controls.patchAccount(account, { balance: 777 });
    await change.getByLabel('balance').fill('');
    await change.getByLabel('script').first().fill('');
    await change.getByLabel('declineWith').first().fill('05');
    await change.getByRole('button', { name: /^Change the account/ }).click();
    await expect.poll(async () => (await server.controls.readAccount(account)).declineWith).toBe('05');
    expect((await server.controls.readAccount(account)).balance).toBe(777);
    await change.getByLabel('balance').fill('many');
    await change.getByRole('button', { name: /^Change the account/ }).click();
    await shows(page, /must be/);
  });

  test('a change appears within a second, a lost server is shown, and the page recovers', async () => {
    const { server, url, console } = await start();
    const { page } = await open(`${console}#/payers`);
    await shows(page, 'live');
    const begun = Date.now();
    await server.controls.addPayer({
      bvn: '22200000077',
      name: 'Bola Adeyemi',
      accounts: [{ accountNumber: '0900000091', bankCode: '058', balance: 1 }],
    });
    await shows(page, 'Bola Adeyemi');
    expect(Date.now() - begun).toBeLessThan(5_000);
    await server.close();
    await shows(page, 'no connection');
    const again = createReferenceServer({ now: '2026-01-05T08:00:00Z', console: serverConsole() });
    onTestFinished(() => again.close());
    await again.listen({ port: Number(new URL(url).port) });
    await shows(page, 'live');
    await expect.poll(() => page.getByText('Bola Adeyemi').count()).toBe(0);
  });

  test('shows worlds apart, and a fork in its own world', async () => {
    const { server, console } = await start();
    await server.controls.snapshot();
    const { page } = await open(`${console}#/worlds`);
    await unfold(page, 'Fork snap_1');
    await page.locator('details.action[open]').getByLabel('world').fill('branch');
    await press(page, 'Fork snap_1');
    await shows(page, 'There is no snapshot.');
    expect(page.url()).toContain('world=branch');
    await press(page, '+1 hour');
    await expect.poll(() => server.world('branch').clock.now()).toBeGreaterThan(server.clock.now());
  });

  test('texts of strangers are shown as text, and break nothing', async () => {
    const { server, url, console } = await start();
    const texts = hostileTexts(200);
    const { mandateId } = await server.controls.scenario('happy-loan', { backups: 1 });
    for (const [index, text] of texts.entries()) {
      const digits = String(index).padStart(4, '0');
      if (text.trim() !== '')
        await server.controls
          .addPayer({
            bvn: `2220100${digits}`,
            name: text,
            phone: text,
            accounts: [{ accountNumber: `090000${digits}`, bankCode: '058', accountName: text, balance: 1 }],
          })
          .catch(() => undefined);
      await fetch(`${url}/v1/mandates/${encodeURIComponent(text)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [text]: text, mandateId: text }),
      });
      if (index < 12) {
        await server.controls.openDispute(mandateId, { reason: text }).catch(() => undefined);
        await server.controls.resolveDispute(mandateId, { outcome: 'reinstated', reason: text }).catch(() => undefined);
      }
    }
    for (const look of [looks[0], looks[2]]) {
      const { page, urls, close } = await openPage(browser, look);
      for (const view of [
        '',
        'payers',
        'requests',
        'webhooks',
        `mandates/${mandateId}`,
        'search?q=%3Cscript',
        'requests/req_1',
        'requests/req_9',
      ]) {
        await page.goto(`${console}#/${view}`);
        await page.locator('main section').first().waitFor();
        expect(await harmOf(page), view).toEqual([]);
      }
      expect(urls.filter((each) => !each.startsWith(url))).toEqual([]);
      await close();
    }
  });
});
