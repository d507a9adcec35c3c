import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryCheckpoints } from '../../src/loans/checkpoints/checkpoint-sink.ts';
import { exportEvidence } from '../../src/loans/evidence/evidence-export.ts';
import type { LoanStore } from '../../src/loans/store.ts';
import { migratePostgres, pglitePool, postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { checkpoint, type Files, signer, storeOf, textOf, write } from '../loans/sealed-files.ts';
import { startPGlite } from '../stores/postgres/pglite.ts';
import { sampleEvents } from '../stores/sample-events.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { blocksOf } from './code-blocks.ts';

const guide = readFileSync('docs/evidence.md', 'utf8');
const program = blocksOf('docs/evidence.md').find(({ language }) => language === 'js');
const folder = mkdtempSync(join(tmpdir(), 'repaykit-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A digit that is certainly not this one. */
const other = (digit: string) => (digit === 'a' ? 'b' : 'a');

/** Runs the program of the guide, as a stranger would. */
function check(text: string) {
  writeFileSync(join(folder, 'evidence.ndjson'), text);
  const { status, stdout } = spawnSync(process.execPath, ['check.mjs', 'evidence.ndjson', 'public.pem'], { cwd: folder, encoding: 'utf8' });
  return { status, stdout };
}

describe('the program in the guide to evidence, which knows nothing of this package', () => {
  let text: string;
  beforeAll(async () => {
    writeFileSync(join(folder, 'check.mjs'), program?.text ?? '');
    writeFileSync(join(folder, 'public.pem'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
    const [files, sink]: [Files, ReturnType<typeof memoryCheckpoints>] = [new Map(), memoryCheckpoints()];
    // Each size of tree up to 7, so that every shape of proof comes.
    for (let index = 1; index <= 7; index++) {
      write(files, `loan-${index}`, 4);
      await checkpoint(files, sink);
      write(files, 'loan-1', 1);
    }
    const loanIds = [...files.keys()];
    text = await textOf(exportEvidence({ store: storeOf(files), loanIds, clock: { now: () => 0 }, checkpoints: sink.all(), showPersonal: true }));
  });

  it('finds that evidence holds', () => {
    const { status, stdout } = check(text);
    expect(stdout).toBe(`loan-1: 11 events hold\n${[2, 3, 4, 5, 6, 7].map((index) => `loan-${index}: 4 events hold\n`).join('')}`);
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
});

it('the guide names what it tells of', () => {
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
  const [ofPostgres = '', ofSqlite = ''] = [...guide.matchAll(/`(delete from [^`]+)`/g)].map(([, sql = '']) => sql);
  const personalOf = async (store: LoanStore, loanId: string) => (await store.load(loanId))?.events.map(({ personal }) => personal);

  it('takes those of that loan and leaves the events, in SQLite', async () => {
    const database = openDatabase(':memory:');
    const store = sqliteStore({ database });
    for (const loanId of ['loan-17', 'loan-18']) await store.append(loanId, 0, sampleEvents(loanId, 0, 1, { personal: '{}' }));
    database.exec(ofSqlite);
    expect([await personalOf(store, 'loan-17'), await personalOf(store, 'loan-18')]).toEqual([[undefined], ['{}']]);
    database.close();
  });

  it('takes those of that loan and leaves the events, in PostgreSQL', { timeout: 600_000 }, async () => {
    const database = await startPGlite();
    const pool = pglitePool({ query: (text, values) => database.query(text, values) });
    await migratePostgres({ pool });
    const store = postgresStore({ pool });
    for (const loanId of ['loan-17', 'loan-18']) await store.append(loanId, 0, sampleEvents(loanId, 0, 1, { personal: '{}' }));
    await pool.query(ofPostgres);
    expect([await personalOf(store, 'loan-17'), await personalOf(store, 'loan-18')]).toEqual([[undefined], ['{}']]);
    await database.close();
  });
});
