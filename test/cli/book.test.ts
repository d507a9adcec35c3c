import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { displayWidth } from '../../src/cli/terminal/terminal-text.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { migrations } from '../../src/stores/sqlite/migrations.ts';
import { TestSchemas } from '../stores/postgres/schemas.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { TODAY, writePlayedBook } from './played-book.ts';
import { run, runWith } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-book-'));
const path = (name: string) => join(folder, name);
const url = process.env.DATABASE_URL;
const place = ['--sqlite', path('loans.db')];

/** Adds loans of the portfolio to a file. */
async function addLoans(name: string, count?: number): Promise<void> {
  const database = openDatabase(path(name));
  await writePlayedBook(sqliteStore({ database }), count);
  database.close();
}

const figuresOf = async (...flags: readonly string[]) =>
  JSON.parse((await run('book', ...flags, ...place, '--json')).out);

beforeAll(async () => {
  await addLoans('loans.db');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T09:00:00Z`) });
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

describe('repaykit book', () => {
  test.each([40, 60, 80, 120])('fits a terminal of %i columns', async (columns) => {
    const { code, out, err } = await runWith({ columns }, 'book', ...place);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').filter((line) => displayWidth(line) > columns && !/^(the book|up to) /.test(line))).toEqual(
      [],
    );
    expect(out).toMatch(/^the book as of 2026-05-06, as known at 2026-05-06T09:00:00Z\nup to event \d+, of 2026-.*\n/);
    expect(out).toMatch(/the latest\n\nSummary\n[\s\S]*\n\nPortfolio at risk\n[\s\S]*\n\nThe next 30 days\n/);
    expect(out).toMatch(/\n\nCascade\n[\s\S]* primary +█+/);
  });

  test('shows more columns where there is room', async () => {
    const at = async (columns: number) => (await runWith({ columns }, 'book', ...place)).out;
    const [narrow, broad] = [await at(60), await at(120)];
    expect([narrow, broad].map((out) => /running loans +\d+\n/.test(out))).toEqual([true, false]);
    expect([narrow, broad].map((out) => /\d+ of \d+\n/.test(out))).toEqual([false, true]);
  });

  test('draws without blocks, and in colour, as the terminal can', async () => {
    const { out } = await runWith({ drawsBlocks: false, showsColour: true, columns: 80 }, 'book', ...place);
    expect(out).not.toContain('█');
    expect(out).toContain('\u001b[1mPortfolio at risk\u001b[0m');
    expect(out).toContain('\u001b[33m####');
  });

  test('shows the figures that it prints as JSON', async () => {
    const { summary, portfolioAtRisk, days, upTo } = await figuresOf();
    const { out } = await run('book', ...place);
    const naira = (amount: number) =>
      `₦${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    expect(summary.loans.running).toBeGreaterThan(5);
    for (const amount of [summary.collected, summary.outstanding, portfolioAtRisk[0].balance])
      expect(out).toContain(naira(amount));
    const next = days.filter(({ on, due }: { on: string; due: number }) => on > TODAY && due > 0);
    for (const { on, due } of next.slice(0, 3)) expect(out).toMatch(new RegExp(`${on} .*${naira(due)}\n`));
    expect(out).toContain(`up to event ${upTo.events}, of ${upTo.at.replace('.000Z', 'Z')}: the latest`);
  });

  test('is asked about any day, as it was known on any day', async () => {
    const [march, then] = [await figuresOf('--as-of', '2026-03-31'), await figuresOf('--known-at', '2026-02-28')];
    expect(march).toMatchObject({ asOf: '2026-03-31', knownAt: `${TODAY}T09:00:00.000Z` });
    expect(then).toMatchObject({ asOf: TODAY, knownAt: '2026-02-28T22:59:59.000Z' });
    expect(then.summary.collected).toBeLessThan(march.summary.collected);
    expect(await figuresOf('--known-at', '2026-02-28T23:59:59+01:00')).toEqual(then);
  });
});

