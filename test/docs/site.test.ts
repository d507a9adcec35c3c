import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type ContextOptions, executablePath, launchChromium, type Page } from '../browser.ts';
import { sized } from '../size.ts';
import { brokenLinks, buildSite, readSite, type SitePage, serveSite, siteFiles } from './built-site.ts';

let site: Map<string, SitePage>;

beforeAll(async () => {
  await buildSite();
  site = readSite();
}, 600_000);

describe('the site', () => {
  test('has a page for every entry point, class, function, type, guide and program', () => {
    expect(site.size).toBeGreaterThan(500);
    for (const path of [
      'index.html',
      'errors.html',
      'api/repaykit/index.html',
      'api/repaykit/webhooks/index.html',
      'api/repaykit/classes/RepayKit.html',
      'programs/examples-first-loan.ts.html',
    ])
      expect([...site.keys()]).toContain(path);
  });

  test('has no link that leads nowhere', () => {
    const files = siteFiles();
    const broken = [...site.values()].flatMap((page) =>
      brokenLinks(page, site, files).map((link) => `${page.path} → ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('leads from a block of code to its program', () => {
    expect(site.get('debits.html')?.html).toMatch(/<a class="program" href="\/programs\/docs-code-debits\.ts\.html"/);
  });

  test('has each guide for tools: as Markdown, listed, and all in one file', () => {
    const [list, all] = ['llms.txt', 'llms-full.txt'].map((file) => readFileSync(`docs/site/${file}`, 'utf8'));
    for (const page of [...site.keys()].filter((path) => /^[\w-]+\.html$/.test(path) && !/^(index|404)/.test(path))) {
      const file = page.replace('.html', '.md');
      expect(list).toContain(`](/${file})`);
      expect(all).toContain(readFileSync(`docs/site/${file}`, 'utf8').trim());
    }
  });
});

/** What is cut off on a page, or broken in the middle of a word where there is room for a table that is not. */
const CUT_OFF = `[...document.querySelectorAll('.vp-doc :is(pre, table, svg, img)'), document.documentElement]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > innerWidth + 1)
  .map((it) => it.tagName.toLowerCase() + ': ' + (it.textContent ?? '').trim().slice(0, 60))`;

/** Lines of code that do not fit: their block is higher than its lines. */
const WRAPPED = `[...document.querySelectorAll('.vp-doc pre code')]
  .flatMap((code) => [...code.querySelectorAll('.line')])
  .filter((line) => line.getClientRects().length > 1 && line.textContent.length > 0 &&
    line.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(line).fontSize) * 1.65)
  .map((line) => line.textContent)`;

/** What people type, and the sections that answer it. */
const searches = [
  ['insurance claim', /^\/insurance\.html#file-an-insurance-claim/],
  ['timeout', /#(timeouts|a-debit-timed-out|the-service-is-down-or-slow)/],
  ['double debit', /^\/(debits|incidents)\.html#.*double-debit/],
  ['webhook not arriving', /^\/incidents\.html#a-webhook-does-not-arrive/],
  ['PDF password', /^\/statements\.html#pdf-password/],
  ['payer revokes consent', /^\/consent\.html#the-payer-revokes-consent/],
  ['test with pytest', /^\/other-languages\.html#test-with-pytest/],
  ['what does code 51 mean', /^\/debits\.html#what-does-code-51-mean/],
  ['go live', /^\/going-live\.html#/],
  ['erase a payer', /#erase-a-payer/],
] as const;

describe.runIf(executablePath)('the site in a browser', { timeout: 900_000 }, () => {
  let browser: Browser;
  let url: string;
  let server: Server;
  const foreign: string[] = [];

  beforeAll(async () => {
    ({ url, server } = await serveSite());
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function openPage(options: ContextOptions = {}): Promise<Page> {
    const page = await (await browser.newContext({ ...options, viewport: { width: 1280, height: 900 } })).newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
    });
    return page;
  }

  test('cuts off nothing at 1280 pixels, and only tables and diagrams, which scroll, at 320', async () => {
    // Pages are whole without a script, and measured faster.
    const wide = await openPage({ javaScriptEnabled: false });
    const narrow = await openPage({ javaScriptEnabled: false });
    await narrow.setViewportSize({ width: 320, height: 640 });
    const found: string[] = [];
    const look = async (page: Page, path: string, expression: string) => {
      if (page.url() !== `${url}/${path}`) await page.goto(`${url}/${path}`);
      return (await page.evaluate(expression)) as string[];
    };
    const kinds = new Set<string>();
    for (const [index, path] of [...site.keys()].entries()) {
      // Pages of one folder of the API have one layout: the first of each is enough, and in full size some more at 1280.
      const isGenerated = /^(api|programs)\//.test(path);
      const isKnown = isGenerated && kinds.has(dirname(path));
      if (isKnown && (sized(0, 1) === 0 || index % 6 > 0)) continue;
      for (const each of await look(wide, path, CUT_OFF)) found.push(`${path} at 1280, ${each}`);
      if (isKnown) continue;
      kinds.add(dirname(path));
      if (!isGenerated) for (const each of await look(wide, path, WRAPPED)) found.push(`${path} wraps ${each}`);
      for (const each of await look(narrow, path, CUT_OFF))
        if (!/^(table|svg)/.test(each)) found.push(`${path} at 320, ${each}`);
    }
    expect(found).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test('is accessible, on light and on dark pages', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const guides = [...site.keys()].filter((path) => !/^(api|programs|decisions)\/|^404/.test(path));
    const light = [...guides, 'api/repaykit/index.html', 'api/repaykit/classes/RepayKit.html'];
    const found: string[] = [];
    const whole = ['index.html', 'getting-started.html', 'stages.html', 'errors.html'];
    const look = async (page: Page, path: string) => {
      await page.goto(`${url}/${path}`);
      await page.evaluate(axe);
      // All guides have the same frame around their text. The full run looks at it on each of them.
      const part = sized(0, 1) === 1 || whole.includes(path) || path.startsWith('api/') ? 'document' : "'.vp-doc'";
      const run = `axe.run(${part}, { preload: false }).then((it) => it.violations.map((each) => each.id + each.nodes[0].html))`;
      for (const each of (await page.evaluate(run)) as string[]) found.push(`${path}: ${each}`);
    };
    const [day, night] = [await openPage(), await openPage({ colorScheme: 'dark' })];
    // All guides are made of the same parts: a fifth of them has each.
    for (const [index, path] of light.entries())
      if (whole.includes(path) || index % sized(5, 1) === 0) await look(day, path);
    for (const path of ['index.html', 'stages.html', 'errors.html']) await look(night, path);
    expect(found).toEqual([]);
  });

  test('finds what people search for, first or second', async () => {
    const page = await openPage();
    await page.goto(`${url}/getting-started.html`);
    // The page takes keys once its script has run.
    const isOpen = async () => {
      await page.keyboard.press('Control+k');
      return page.locator('#localsearch-input').count();
    };
    await expect.poll(isOpen, { message: 'the search opens', timeout: 30_000, interval: 500 }).toBe(1);
    const results = page.locator('.results .result');
    const found = async () => {
      const links = await Promise.all((await results.all()).slice(0, 2).map((each) => each.getAttribute('href')));
      return links.filter((link) => link !== null);
    };
    for (const [query, expected] of searches) {
      await page.locator('#localsearch-input').fill(query);
      await expect.poll(async () => (await found()).some((link) => expected.test(link)), { message: query }).toBe(true);
    }
  });
});
