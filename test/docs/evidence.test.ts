import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { migratePostgres, pglitePool, postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { checkpoint, type Files, signer, storeOf, textOf, write } from '../loan-file/sealed-files.ts';
import { startPGlite } from '../stores/postgres/pglite.ts';
import { sampleEvents } from '../stores/sample-events.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { blocksOf } from './code-blocks.ts';

const guide = readFileSync('docs/evidence.md', 'utf8');
const program = readFileSync('docs/code/evidence-check.mjs', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'repaykit-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A digit that is certainly not this one. */
const other = (digit: string) => (digit === 'a' ? 'b' : 'a');

/** Runs the program that the guide links to, as a stranger would. */
function check(text: string) {
  writeFileSync(join(folder, 'evidence.ndjson'), text);
  const { status, stdout } = spawnSync(process.execPath, ['check.mjs', 'evidence.ndjson', 'public.pem'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe('the program of the guide to evidence, which knows nothing of this package', () => {
  let text: string;
  beforeAll(async () => {
    writeFileSync(join(folder, 'check.mjs'), program);
    writeFileSync(join(folder, 'public.pem'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
    const [files, sink]: [Files, ReturnType<typeof memoryCheckpoints>] = [new Map(), memoryCheckpoints()];
    // Each size of tree up to 7, so that every shape of proof comes.
    for (let index = 1; index <= 7; index++) {
      write(files, `loan-${index}`, 4);
      await checkpoint(files, sink);
      write(files, 'loan-1', 1);
    }
    const loanIds = [...files.keys()];
    text = await textOf(
      exportEvidence({
        store: storeOf(files),
        loanIds,
        clock: { now: () => 0 },
        checkpoints: sink.all(),
        showPersonal: true,
      }),
    );
  });

  it('finds that evidence holds', () => {
    const { status, stdout } = check(text);
    const others = [2, 3, 4, 5, 6, 7].map((index) => `loan-${index}: 4 events hold, a checkpoint saw 4\n`);
    expect(stdout).toBe(`loan-1: 11 events hold, a checkpoint saw 10\n${others.join('')}`);
    expect(status).toBe(0);
  });

  it.each([
    ['an event', (all: string) => all.replace('T08:00:03', 'T08:00:04'), /loan-1, event 4/],
    ['a personal part', (all: string) => all.replace('Ngozi 4', 'Ngozi 5'), /personal part of event 4/],
    ['a signature', (all: string) => all.replace(/(?<="signature":")./, other), /signature of checkpoint 1/],
    ['a proof', (all: string) => all.replace(/(?<="path":\[")./, other), /as checkpoint \d saw them/],
    ['the end', (all: string) => all.replace('"events":11', '"events":12'), /its end/],
  ])('finds what was changed in %s', (_, change, message) => {
    const { status, stdout } = check(change(text));
    expect(status).toBe(1);
    expect(stdout).toMatch(message);
  });

  const lines = (all: string, of: RegExp) => all.split('\n').filter((line) => of.test(line));
  const without = (all: string, of: RegExp) => all.replaceAll(new RegExp(`^${of.source}.*\n`, 'gm'), '');
  const twice = (all: string, of: RegExp) => all.replace(new RegExp(`^${of.source}.*\n`, 'm'), '$&$&');
  const anyHeader = /\{"disclaimer"/;

  it.each([
    ['nothing', () => ''],
    ['an empty line', (all: string) => `${all}\n`],
    ['a header only', (all: string) => `${lines(all, anyHeader)[0]}\n`],
    ['an event only', (all: string) => `${lines(all, /"seq":1,/)[0]}\n`],
    ['no header', (all: string) => all.replace(/^.*\n/, '')],
    ['no footer', (all: string) => without(all, /\{"footer"/)],
    ['no footer of the last loan', (all: string) => all.replace(/\{"footer".*\n$/, '')],
    ['a made-up loan without a checkpoint', (all: string) => without(all, /\{"checkpoint"/)],
    ['another disclaimer', (all: string) => all.replace('"This is a private', '"This is a regulated')],
    ['a time of export that is none', (all: string) => all.replace('1970-01-01T00:00:00.000Z', 'yesterday')],
    [
      'a time of export that is written otherwise',
      (all: string) => all.replace('1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00Z'),
    ],
    ['another format', (all: string) => all.replace('repaykit-evidence/1', 'repaykit-evidence/2')],
    ['two headers', (all: string) => twice(all, anyHeader)],
    ['an event twice', (all: string) => twice(all, /\{(?=.*"seq":2,)/)],
    ['a personal part twice', (all: string) => twice(all, /\{"personal":\{"salt"/)],
    ['a checkpoint twice', (all: string) => twice(all, /\{"checkpoint"/)],
    ['two footers', (all: string) => twice(all, /\{"footer"/)],
    ['a loan twice', (all: string) => all + all],
    [
      'a personal part that names its event as text',
      (all: string) => all.replace(/("salt":"[^"]*","seq":)(\d+)/, '$1"$2"'),
    ],
    ['a salt with signs in between', (all: string) => all.replace(/("salt":"[^"]*)"/, '$1="')],
    ['a signature with signs in between', (all: string) => all.replace(/("signature":"[^"]*)"/, '$1="')],
    ['a proof that is too long', (all: string) => all.replace('"path":[', `"path":["${'0'.repeat(64)}",`)],
    ['a proof of another count', (all: string) => all.replace(/("proof":\{"count":)\d+/, '$199')],
    ['a proof at another place', (all: string) => all.replace(/("index":)\d+/, '$199')],
    ['a byte order mark', (all: string) => `\ufeff${all}`],
    ['a line that is no JSON', (all: string) => `${all}loan-8\n`],
    ['a line that says nothing', (all: string) => `${all}null\n`],
    [
      'the checkpoints before the personal parts',
      (all: string) => all.replace(/((?:\{"personal":\{"salt".*\n)+)((?:\{"checkpoint".*\n)+)/, '$2$1'),
    ],
  ])('refuses %s, as repaykit does', async (_, change) => {
    const changed = change(text);
    expect(changed).not.toBe(text);
    const { status, stdout } = check(changed);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^does not hold: .+\n$/)]);
    expect((await verifyEvidence(changed, { publicKey: signer.publicKey })).ok).toBe(false);
  });
});

it('the guide names what it describes', () => {
  expect(guide).toContain('](code/evidence-check.mjs)');
  for (const name of [
    'fileCheckpoints',
    'callbackCheckpoints',
    'auditStore',
    'verifyEvidence',
    'requireEvidence',
    'exportEvidence',
    'localKeys',
    'memoryKeys',
    'loans.receipt',
    'loans.erasePayer',
  ])
    expect(guide).toContain(name);
});

describe('the SQL in the guide that deletes personal parts in clear', () => {
  const [ofPostgres = '', ofSqlite = ''] = blocksOf('docs/evidence.md')
    .filter(({ language }) => language === 'sql')
    .map(({ text }) => text);
  const personalOf = async (store: LoanStore, loanId: string) =>
    (await store.load(loanId))?.events.map(({ personal }) => personal);

  it('takes those of that loan and leaves the events, in SQLite', async () => {
    const database = openDatabase(':memory:');
    const store = sqliteStore({ database });
    for (const loanId of ['loan-17', 'loan-18'])
      await store.append(loanId, 0, sampleEvents(loanId, 0, 1, { personal: '{}' }));
    database.exec(ofSqlite);
    expect([await personalOf(store, 'loan-17'), await personalOf(store, 'loan-18')]).toEqual([[undefined], ['{}']]);
    database.close();
  });

  it('takes those of that loan and leaves the events, in PostgreSQL', { timeout: 600_000 }, async () => {
    const database = await startPGlite();
    const pool = pglitePool({ query: (text, values) => database.query(text, values) });
    await migratePostgres({ pool });
    const store = postgresStore({ pool });
    for (const loanId of ['loan-17', 'loan-18'])
      await store.append(loanId, 0, sampleEvents(loanId, 0, 1, { personal: '{}' }));
    await pool.query(ofPostgres);
    expect([await personalOf(store, 'loan-17'), await personalOf(store, 'loan-18')]).toEqual([[undefined], ['{}']]);
    await database.close();
  });
});