describe('repaykit book --csv', () => {
  test('writes a file for each figure, with every field', async () => {
    const { code, out } = await run('book', ...place, '--csv', path('figures'));
    expect(code).toBe(0);
    const names = readdirSync(path('figures'));
    expect(out).toMatch(`wrote the figures of ${TODAY} to ${names.length} files in ${path('figures')}\nup to event `);
    const columns = names.flatMap(
      (name) =>
        readFileSync(join(path('figures'), name), 'utf8')
          .split('\r\n')[0]
          ?.split(',') ?? [],
    );
    const isMissing = (field: string) => !columns.some((column) => column === field || column.endsWith(`.${field}`));
    expect(leavesOf(await figuresOf()).filter(isMissing)).toEqual([]);
    const risk = readFileSync(join(path('figures'), 'portfolio-at-risk.csv'), 'utf8').split('\r\n');
    expect(risk).toHaveLength(7);
    expect(risk[0]).toBe('daysPastDue,loans,balance,shareOfBalance,shareOfLoans');
  });

  test('never writes over a file, and writes none then', async () => {
    mkdirSync(path('mine'));
    writeFileSync(path('mine/vintages.csv'), 'mine');
    const { code, err } = await run('book', ...place, '--csv', path('mine'));
    expect(code).toBe(1);
    expect(err).toMatch(/^repaykit book: --csv: there is .*vintages.csv already: name a new folder\n$/);
    expect(readdirSync(path('mine'))).toEqual(['vintages.csv']);
    expect(readFileSync(path('mine/vintages.csv'), 'utf8')).toBe('mine');
  });

  test('refuses a folder that cannot be made', async () => {
    expect((await run('book', ...place, '--csv', path('mine/vintages.csv/x'))).err).toBe(
      'repaykit book: --csv: the folder cannot be made\n',
    );
  });
});

/** The last names of the paths to the simple values of a record. */
function leavesOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (Array.isArray(inner)) return inner.flatMap((each) => leavesOf(each));
    return typeof inner === 'object' && inner !== null ? leavesOf(inner) : [name];
  });
}

describe('what the book refuses', () => {
  test.each([
    [['--as-of', '2026-02-31'], 'repaykit book: --as-of: is not in the calendar'],
    [['--as-of', '2026-05-07'], 'repaykit book: --as-of: lies ahead: nothing is known after 2026-05-06'],
    [['--known-at', '2026-05-06T09:00:01Z'], 'repaykit book: --known-at: lies ahead'],
    [['--known-at', 'yesterday'], 'repaykit book: --known-at: must be a day, YYYY-MM-DD, or a time'],
    [['--every', '5'], 'repaykit book: --every: must be a duration'],
    [['--watch', '--csv', 'x'], 'repaykit book: --csv: writes its files once'],
    [['--json', '--csv', 'x'], "repaykit: option '--json' cannot be used with option '--csv <directory>'"],
    [['--as-off', '2026-02-28'], "repaykit: unknown option '--as-off' (Did you mean --as-of?)"],
    [['lones'], "repaykit: unknown command 'lones' (Did you mean loans?)"],
  ])('%j', async (flags, message) => {
    const { code, out, err } = await run('book', ...flags, ...place);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^[^\n]*\n$/);
    expect(err.startsWith(message)).toBe(true);
  });

  test('no store, a missing file, and a file of something else', async () => {
    const errorOf = async (...flags: readonly string[]) => (await run('book', ...flags)).err;
    if (url === undefined) expect(await errorOf()).toContain('name the database that holds the loan files');
    expect(await errorOf('--sqlite', path('none.db'))).toContain('--sqlite: there is no such file');
    writeFileSync(path('empty.db'), '');
    expect(await errorOf('--sqlite', path('empty.db'))).toContain('holds no loan files: check the path');
    expect(readFileSync(path('empty.db'))).toHaveLength(0);
  });
});

