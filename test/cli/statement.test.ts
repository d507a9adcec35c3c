import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '../../src/statements/statement.ts';
import { createStatement } from '../../src/testing/statements/create-statement.ts';
import { deflated, updated } from '../statements/integrity/updated-pdf.ts';
import { launch, type Run, run, runWith } from './running.ts';
import { type PrintedEntry, printedStatement } from './statement/printed-statement.ts';

const entries: readonly PrintedEntry[] = [
  ['2025-01-05', 'NIP/ZENITH/ADA OBI/RENT', -250.5],
  ['2025-01-25', 'SALARY JAN 2025 SAMPLE LTD', 90_000],
  ['2025-02-03', '=HYPERLINK("http://x.example")', -1_200.25],
  ['2025-02-25', 'SALARY FEB 2025 SAMPLE LTD', 90_000],
  ['2025-03-04', 'POS PRCH/FRESHMART', -5_000],
  ['2025-03-25', 'SALARY MAR 2025 SAMPLE LTD', 90_000],
];

const folder = mkdtempSync(join(tmpdir(), 'repaykit-statement-'));
const path = (name: string) => join(folder, name);
beforeAll(() => {
  writeFileSync(path('good.pdf'), printedStatement({ openingBalance: 1_000, entries, rowsPerPage: 3 }));
  writeFileSync(path('doubtful.pdf'), printedStatement({ openingBalance: 1_000, entries, closingBalance: 7 }));
  const long = Array.from({ length: 8_000 }, (_, index): PrintedEntry => ['2025-01-05', `NIP TRANSFER ${index}`, 1]);
  writeFileSync(path('long.pdf'), printedStatement({ openingBalance: 0, entries: long }));
  writeFileSync(path('page.pdf'), '<html>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// As it is installed: the reading thread is a file of its own, which the build makes.
async function statement(...args: readonly string[]): Promise<Run> {
  const { ended, out, err } = launch(['statement', ...args], {
    env: { NO_COLOR: '', TERM: 'xterm', LANG: 'C.UTF-8', LC_ALL: '' },
  });
  return { code: await ended, out: out(), err: err() };
}

describe('repaykit statement', () => {
  test('prints the entries, the proof and two charts, the account number masked', async () => {
    const { code, out, err } = await statement(path('good.pdf'));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^ {2}account +NGOZI SAMPLE, \*{6}6789, NGN\n {2}period +2025-01-05 to 2025-03-25\n {2}entries +6 on 2 pages\n/,
    );
    expect(out).toMatch(/ {2}2025-01-05 {2}NIP\/ZENITH\/ADA OBI\/RENT +250\.50 +749\.50\n/);
    expect(out).toMatch(/ {2}2025-01-25 {2}SALARY JAN 2025 SAMPLE LTD +90,000\.00 +90,749\.50\n/);
    expect(out).toMatch(/\nproved: .*\n {2}balance chain: \d links checked, none broken\n/);
    expect(out).toMatch(
      /\nIncome by month\n {2}Jan 2025 {2}█+ +90,000\.00\n {2}Feb 2025 {2}█+ +90,000\.00\n {2}Mar 2025/,
    );
    expect(out).toMatch(/\nBalance at the end of each month\n {2}Jan 2025 {2}█+\S* +90,749\.50\n/);
    expect(out).not.toContain('0123456789');
    expect(out).not.toContain('average income');
    expect(out).not.toContain('\u001b');
  });

  test('adds the insight, and says which definitions are ours', async () => {
    const { code, out } = await statement(path('good.pdf'), '--insight');
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}average income a month \* +90,000\.00\n/);
    expect(out).toMatch(/SALARY FEB 2025 SAMPLE LTD +90,000\.00\n/);
    expect(out).toMatch(/\n\* our definition: .*docs\/statements\.md/);
  });

  test('prints one JSON object, in naira, and nothing else', async () => {
    const { code, out, err } = await statement(path('good.pdf'), '--json');
    expect([code, err]).toEqual([0, '']);
    const answer = JSON.parse(out) as Statement;
    expect(Object.keys(answer)).toEqual([
      'source',
      'account',
      'period',
      'openingBalance',
      'closingBalance',
      'transactions',
      'proof',
      'integrity',
    ]);
    expect(answer).toMatchObject({
      account: { name: 'NGOZI SAMPLE', number: '0123456789' },
      period: { from: '2025-01-05', to: '2025-03-25' },
      openingBalance: 1_000,
      closingBalance: 264_549.25,
      proof: { proved: true },
    });
    expect(answer.transactions.map(({ type, amount, page }) => [type, amount, page])).toEqual(
      entries.map(([, , naira], index) => [naira < 0 ? 'debit' : 'credit', Math.abs(naira), index < 3 ? 1 : 2]),
    );
    expect(answer.transactions[1]).toMatchObject({
      narration: 'SALARY JAN 2025 SAMPLE LTD',
      date: '2025-01-25T00:00:00.000Z',
      balance: 90_749.5,
      bankCode: '',
    });
    expect(answer.transactions.every(({ line }) => line > 0)).toBe(true);
  });

  test('adds the insight to the object', async () => {
    const { insight } = JSON.parse((await statement(path('good.pdf'), '--json', '--insight')).out);
    expect(insight).toMatchObject({
      success: true,
      average_monthly_income: '90000.00',
      number_of_active_months: '3',
      salary: { amount: [90_000, 90_000, 90_000] },
    });
  });

  test('prints rows for spreadsheets that run no formula', async () => {
    const { code, out, err } = await statement(path('good.pdf'), '--csv');
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\r\n');
    expect(lines[0]).toMatch(/^date,time,/);
    expect(lines).toHaveLength(8);
    expect(lines[3]).toMatch(/^2025-02-03,,,"'=HYPERLINK\(""http:\/\/x\.example""\)",,1200\.25,,89549\.25,true,1,\d+$/);
  });

  test.each([[[]], [['--json']], [['--csv']]])(
    'prints what does not prove itself, warns, and ends with 3: %j',
    async (flags) => {
      const { code, out, err } = await statement(path('doubtful.pdf'), ...flags);
      expect(code).toBe(3);
      expect(err).toMatch(/^repaykit statement: the statement does not prove itself[^\n]*\n$/);
      expect(out).toContain(flags.length === 0 ? 'not proved (confidence' : 'FRESHMART');
    },
  );

  test('warns of a file that proves itself and was changed, and ends with 3', async () => {
    const made = readFileSync(path('good.pdf'));
    const [, content = ''] = /5 0 obj\n.*\nstream\n([\s\S]*?)\nendstream/.exec(made.toString('latin1')) ?? [];
    const objects = { 5: deflated(content.replace('ADA OBI', 'ADE OBI')) };
    writeFileSync(path('changed.pdf'), updated(made, { objects, root: 1 }));
    const { code, out, err } = await statement(path('changed.pdf'), '--json');
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ proof: { proved: true } });
    expect(err).toBe('repaykit statement: the file contradicts itself: see its signs of editing\n');
  });

  test('stops with Ctrl-C, prints nothing and ends with 130', async () => {
    // Its warning comes right before the reading begins.
    writeFileSync(path('seen.txt'), 'moth\n', { mode: 0o644 });
    const { child, ended, out, err } = launch(['statement', path('long.pdf'), '--password-file', path('seen.txt')]);
    child.stderr?.once('data', () => child.kill('SIGINT'));
    expect([await ended, out()]).toEqual([130, '']);
    expect(err()).toMatch(/can read the password file[^\n]*\nrepaykit statement: stopped before it was read\n$/);
  });

  test('says in one line how to install what opens PDFs, where it is missing', async () => {
    const elsewhere = path('installed');
    mkdirSync(join(elsewhere, 'node_modules'), { recursive: true });
    cpSync('dist', join(elsewhere, 'dist'), { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
    symlinkSync(join(process.cwd(), 'node_modules/commander'), join(elsewhere, 'node_modules/commander'));
    const { ended, out, err } = launch(['statement', path('good.pdf')], { program: join(elsewhere, 'dist/cli.js') });
    expect([await ended, out()]).toEqual([1, '']);
    expect(err()).toMatch(/^repaykit[^\n]*npm install unpdf[^\n]*\n$/);
  });
});

