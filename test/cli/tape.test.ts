import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { fileCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { signer, storeOf } from '../loan-file/sealed-files.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { writePlayedBook } from './played-book.ts';
import { run } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-tape-'));
const path = (name: string) => join(folder, name);
const making = ['--sqlite', path('loans.db'), '--checkpoints', path('checkpoints'), '--key', path('key.pem')];
const verify = (tape: string, ...flags: readonly string[]) => run('tape', 'verify', path(tape), ...flags);
const signed = ['--key', path('public.pem')];

beforeAll(async () => {
  const database = openDatabase(path('loans.db'));
  await writePlayedBook(sqliteStore({ database }));
  database.close();
  writeFileSync(path('key.pem'), signer.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(path('public.pem'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(path('secret.txt'), `${'0123456789abcdef'.repeat(4)}\n`);
  // The worker takes the first one.
  const sink = fileCheckpoints({ directory: path('checkpoints') });
  await takeCheckpoint({ store: storeOf(new Map()), sink, key: signer.privateKey, clock: { now: () => 0 } });
  const made = await run(
    'tape',
    'export',
    ...making,
    '--out',
    path('whole'),
    '--with-evidence',
    '--as-of',
    '2026-04-30',
  );
  expect(made).toEqual({
    code: 0,
    err: '',
    out: `wrote 12 rows as of 2026-04-30 to ${path('whole')}, from checkpoint 2\n`,
  });
  expect((await run('tape', 'export', ...making, '--out', path('bare'))).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('repaykit tape', () => {
  test('verifies a tape with its evidence and the checkpoints that were kept', async () => {
    expect(await verify('whole', ...signed, '--checkpoints', path('checkpoints'))).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^the latest checkpoint that was kept and applies is of \S+Z\n12 rows as of 2026-04-30, 12 computed again: no difference was found\n$/,
      ),
    });
  });

  test('says what a tape without key and evidence cannot show', async () => {
    const { code, out } = await verify('bare');
    expect(code).toBe(0);
    expect(out).toContain('no key was given: the whole tape may be made up\n');
    expect(out).toContain('no evidence: the cells are only the word of the lender\n');
  });

  test('computes a sample from evidence that the lender exports later', async () => {
    const sample = [...signed, '--sample', '3', '--seed', 'after the fact'];
    const { code, out } = await verify('bare', ...sample);
    expect(code).toBe(1);
    const asked = [...out.matchAll(/^the evidence of loan '(.+)' is missing$/gm)].flatMap(([, loanId]) => loanId ?? []);
    expect(asked).toHaveLength(3);
    await run('evidence', 'export', ...asked, '--sqlite', path('loans.db'), '--out', path('sample.ndjson'));
    expect(await verify('bare', ...sample, '--evidence', path('sample.ndjson'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('with 95 % confidence, at most 6 of 12 rows are wrong (50.00 %)\n'),
    });
  });

  test('shows a cell that was changed', async () => {
    await run('tape', 'export', ...making, '--out', path('changed'), '--with-evidence', '--as-of', '2026-04-30');
    const rows = readFileSync(path('changed/tape.csv'), 'utf8');
    writeFileSync(path('changed/tape.csv'), rows.replace(',collecting,', ',closed,'));
    const { code, out } = await verify('changed', ...signed);
    expect(code).toBe(1);
    expect(out).toMatch(/^ *L-\d+ +loan_stage +closed +collecting$/m);
    expect(out).toContain('tape.csv is not the file that was signed\n');
    expect(out).toMatch(/1 difference, 2 problems\n$/);
    const { differences } = JSON.parse((await verify('changed', ...signed, '--json')).out);
    expect(differences).toEqual([
      { loanId: expect.any(String), column: 'loan_stage', tape: 'closed', evidence: 'collecting' },
    ]);
  });

  test('finds the loans of a tape behind the fingerprints of another one', async () => {
    const secret = ['--secret-file', path('secret.txt')];
    const made = await run('tape', 'fingerprints', path('bare'), ...secret, '--out', path('prints.txt'));
    expect(made).toMatchObject({ code: 0, out: `wrote 12 fingerprints to ${path('prints.txt')}\n` });
    expect(readFileSync(path('prints.txt'), 'utf8')).not.toMatch(/payer|L-0/);
    const { code, out } = await run('tape', 'compare', path('whole'), path('prints.txt'), ...secret);
    expect(code).toBe(1);
    expect(out).toMatch(/^ *L-00001 +fingerprint only$/m);
    expect(out).toMatch(/12 loans and 12 loans: 12 in both\n$/);
    writeFileSync(path('other.txt'), 'another secret of more than 32 characters');
    expect(
      await run('tape', 'compare', path('whole'), path('prints.txt'), '--secret-file', path('other.txt')),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('was made under another key'),
    });
  });

  test.each<readonly [what: string, args: () => readonly string[], error: string]>([
    ['a directory that exists', () => ['export', ...making, '--out', path('whole')], '--out: exists already'],
    ['a future day', () => ['export', ...making, '--out', path('x'), '--as-of', '9999-01-01'], '--as-of: lies ahead'],
    [
      'no real day',
      () => ['export', ...making, '--out', path('x'), '--as-of', '2026-02-30'],
      '--as-of: is not in the calendar',
    ],
    ['a public key', () => ['export', ...making.slice(0, -1), path('public.pem'), '--out', path('x')], 'private half'],
    [
      'another key',
      () => ['export', ...making.slice(0, -1), path('other.pem'), '--out', path('x')],
      '--key: is not the key of',
    ],
    [
      'no checkpoints',
      () => ['export', ...making.slice(0, 2), ...making.slice(4), '--checkpoints', path('none'), '--out', path('x')],
      '--checkpoints: holds no checkpoint',
    ],
    [
      'checkpoints that are not there',
      () => ['verify', path('whole'), ...signed, '--checkpoints', path('none')],
      '--checkpoints: holds no checkpoint',
    ],
    ['no tape', () => ['verify', path('checkpoints')], 'The tape has no manifest.json'],
    ['a seed without a sample', () => ['verify', path('whole'), '--seed', 'x'], '--sample: is missing'],
    [
      'a short secret',
      () => ['fingerprints', path('whole'), '--secret-file', path('short.txt'), '--out', path('y')],
      '--secret-file',
    ],
  ])('refuses %s', async (_, args, error) => {
    writeFileSync(path('short.txt'), 'secret');
    writeFileSync(
      path('other.pem'),
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(await run('tape', ...args())).toMatchObject({ code: 1, out: '', err: expect.stringContaining(error) });
  });

  test('refuses another key than that of the lender', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(path('stranger.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    expect(await verify('whole', '--key', path('stranger.pem'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('signed by another key'),
    });
  });

  test('refuses a tape with a missing file', async () => {
    await run('tape', 'export', ...making, '--out', path('holed'), '--with-evidence');
    rmSync(path('holed/evidence.ndjson'));
    expect(await verify('holed', ...signed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no evidence.ndjson'),
    });
  });
});