describe('a book that is not current', () => {
  const behind = ['--sqlite', path('behind.db')];
  beforeAll(() => addLoans('behind.db', 3));

  test('that was never built is not asked, and says what to do', async () => {
    expect(await run('book', '--no-advance', ...behind)).toEqual({
      code: 1,
      out: '',
      err: 'repaykit: The book of these loans was never built: run `repaykit book rebuild`, or a worker\n',
    });
  });

  test('is brought up to date first, unless the user asks for it as it is', async () => {
    await run('book', ...behind);
    await addMore();
    const before = readFileSync(path('behind.db'));
    const { out } = await run('book', '--no-advance', ...behind);
    expect(out).toMatch(/\nup to event \d+, of .*: \d+ later events not in it yet\n/);
    expect(readFileSync(path('behind.db')).equals(before)).toBe(true);
    expect((await run('book', ...behind)).out).toContain(': the latest\n');
  });

  async function addMore(): Promise<void> {
    const database = openDatabase(path('behind.db'));
    const store = sqliteStore({ database });
    await writePlayedBook({
      append: async (loanId, ...rest) => {
        if (!(await store.load(loanId))) await store.append(loanId, ...rest);
      },
    });
    database.close();
  }

  test('of a file from before there were books is made by the first question that may write', async () => {
    const database = openDatabase(path('old.db'));
    const [loanFiles = '', inbox = ''] = migrations;
    database.exec(`PRAGMA application_id = ${0x52504b54}; ${loanFiles} ${inbox} PRAGMA user_version = 2`);
    database.close();
    const { code, err } = await run('book', '--no-advance', '--sqlite', path('old.db'));
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('--no-advance: this file is of an earlier'),
    });
    expect(await run('book', '--sqlite', path('old.db'))).toMatchObject({ code: 0, err: '' });
    expect(await run('book', '--no-advance', '--sqlite', path('old.db'))).toMatchObject({ code: 0, err: '' });
  });
});

describe('repaykit book --watch', () => {
  /** What it wrote until it was stopped after some drawings. */
  async function drawings(count: number, io: Parameters<typeof runWith>[0], ...flags: readonly string[]) {
    const stop = new AbortController();
    const drawn: string[] = [];
    const out = (text: string) => {
      if (drawn.push(text) === count) stop.abort();
    };
    const { code, err } = await runWith(
      { ...io, out, stop: stop.signal },
      ...['book', '--watch', '--every', '5ms', ...place, ...flags],
    );
    return { code, err, drawn };
  }

  test('draws again in the same place until Ctrl-C, which is no failure', async () => {
    const { code, err, drawn } = await drawings(3, { columns: 80, rows: 20 });
    expect([code, err, drawn.length]).toEqual([0, '', 3]);
    for (const text of drawn) {
      expect(text.startsWith('\u001b[H\u001b[2Jthe book as of')).toBe(true);
      expect(text.trimEnd().split('\n')).toHaveLength(19);
      expect(text).toMatch(/\n\d+ more lines: make the window higher\n$/);
    }
  });

  test('draws all of it where there is room', async () => {
    const { drawn } = await drawings(1, { columns: 80, rows: 200 });
    expect(drawn[0]).toContain('Cascade');
  });

  test('prints one after the other elsewhere than on a terminal, and JSON in lines', async () => {
    const { drawn } = await drawings(2, {});
    expect(drawn.map((text) => text.slice(0, 9))).toEqual(['the book ', '\nthe book']);
    const lines = (await drawings(2, { columns: 80 }, '--json')).drawn;
    expect(lines.map((line) => JSON.parse(line).asOf)).toEqual([TODAY, TODAY]);
  });
});

describe.skipIf(url === undefined)('the book in PostgreSQL', () => {
  const pool = new Pool({ connectionString: url });
  const schemas = new TestSchemas(pool);
  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  });

  test('answers as the one in SQLite, and tells a role that only reads what to add', async () => {
    const schema = await schemas.migrated();
    await writePlayedBook(postgresStore({ pool, schema }));
    await schemas.settled(schema);
    const server = ['--database-url', url ?? '', '--schema', schema];
    const { upTo: _there, ...figures } = JSON.parse((await run('book', ...server, '--json')).out);
    const { upTo: _here, ...same } = await figuresOf();
    expect(figures).toEqual(same);
    const readOnly = new URL(url ?? '');
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const reading = ['--database-url', readOnly.href, '--schema', schema];
    const { code, err } = await run('book', ...reading);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('repaykit book: --no-advance: is needed') });
    expect(await run('book', ...reading, '--no-advance')).toMatchObject({ code: 0, err: '' });
  });
});
