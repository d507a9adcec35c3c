import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookLoan, type LoanFilter, openBook } from '../../src/book/index.ts';
import { displayWidth } from '../../src/cli/terminal/terminal-text.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { TODAY, writeOpenedLoans, writePlayedBook } from './played-book.ts';
import { run, runWith } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-loans-'));
const path = (name: string) => join(folder, name);
const place = ['--sqlite', path('loans.db')];
const store = memoryStore();
const book = openBook({ store });

beforeAll(async () => {
  const database = openDatabase(path('loans.db'));
  await writePlayedBook(sqliteStore({ database }));
  database.close();
  await writePlayedBook(store);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T09:00:00Z`) });
  await book.advance();
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const listed = async (...flags: readonly string[]) => {
  const { code, out, err } = await run('book', 'loans', ...flags, ...place, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as { readonly loans: readonly BookLoan[]; readonly next?: string };
};

describe('repaykit book loans', () => {
  test.each<readonly [flags: string, filter: LoanFilter]>([
    ['', {}],
    ['--loan-id L-00002 L-00004', { loanIds: ['L-00002', 'L-00004'] }],
    ['--payer payer-3', { payerId: 'payer-3' }],
    ['--stage closed', { stages: ['closed'] }],
    ['--mandate-status active', { mandateStatuses: ['active'] }],
    ['--account-status active', { accountStatuses: ['active'] }],
    ['--bank 058 044', { banks: ['058', '044'] }],
    ['--collection-mode manual', { collectionMode: 'manual' }],
    ['--due-from 2026-05-10 --due-to 2026-05-20', { due: { from: '2026-05-10', to: '2026-05-20' } }],
    ['--due-to 2026-04-30', { due: { to: '2026-04-30' } }],
    ['--days-past-due 7+', { daysPastDue: { from: 7 } }],
    ['--days-past-due 1-9', { daysPastDue: { from: 1, to: 9 } }],
    ['--days-past-due -10', { daysPastDue: { to: 10 } }],
    ['--outstanding 100000+', { outstanding: { from: 100_000 } }],
    ['--outstanding 12000.50-120000', { outstanding: { from: 12_000.5, to: 120_000 } }],
    ['--outstanding 0', { outstanding: { from: 0, to: 0 } }],
    ['--debits open', { debits: 'open' }],
    ['--duties', { hasDuties: true }],
    ['--no-duties', { hasDuties: false }],
    ['--duty-until 2026-05-31', { dutyUntil: '2026-05-31' }],
    [
      '--stage collecting --days-past-due 1+ --bank 058',
      { stages: ['collecting'], daysPastDue: { from: 1 }, banks: ['058'] },
    ],
  ])('asks for %s', async (flags, filter) => {
    const { loans } = await listed(...flags.split(' ').filter(Boolean));
    expect(loans).toEqual((await book.loans(filter)).loans);
  });

  test.each(['opened', 'days-past-due', 'outstanding'])('lists page after page, by %s', async (order) => {
    const all = await listed('--order-by', order);
    const found: BookLoan[] = [];
    for (let after: readonly string[] = []; ; ) {
      const { loans, next } = await listed('--order-by', order, '--limit', '5', ...after);
      found.push(...loans);
      if (next === undefined) break;
      after = ['--after', next];
    }
    expect(found).toEqual(all.loans);
  });

  test.each([40, 60, 120])('fits a terminal of %i columns, and keeps what matters', async (columns) => {
    const { out } = await runWith({ columns }, 'book', 'loans', '--days-past-due', '1+', '--limit', '2', ...place);
    const lines = out.split('\n').slice(0, 3);
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
    expect(lines[0]).toMatch(/^ {2}loan +days late +outstanding/);
    expect(lines[1]).toMatch(/^ {2}L-\d{5} +\d+ +₦[\d,.]+/);
    expect(out).toMatch(
      /\n2 of \d+ loans that match: --after \d+ shows the next ones\nup to event \d+, of .*: the latest\n$/,
    );
    expect(/principal/.test(out)).toBe(columns === 120);
  });

  test('says that none matches', async () => {
    const { out } = await run('book', 'loans', '--loan-id', 'L-0', ...place);
    expect(out).toMatch(/^no loan matches\nup to event /);
  });

  test('writes all that match to a new file, of which a spreadsheet runs nothing', async () => {
    const csv = ['--csv', path('loans.csv')];
    expect((await run('book', 'loans', ...csv, ...place)).out).toMatch(/^wrote 12 loans to .*loans.csv\nup to event /);
    const lines = readFileSync(path('loans.csv'), 'utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]).toMatch(/^loanId,payerId,mandateId,stage,.*,debits.open,debits.unknown,debits.parked$/);
    expect(lines[1]).toMatch(/^L-00001,/);
    expect((await run('book', 'loans', ...csv, ...place)).err).toContain('--csv: there is such a file already');
    const { out } = await run('book', 'loans', '--limit', '5', '--csv', path('page.csv'), ...place);
    expect(out).toMatch(/^wrote 5 loans to .*page.csv: --after 5 writes the next ones\n/);
  });

  test.each([
    ['--days-past-due', '3x', "--days-past-due: is '3x': give a range such as 30+, 30-59, -29"],
    ['--days-past-due', '60-30', "--days-past-due: is '60-30', which ends before it begins"],
    ['--days-past-due', '1.5+', '--days-past-due: is'],
    ['--days-past-due', '+', '--days-past-due: is'],
    ['--outstanding', '1e3', '--outstanding: is'],
    ['--outstanding', '10.005', '--outstanding: is'],
    ['--due-from', '2026-02-30', '--due-from: is not in the calendar'],
    ['--duty-until', 'soon', '--duty-until: must be a real date'],
    ['--limit', '0', '--limit: must be a whole number from 1 to 1000'],
    ['--limit', '1001', '--limit: must be at most 1,000'],
    ['--after', 'x', '--after: is not the `next` of a page'],
    ['--stage', 'late', 'Allowed choices are consented, '],
    ['--colour', 'red', "unknown option '--colour'"],
  ])('refuses %s %s', async (flag, value, message) => {
    const { code, out, err } = await run('book', 'loans', flag, value, ...place);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
  });
});

describe('repaykit book late-facts', () => {
  test('lists what became known after a day', async () => {
    const { facts } = await book.lateFacts('2026-01-31');
    expect(facts.length).toBeGreaterThan(0);
    const { out } = await run('book', 'late-facts', '2026-01-31', ...place, '--json');
    expect(JSON.parse(out).facts).toEqual(facts);
    const text = (await runWith({ columns: 60 }, 'book', 'late-facts', '2026-01-31', ...place)).out;
    expect(text.split('\n').filter((line) => line.startsWith('  2026-'))).toHaveLength(facts.length);
    expect(text).toMatch(/\nup to event \d+, of .*: the latest\n$/);
  });

  test.each([
    ['2026-02-31', '<day>: is not in the calendar'],
    ['2026-05-07', '<day>: lies ahead: nothing is known after 2026-05-06'],
  ])('refuses %s', async (day, message) => {
    const { code, err } = await run('book', 'late-facts', day, ...place);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });
});

describe('repaykit book rebuild', () => {
  const large = ['--sqlite', path('large.db')];
  beforeAll(async () => {
    const database = openDatabase(path('large.db'));
    const opened = sqliteStore({ database });
    // The disk need not keep what a test writes.
    database.exec('PRAGMA synchronous = OFF');
    await writeOpenedLoans(opened, 1_200);
    database.close();
  });

  test('goes on after Ctrl-C where it stopped, and answers from the old book meanwhile', async () => {
    await run('book', 'rebuild', ...large);
    const stop = new AbortController();
    const shown: string[] = [];
    const err = (text: string) => {
      shown.push(text);
      stop.abort();
    };
    const { code, out } = await runWith({ isTerminal: true, err, stop: stop.signal }, 'book', 'rebuild', ...large);
    expect({ code, out }).toEqual({ code: 130, out: '' });
    expect(shown[0]).toContain('[##########--------------] 500 of 1200 loan files');
    expect(shown.at(-1)).toBe(
      'repaykit book rebuild: stopped: 500 of 1200 loan files are done, and the next run goes on\n',
    );
    expect((await run('book', '--no-advance', ...large)).out).toContain('up to event 1200, of ');
    const rest = await run('book', 'rebuild', ...large);
    expect(rest.err).toBe('goes on with a build that was interrupted: 500 of 1200 loan files are done\n');
    expect(rest.out).toMatch(/^the book is built\nup to event 1200, of 2026-.*: the latest\n$/);
  });

  test('prints how far the book is as JSON', async () => {
    expect(JSON.parse((await run('book', 'rebuild', ...place, '--json')).out)).toMatchObject({
      upTo: { behind: 0, events: expect.any(Number) },
    });
  });
});
