/** What the tests ask of every page of the console. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, ContextOptions, Page } from '../browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, what is wider than the window, and what a page of another origin was asked for. */
export async function problemsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const run =
    'axe.run(document, { preload: false }).then((it) => it.violations.map((each) => each.id + ": " + each.nodes[0].html))';
  const wide = `document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []`;
  return [...((await page.evaluate(run)) as string[]), ...((await page.evaluate(wide)) as string[])];
}

export const looks: readonly ContextOptions[] = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'light', viewport: { width: 320, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 700 } },
];

/** A page of the browser, and whatever its scripts complained of or reached for. */
export async function openPage(browser: Browser, options?: ContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return { page, urls, close: () => context.close() };
}

/** What a hostile text did to a page, other than being shown. */
export async function harmOf(page: Page): Promise<readonly string[]> {
  await page.evaluate('new Promise((resume) => setTimeout(resume, 400))');
  const harms = `[
    window.pwned !== undefined && 'ran code',
    document.querySelectorAll('main script, main iframe, main img, main style, main base').length > 0 && 'became markup',
    document.documentElement.scrollWidth > innerWidth && 'wider than the window',
  ].filter(Boolean)`;
  return (await page.evaluate(harms)) as string[];
}

/** Waits until the page shows a text. */
export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor({ timeout: 20_000 });
}
