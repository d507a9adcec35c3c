/** The loan app as a payer and an officer meet it: on a port, in a real browser, beside a reference server whose clock and banks the test moves. */
import type { ReferenceServer } from 'repaykit/server';
import { afterAll, afterEach, beforeAll, describe, vi } from 'vitest';
import { type Config, readConfig } from '../../../examples/loan-app/config.ts';
import { type LoanApp, startLoanApp } from '../../../examples/loan-app/loan-app.ts';
import {
  type Browser,
  type BrowserContext,
  type ContextOptions,
  executablePath,
  launchChromium,
  type Page,
} from '../../browser.ts';
import { newSchemaName } from '../../stores/postgres/schemas.ts';

/** What the officer signs in with. */
export const OFFICER = { username: 'officer', password: 'a-password-for-tests' };

/** Someone invented, with three accounts that work and one that does not. */
export interface TestPayer {
  readonly name: string;
  readonly bvn: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  /** Guaranty Trust, Access, Zenith; the fourth is inactive. */
  readonly accounts: readonly {
    readonly accountNumber: string;
    readonly bankCode: string;
    readonly balance: number;
    readonly active: boolean;
  }[];
}

/** Everything that a test holds in its hand. */
export class AppUnderTest {
  app!: LoanApp;
  browser!: Browser;
  readonly log: string[] = [];
  readonly schemas = { loans: newSchemaName(), lender: newSchemaName() };
  readonly #refreshSeconds: number;
  #payers = 0;

  constructor(refreshSeconds: number) {
    this.#refreshSeconds = refreshSeconds;
  }

  get platform(): ReferenceServer {
    if (!this.app.platform) throw new Error('The app runs without a platform');
    return this.app.platform;
  }

  config(): Config {
    const env = {
      OFFICER_PASSWORD: OFFICER.password,
      DATABASE_URL: process.env.DATABASE_URL,
      LOANS_SCHEMA: this.schemas.loans,
      LENDER_SCHEMA: this.schemas.lender,
    };
    return {
      ...readConfig({ ...env, PORT: '0' }),
      refreshSeconds: this.#refreshSeconds,
      platformPort: 0,
      platform: { now: '2026-01-05T08:00:00Z' },
    };
  }

  async start(): Promise<void> {
    this.app = await startLoanApp(this.config(), { stream: { write: (line) => void this.log.push(line) } });
    this.browser = await launchChromium();
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.app?.stop();
    if (process.env.DATABASE_URL) await dropSchemas(Object.values(this.schemas));
  }

  /** A person that the platform's banks know from now on. */
  async newPayer(): Promise<TestPayer> {
    this.#payers += 1;
    const two = String(this.#payers).padStart(2, '0');
    const accounts = ['058', '044', '057', '011'].map((bankCode, index) => ({
      accountNumber: `07311${two}48${index}`,
      bankCode,
      balance: 90_000,
      active: index < 3,
    }));
    const bvn = `227318459${two}`;
    await this.platform.controls.addPayer({ bvn, name: 'Zainab Quincy', accounts });
    return {
      name: 'Zainab Quincy',
      bvn,
      email: `zainab.quincy${two}@example.com`,
      phone: `080555124${two}`,
      address: `${two} Marigold Crescent, Jos`,
      accounts,
    };
  }

  /** What lies in the database; `{lender}` is the lender's schema. */
  async rows(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    return (await this.app.database.query(sql.replace('{lender}', this.schemas.lender), [...values])).rows;
  }

  /** Moves time on by a minute, again and again, until it is so: waiters on the platform's clock go on. */
  async untilInMinutes(isSo: () => Promise<boolean>): Promise<void> {
    const look = async () => {
      if (await isSo()) return;
      await this.platform.clock.advance({ minutes: 1 });
      throw new Error('It is not so yet');
    };
    await vi.waitFor(look, { timeout: 500_000, interval: 100 });
  }

  /** Resolves when nothing is under way behind the pages. A move of the clock ends when its webhooks were delivered, but the run of the worker that it begins goes on. */
  async settled(): Promise<void> {
    const look = () => {
      if (this.app.worker.health().state === 'running') throw new Error('The worker is running');
    };
    await vi.waitFor(look, { timeout: 500_000, interval: 10 });
    await this.app.settled();
  }

  async closePages(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  context(options: ContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({ baseURL: this.app.url, javaScriptEnabled: false, ...options });
  }

  /** A browser of its own, on the first page. Nothing here needs a script, so none runs. */
  async visit(options?: ContextOptions): Promise<Page> {
    const page = await (await this.context(options)).newPage();
    await page.goto('/');
    return page;
  }

  /** The officer's browser. */
  async officer(): Promise<Page> {
    const page = await (await this.context({ httpCredentials: OFFICER })).newPage();
    await page.goto('/office');
    return page;
  }
}

async function dropSchemas(names: readonly string[]): Promise<void> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  for (const name of names) await pool.query(`drop schema if exists "${name}" cascade`);
  await pool.end();
}

/** Describes what holds in a real browser; where there is none (`apt-get install chromium`, or CHROMIUM names one), it is skipped under that name. */
export function describeInBrowser(
  name: string,
  define: (world: AppUnderTest) => void,
  { refreshSeconds = 3_600 } = {},
): void {
  const world = new AppUnderTest(refreshSeconds);
  const title = executablePath ? name : `${name} (skipped: no Chromium was found)`;
  describe.skipIf(!executablePath)(title, { timeout: 600_000 }, () => {
    beforeAll(() => world.start(), 600_000);
    afterEach(() => world.closePages());
    // A run that still went on could hold the loans of the next test.
    afterEach(() => world.settled(), 600_000);
    afterAll(() => world.stop(), 600_000);
    define(world);
  });
}
