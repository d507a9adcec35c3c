/** What the tests use of playwright-core. Its own declarations want a browser's types, and ours are checked without. */
import { existsSync } from 'node:fs';

export interface Locator {
  click(): Promise<void>;
  dblclick(): Promise<void>;
  check(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  innerText(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  inputValue(): Promise<string>;
  count(): Promise<number>;
  all(): Promise<Locator[]>;
  first(): Locator;
  nth(index: number): Locator;
  locator(selector: string): Locator;
  getByLabel(text: string): Locator;
  filter(options: { hasText: string | RegExp }): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean; checked?: boolean }): Locator;
  waitFor(options?: { timeout?: number }): Promise<void>;
  ariaSnapshot(): Promise<string>;
}

export interface Answered {
  status(): number;
  url(): string;
  headers(): Record<string, string>;
  text(): Promise<string>;
}

export interface Page extends Pick<Locator, 'getByRole' | 'locator'> {
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  getByLabel(text: string): Locator;
  getByText(text: string | RegExp): Locator;
  goto(url: string): Promise<Answered | null>;
  goBack(): Promise<Answered | null>;
  reload(): Promise<Answered | null>;
  url(): string;
  title(): Promise<string>;
  content(): Promise<string>;
  close(): Promise<void>;
  context(): BrowserContext;
  evaluate(expression: string): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  screenshot(options: { path?: string; type?: 'png' | 'jpeg'; quality?: number }): Promise<Buffer>;
  waitForEvent(event: 'load'): Promise<unknown>;
  on(event: 'request', listener: (request: { url(): string }) => void): unknown;
}

export interface ContextOptions {
  readonly baseURL?: string;
  readonly javaScriptEnabled?: boolean;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { width: number; height: number };
  readonly deviceScaleFactor?: number;
  readonly httpCredentials?: { username: string; password: string };
  readonly storageState?: object;
}

export interface BrowserContext {
  /** Requests with the cookies of this browser, and no page. */
  readonly request: {
    get(url: string, options?: { headers?: Record<string, string> }): Promise<Answered>;
    post(
      url: string,
      options: { form: Record<string, string>; headers: Record<string, string>; maxRedirects?: number },
    ): Promise<Answered>;
  };
  newPage(): Promise<Page>;
  storageState(): Promise<object>;
  cookies(): Promise<readonly { name: string; value: string; httpOnly: boolean; sameSite: string }[]>;
  clearCookies(): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  contexts(): BrowserContext[];
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

const places = [
  process.env.CHROMIUM ?? '',
  // Needs half of the CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Where Chromium is on this machine; undefined where it is not. */
export const executablePath = places.find((path) => path !== '' && existsSync(path));

// A named browser must be used: otherwise the tests would be skipped unnoticed.
if (process.env.CHROMIUM && executablePath !== process.env.CHROMIUM)
  throw new Error(`There is no Chromium at ${process.env.CHROMIUM}, which CHROMIUM names`);

/** Starts Chromium. */
export async function launchChromium(): Promise<Browser> {
  const name: string = 'playwright-core';
  const { chromium } = (await import(name)) as { readonly chromium: { launch(options: object): Promise<Browser> } };
  return chromium.launch({ executablePath, args: flags });
}