describe('a statement of several accounts', () => {
  const { pdf, accounts } = createStatement({ layout: 'multi-account', seed: 3, months: 1 });
  beforeAll(() => writeFileSync(path('several.pdf'), pdf));

  test('asks which one, and names them by their last digits', async () => {
    const { code, out, err } = await statement(path('several.pdf'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^repaykit[^\n]*--account chooses one\)\n$/);
    for (const { account } of accounts) {
      expect(err).toContain(account.number.slice(-4));
      expect(err).not.toContain(account.number);
    }
  });

  test('gives the one that was chosen', async () => {
    const [, second] = accounts;
    const { out } = await statement(path('several.pdf'), '--account', second?.account.number.slice(-4) ?? '', '--json');
    expect(JSON.parse(out)).toMatchObject({
      account: { number: second?.account.number },
      closingBalance: second?.closingBalance,
    });
  });
});

describe('a statement that is locked', () => {
  const password = 'moth-Lantern 6613';
  const locked = createStatement({ seed: 5, months: 1, password });
  beforeAll(() => {
    writeFileSync(path('locked.pdf'), locked.pdf);
    writeFileSync(path('right.txt'), `${password}\n`, { mode: 0o600 });
    writeFileSync(path('wrong.txt'), 'moth-Lantern 6614\n', { mode: 0o600 });
  });

  test('opens with the password in a file, which is printed nowhere', async () => {
    const { code, out, err } = await statement(path('locked.pdf'), '--password-file', path('right.txt'), '--json');
    expect([code, err]).toEqual([0, '']);
    expect((JSON.parse(out) as Statement).transactions.map(({ amount }) => amount)).toEqual(
      locked.truth.rows.map(({ amount }) => amount),
    );
    expect(out).not.toContain('moth');
  });

  test.each([
    ['without a password says how to give it', [], '--password-file names the file'],
    [
      'with a wrong one says so and does not repeat it',
      ['--password-file', path('wrong.txt')],
      'password does not open',
    ],
  ])('%s', async (_, flags, message) => {
    const { code, out, err } = await statement(path('locked.pdf'), ...flags);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
    expect(err).not.toContain('moth');
  });
});

