/** The console over a lender's book, in a real browser: by the program and by the handler behind frameworks. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBook } from '../../src/book/book.ts';
import { OneTimeEntry } from '../../src/console/api/one-time-entry.ts';
import { type ConsoleOptions, consoleHandler, fastifyPlugin, nodeHandler } from '../../src/console/index.ts';
import { createBook, type PlayedBook } from '../../src/testing/book/create-book.ts';
import { type Browser, executablePath, launchChromium } from '../browser.ts';
import { sized } from '../size.ts';
import { hostileTexts } from './hostile-texts.ts';
import { harmOf, looks, openPage, problemsOf, shows } from './pages.ts';

// Its types want a browser's, so it is loaded without them.
const nodeServer: string = '@hono/node-server';
const { serve }: { serve(options: { fetch: Hono['fetch']; port: number; hostname: string }): Server } = await import(
  nodeServer
);

const views = ['', 'loans', 'loans?stages=collecting&orderBy=outstanding', 'figures', 'outbox', 'inbox', 'system'];

describe.runIf(executablePath)('the console of a book', { timeout: 600_000 }, () => {
  let browser: Browser;
  let made: PlayedBook;
  beforeAll(async () => {
    browser = await launchChromium();
    made = await createBook({ loans: sized(30, 1_000), months: sized(4, 12), seed: 3 });
    await openBook({ store: made.store, clock: made.clock }).advance();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await made?.close();
  });

  async function start(options: Partial<ConsoleOptions> = {}) {
    const handle = consoleHandler({ kit: made.kit, inbox: made.receiver, ...options });
    const server = createServer(nodeHandler(handle)).listen(0, '127.0.0.1');
    await new Promise((resume) => server.once('listening', resume));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    return { handle, port, server, console: `http://127.0.0.1:${port}/console` };
  }

  async function open(at: string, options = looks[0]) {
    const opened = await openPage(browser, options);
    onTestFinished(opened.close);
    await opened.page.goto(at);
    return opened;
  }

  test('every view is accessible and fits, light and dark, wide and narrow, and shows nothing personal', async () => {
    const { port, console } = await start({ allow: ['settle', 'dischargeDuty', 'release', 'replay', 'unmask'] });
    const { items } = await made.controls.payers({ limit: 1_000 });
    const personal = items.flatMap(({ bvn, name, phone, email, accounts }) => [
      bvn,
      name,
      phone,
      email,
      ...accounts.map(({ accountNumber }) => accountNumber),
    ]);
    const [first = '', , third = ''] = made.loanIds;
    for (const look of looks) {
      const { page, urls, close } = await openPage(browser, look);
      for (const view of [...views, `loans/${first}`, `loans/${third}?only=money`, 'nowhere']) {
        await page.goto(`${console}#/${view}`);
        await page.locator('main section, main .empty').first().waitFor();
        expect(await problemsOf(page), `${view} ${JSON.stringify(look)}`).toEqual([]);
        const text = (await page.evaluate('document.documentElement.outerHTML')) as string;
        expect(personal.filter((value) => value && text.includes(value))).toEqual([]);
      }
      expect(urls.filter((each) => !each.startsWith(`http://127.0.0.1:${port}/`))).toEqual([]);
      await close();
    }
  });

  test('charts equal the figures of the book', async () => {
    const { console } = await start();
    const { page } = await open(`${console}#/figures`);
    await shows(page, 'Roll matrix');
    const figures = await openBook({ store: made.store, clock: made.clock }).figures();
    const table = (label: string) =>
      page.evaluate(
        `[...document.querySelectorAll('section[aria-label="${label}"] tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))`,
      ) as Promise<string[][]>;
    await page.locator('summary').filter({ hasText: 'What each account of the cascade took as a table' }).click();
    const cascade = await table('What each account of the cascade took');
    const naira = (amount: number) =>
      `₦${new Intl.NumberFormat('en-NG', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 2 }).format(amount)}`;
    expect(cascade.map(([, collected]) => collected)).toEqual(figures.cascade.map(({ collected }) => naira(collected)));
    const rolls = await table('Roll matrix');
    expect(rolls.map(([, loans]) => Number(loans))).toEqual(figures.rolls.rows.map(({ loans }) => loans));
    const declared = figures.declines.byBank.length;
    await page.locator('summary').filter({ hasText: 'Declines by bank as a table' }).click();
    expect(await table('Declines by bank')).toHaveLength(declared);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/console-figures.png` });
    expect(await page.locator('svg[role=img] rect').count()).toBeGreaterThan(declared);
    await shows(page, 'The whole balance of loans that are at least n days past due.');
  });

  test('a duty is done by clicks, with a reason, and disappears', async () => {
    const { console } = await start({ allow: ['dischargeDuty'], authorize: () => ({ name: 'Ngozi' }) });
    const { page } = await open(`${console}#/`);
    await page.locator('details.action').first().waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/console-today.png` });
    const before = await page.locator('details.action').first().locator('summary').innerText();
    await page.locator('summary').filter({ hasText: before }).first().click();
    const form = page.locator('details.action[open]');
    await form.getByRole('button', { name: /^Mark as done/ }).click();
    await shows(page, /is missing|must be/);
    await form.getByLabel('reason').fill('Told support by phone');
    const discharged = async () => {
      const loans = await Promise.all(made.loanIds.map((id) => made.kit.loans.get(id)));
      return loans.flatMap(({ dischargedDuties }) =>
        dischargedDuties.filter(({ note }) => note === 'Told support by phone'),
      );
    };
    await form.getByRole('button', { name: /^Mark as done/ }).click();
    await expect.poll(discharged).toHaveLength(1);
  });

  test('a loan is found, filtered, and opened by keys alone', async () => {
    const { console } = await start();
    const { page } = await open(`${console}#/loans`);
    await page.locator('a.row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await shows(page, 'chain is whole');
    await page.keyboard.press('/');
    await page.keyboard.type(made.loanIds[4] ?? '');
    await page.keyboard.press('Enter');
    await shows(page, `Loan ${made.loanIds[4]}`);
    expect(page.url()).toContain(`#/loans/${made.loanIds[4]}`);
    const { payerId, mandateId } = await made.kit.loans.get(made.loanIds[5] ?? '');
    for (const id of [payerId, mandateId]) {
      await page.goto(`${console}#/search?q=${id}`);
      await shows(page, `Loan ${made.loanIds[5]}`);
    }
  });

  test('a link works once: then the cookie of that browser does, and no other', async () => {
    const entry = new OneTimeEntry({ name: 'Ada' });
    const { handle } = await start();
    const guarded = consoleHandler({ kit: made.kit, authorize: entry.authorize });
    const server = createServer(
      nodeHandler(async (request) => (await entry.answer(request)) ?? guarded(request)),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    await new Promise((resume) => server.once('listening', resume));
    const link = `http://127.0.0.1:${(server.address() as AddressInfo).port}${entry.path}/#token=${entry.token}`;
    expect(handle).toBeDefined();
    const { page, urls } = await open(link);
    await shows(page, 'Read only');
    await shows(page, 'Debits of unknown outcome');
    expect(await page.locator('nav a[aria-current]').first().innerText()).toBe('Today');
    expect(page.url()).not.toContain(entry.token);
    expect(urls.some((each) => each.includes(entry.token) && !each.includes('#'))).toBe(false);
    await page.reload();
    await shows(page, 'Read only');
    const other = await open(link);
    await shows(other.page, 'This link was used already');
  });

  test('another page can neither frame it nor act', async () => {
    const { console } = await start({ allow: ['unmask'] });
    const attacker = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${console}"></iframe><script>
        fetch('${console}/-/unmask', { method: 'POST', mode: 'no-cors', body: '{"loanId":"${made.loanIds[0]}","reason":"x"}' });
        fetch('${console}/-/today').then((r) => r.text()).then((text) => { document.title = text.slice(0, 40); }, () => { document.title = 'refused'; });
      </script>`);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void attacker.close());
    await new Promise((resume) => attacker.once('listening', resume));
    const before = (await made.store.load(made.loanIds[0] ?? ''))?.version;
    const { page } = await open(`http://localhost:${(attacker.address() as AddressInfo).port}/`);
    await expect.poll(() => page.title()).toBe('refused');
    await page.evaluate('new Promise((resume) => setTimeout(resume, 500))');
    expect(
      await page.evaluate(
        'frames[0].length === 0 && (() => { try { return frames[0].document.body.textContent } catch { return "blocked" } })()',
      ),
    ).toBe('blocked');
    expect((await made.store.load(made.loanIds[0] ?? ''))?.version).toBe(before);
  });

  test('behind Express, Fastify and Hono, under a prefix', async () => {
    const handle = consoleHandler({ kit: made.kit, allow: ['unmask'] });
    const urls: string[] = [];
    const app = express();
    app.use('/ops/console', nodeHandler(handle));
    const byExpress = app.listen(0, '127.0.0.1');
    await new Promise((resume) => byExpress.once('listening', resume));
    urls.push(`http://127.0.0.1:${(byExpress.address() as AddressInfo).port}/ops/console`);
    const byFastify = fastify();
    byFastify.register(fastifyPlugin(handle), { prefix: '/ops/console' });
    urls.push(`${await byFastify.listen({ port: 0, host: '127.0.0.1' })}/ops/console`);
    const hono = new Hono();
    for (const path of ['/ops/console', '/ops/console/*']) hono.all(path, (context) => handle(context.req.raw));
    const byHono = serve({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resume) => byHono.once('listening', () => resume(undefined)));
    urls.push(`http://127.0.0.1:${(byHono.address() as AddressInfo).port}/ops/console`);
    for (const url of urls) {
      const { page, close } = await openPage(browser);
      await page.goto(url);
      await shows(page, 'Duties, by deadline');
      await shows(page, 'live');
      await close();
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const body = JSON.stringify({ loanId: made.loanIds[0], reason: 'for the test' });
      expect((await fetch(`${url}/-/unmask`, { method: 'POST', headers, body })).status, url).toBe(200);
    }
    byExpress.closeAllConnections();
    byExpress.close();
    await byFastify.close();
    byHono.close();
  });

  test('texts of strangers are shown as text, and break nothing', async () => {
    const { console } = await start();
    const texts = hostileTexts(200);
    const [loanId = ''] = made.loanIds;
    const entries = texts.map((reason, index) => ({ key: index.toString(16).padStart(64, 'a'), reason }));
    for (const { key, reason } of entries) {
      await made.receiver.inbox.store({
        key,
        body: '{}',
        kind: 'unknown',
        source: 'webhook',
        receivedAt: '2026-02-01T00:00:00.000Z',
      });
      await made.receiver.inbox.decide(key, { kind: 'quarantine', reason }).catch(() => undefined);
    }
    const { recordAction } = await import('../../src/client/workflows/payer/recorded-facts.ts');
    const { contextOf } = await import('../../src/client/workflows/loan-context.ts');
    for (const reason of texts)
      await recordAction(contextOf(made.kit), loanId, { action: reason, by: reason, reason, subject: reason }).catch(
        () => undefined,
      );
    for (const look of [looks[0], looks[2]]) {
      const { page, close } = await openPage(browser, look);
      for (const view of [
        '',
        'inbox',
        `loans/${loanId}`,
        `loans?payerId=${encodeURIComponent('"><img src=x onerror=window.pwned=1>')}`,
      ]) {
        await page.goto(`${console}#/${view}`);
        await page.locator('main section').first().waitFor();
        expect(await harmOf(page), view).toEqual([]);
      }
      await close();
    }
  });
});