describe('repaykit statement refuses in one line', () => {
  test.each([
    ['a file that is not there', [path('none.pdf')], ''],
    ['a folder', [folder], ''],
    ['a file that is no PDF', [path('page.pdf')], '%PDF-'],
    ['a file beyond --max-pages', [path('long.pdf'), '--max-pages', '3'], '--max-pages'],
    ['no file', [], 'missing required argument'],
    [
      'a limit that is none',
      ['x.pdf', '--max-pages', '0', '--max-seconds', 'ten'],
      '--max-pages: must be a whole number from 1 to 9999; --max-seconds',
    ],
    ['an account that is none', ['x.pdf', '--account', '6*'], '--account: must be'],
    ['--insight with --csv', ['x.pdf', '--csv', '--insight'], '--insight: has no place in the rows'],
    ['a rate that is none', ['x.pdf', '--naira-per-unit', '0'], '--naira-per-unit: must be a rate'],
    ['--json with --csv', ['x.pdf', '--csv', '--json'], "'--json' cannot be used with option '--csv'"],
    [
      'a password file that is not there',
      ['x.pdf', '--password-file', path('none.txt')],
      '--password-file: cannot be read',
    ],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await statement(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
    expect(err).not.toContain(folder);
  });

  test('a password as an argument, without repeating it', async () => {
    for (const args of [['--password', 'moth-Lantern'], ['--password=moth-Lantern']]) {
      const { code, out, err } = await run('statement', 'x.pdf', ...args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^repaykit[^\n]*\n$/);
      expect(err).not.toContain('moth');
    }
  });

  test('a password on standard input where there is none', async () => {
    const input = (async function* () {})();
    expect(await runWith({ input }, 'statement', 'x.pdf', '--password-file', '-')).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds no password'),
    });
  });
});
