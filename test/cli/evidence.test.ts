import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeCheckpoint } from '../../src/evidence/checkpoint.ts';
import { fileCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { localKeys } from '../../src/loan-file/local-keys.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { type Files, signer, write } from '../loan-file/sealed-files.ts';
import { TestSchemas } from '../stores/postgres/schemas.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { run, runWith } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-evidence-'));
const path = (name: string) => join(folder, name);
const url = process.env.DATABASE_URL;
const masterKey = 'ab'.repeat(32);

beforeAll(async () => {
  writeFileSync(path('public.pem'), signer.publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(path('master.key'), `${masterKey}\n`);
  const key = await localKeys({ directory: path('keys'), masterKey }).payerKey('payer of loan-1');
  const files: Files = new Map();
  write(files, 'loan-1', 7, key);
  write(files, 'loan-2', 3);
  const database = openDatabase(path('loans.db'));
  const store = sqliteStore({ database });
  for (const [loanId, events] of files) await store.append(loanId, 0, events, { addLabels: ['loan'] });
  await takeCheckpoint({
    store,
    sink: fileCheckpoints({ directory: path('checkpoints') }),
    key: signer.privateKey,
    clock: { now: () => 0 },
  });
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exportTo(name: string, ...more: readonly string[]) {
  return run(
    'evidence',
    'export',
    'loan-1',
    '--sqlite',
    path('loans.db'),
    '--checkpoints',
    path('checkpoints'),
    '--out',
    path(name),
    ...more,
  );
}

describe('repaykit evidence export', () => {
  test('writes a new file that verify takes, and never over an old one', async () => {
    expect(await exportTo('first.ndjson')).toEqual({
      code: 0,
      out: `wrote the evidence of loan-1 to ${path('first.ndjson')}\n`,
      err: '',
    });
    const again = await exportTo('first.ndjson');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/^repaykit evidence export: --out: there is such a file already.*\n$/);
    const verified = await run(
      'evidence',
      'verify',
      path('first.ndjson'),
      '--public-key',
      path('public.pem'),
      '--checkpoints',
      path('checkpoints'),
    );
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/loan-1 +7 +7 +0 +none\nall of it holds\n$/);
  });

  test('exports every loan of a store, and not other files', async () => {
    const store = ['--sqlite', path('loans.db')];
    const { out } = await run('evidence', 'export', '--all', ...store, '--out', path('all.ndjson'));
    expect(out).toBe(`wrote the evidence of 2 loans to ${path('all.ndjson')}\n`);
    expect((await run('evidence', 'verify', path('all.ndjson'))).out).toMatch(/loan-1 .*loan-2 /s);
    expect((await run('evidence', 'export', ...store)).err).toContain('name loans, or add --all');
    expect((await run('evidence', 'export', 'loan-1', '--all', ...store)).err).toContain('leave out the ids');
  });

  test('leaves no half of a file behind when it fails', async () => {
    const out = ['--sqlite', path('loans.db'), '--out', path('half.ndjson')];
    expect(await run('evidence', 'export', 'loan-1', 'loan-9', ...out)).toMatchObject({ code: 1, out: '' });
    expect(await run('evidence', 'export', 'loan-1', ...out)).toMatchObject({ code: 0 });
  });

  test('writes to standard output where no file is named, several loans too', async () => {
    const { code, out } = await run('evidence', 'export', 'loan-1', 'loan-2', '--sqlite', path('loans.db'));
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.startsWith('{"disclaimer"'))).toHaveLength(2);
  });

  test('leaves the file that it reads byte for byte as it was', async () => {
    const original = openDatabase(path('loans.db'));
    original.exec(`VACUUM INTO '${path('copy.db')}'`);
    original.close();
    const before = readFileSync(path('copy.db'));
    expect(await run('evidence', 'export', 'loan-1', '--sqlite', path('copy.db'))).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(path('copy.db')).equals(before)).toBe(true);
  });

  test('refuses a database that holds no loan files, and makes none in it', async () => {
    writeFileSync(path('empty.db'), '');
    const { code, err } = await run('evidence', 'export', 'loan-1', '--sqlite', path('empty.db'));
    expect({ code, err }).toEqual({
      code: 1,
      err: 'repaykit: sqliteStore: database: holds no loan files: check the path\n',
    });
    expect(readFileSync(path('empty.db'))).toHaveLength(0);
  });

  test('says what to do with a file that cannot be read where it lies', async () => {
    mkdirSync(path('folder.db'));
    expect(await run('evidence', 'export', 'loan-1', '--sqlite', path('folder.db'))).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^repaykit[^\n]*--sqlite: cannot be read where it lies: copy the file[^\n]*\n$/),
    });
  });

  test('prints what it wrote for programs', async () => {
    expect(JSON.parse((await exportTo('told.ndjson', '--json')).out)).toEqual({
      file: path('told.ndjson'),
      loans: ['loan-1'],
    });
  });

  test('shows what is personal only on demand, and opens it with the master key', async () => {
    await exportTo('plain.ndjson');
    await exportTo('sealed.ndjson', '--show-personal');
    await exportTo('shown.ndjson', '--show-personal', '--keys', path('keys'), '--master-key-file', path('master.key'));
    expect(readFileSync(path('plain.ndjson'), 'utf8')).not.toContain('Ngozi');
    expect(readFileSync(path('sealed.ndjson'), 'utf8')).not.toContain('Ngozi');
    expect(readFileSync(path('shown.ndjson'), 'utf8')).toContain('Ngozi 4');
    expect((await run('evidence', 'verify', path('shown.ndjson'), '--public-key', path('public.pem'))).out).toMatch(
      /loan-1 +7 +7 +3 +none/,
    );
  });

  test.each([
    ['no store', ['evidence', 'export', 'loan-1', '--database-url', ''], '--database-url'],
    [
      'a URL of another kind',
      ['evidence', 'export', 'loan-1', '--database-url', 'https://user:geheim@example.com/'],
      'must be a postgres: URL',
    ],
    [
      'a file that is not there',
      ['evidence', 'export', 'loan-1', '--sqlite', path('none.db')],
      'there is no such file',
    ],
    [
      'an unknown loan',
      ['evidence', 'export', 'loan-9', '--sqlite', path('loans.db')],
      "no file in this store is named 'loan-9'",
    ],
    ['--json without --out', ['evidence', 'export', 'loan-1', '--sqlite', path('loans.db'), '--json'], '--out FILE'],
    [
      'keys without --show-personal',
      ['evidence', 'export', 'loan-1', '--sqlite', path('loans.db'), '--keys', 'k'],
      '--show-personal',
    ],
    [
      'keys without their master key',
      ['evidence', 'export', 'loan-1', '--sqlite', path('loans.db'), '--keys', 'k', '--show-personal'],
      '--master-key-file',
    ],
    [
      'a place that cannot be written',
      ['evidence', 'export', 'loan-1', '--sqlite', path('loans.db'), '--out', path('none/x')],
      'cannot be written',
    ],
  ])('refuses %s in one line', async (_, args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
    expect(err).not.toContain('geheim');
  });
});

describe('repaykit evidence export from PostgreSQL', () => {
  test('says when there is no server, and repeats no password', async () => {
    const { code, out, err } = await run(
      'evidence',
      'export',
      'loan-1',
      '--database-url',
      'postgres://lender:s3cret-word@127.0.0.1:1/lender',
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(err).not.toContain('s3cret-word');
  });

  describe.skipIf(url === undefined)('with a server', () => {
    const pool = new Pool({ connectionString: url, max: 1 });
    const schemas = new TestSchemas(pool);
    afterAll(async () => {
      await schemas.drop();
      await pool.end();
    });

    test('writes what verify takes', async () => {
      const schema = await schemas.migrated();
      const files: Files = new Map();
      write(files, 'loan-1', 7);
      await postgresStore({ pool, schema }).append('loan-1', 0, files.get('loan-1') ?? []);
      const out = path('postgres.ndjson');
      expect(
        await run('evidence', 'export', 'loan-1', '--database-url', url ?? '', '--schema', schema, '--out', out),
      ).toMatchObject({ code: 0, err: '' });
      expect(await run('evidence', 'verify', out)).toMatchObject({ code: 0 });
    });
  });
});

describe('repaykit evidence verify', () => {
  const spoilt = (name: string, change: (text: string) => string) => {
    writeFileSync(path(name), change(readFileSync(path('base.ndjson'), 'utf8')));
    return path(name);
  };
  beforeAll(async () => void (await exportTo('base.ndjson')));

  test('names the first event that cannot be believed, and ends with 1', async () => {
    const file = spoilt('changed.ndjson', (text) => text.replace('T08:00:04', 'T08:00:05'));
    const { code, out, err } = await run('evidence', 'verify', file, '--public-key', path('public.pem'));
    expect(code).toBe(1);
    expect(out).toMatch(/event 4: its bytes do not have the hash that event 5 follows\nnot all of it holds\n$/);
    expect(err).toBe(
      "repaykit: event 4 of loan 'loan-1' cannot be believed: its bytes do not have the hash that event 5 follows\n",
    );
  });

  test('prints nothing of the file as it is that could move the cursor or begin a line of its own', async () => {
    const name = 'loan-1\\nall of it holds\\u001b[8m\\u202e';
    const file = spoilt('screen.ndjson', (text) => text.replace('"loanId":"loan-1"', `"loanId":"${name}"`));
    const { code, out, err } = await run('evidence', 'verify', file);
    expect(code).toBe(1);
    expect(out).toContain('loan-1\\u000aall of it holds\\u001b[8m\\u202e ');
    expect(out + err).not.toMatch(/^all of it holds|\p{Cf}/mu);
    expect(out + err).not.toContain('\u001b');
  });

  test('prints the report for programs', async () => {
    const { code, out } = await run(
      'evidence',
      'verify',
      path('base.ndjson'),
      '--public-key',
      path('public.pem'),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      isSigned: true,
      loans: [{ loanId: 'loan-1', events: 7, checkpoints: 1, vouchedEvents: 7 }],
      problems: [],
    });
  });

  test('says what it cannot verify without a public key', async () => {
    const { code, out } = await run('evidence', 'verify', path('base.ndjson'));
    expect(code).toBe(0);
    expect(out).toMatch(/no public key was given.*\nall of it holds\n$/);
  });

  test('ends with 1 where no checkpoint vouches for a loan, and where lines do not belong', async () => {
    const bare = spoilt('bare.ndjson', (text) => text.replace(/\{"checkpoint".*\n/, ''));
    expect(await run('evidence', 'verify', bare, '--public-key', path('public.pem'))).toMatchObject({
      code: 1,
      err: "repaykit: no checkpoint vouches for loan 'loan-1'\n",
    });
    const longer = spoilt('longer.ndjson', (text) => `${text}note\n`);
    expect((await run('evidence', 'verify', longer)).err).toMatch(/^repaykit: line 11 does not belong there/);
  });

  test('shows only what wants looking at where there are many loans', async () => {
    const base = readFileSync(path('base.ndjson'), 'utf8');
    const many = Array.from({ length: 60 }, (_, index) => base.replaceAll('"loan-1"', `"loan-${index}"`)).join('');
    writeFileSync(path('many.ndjson'), many);
    const { out } = await run('evidence', 'verify', path('many.ndjson'));
    expect(out).toContain('60 loans, 420 events, 59 loans want looking at');
    expect(out.split('\n').length).toBeLessThan(60);
  });

  test.each([
    ['a file that is not there', [path('none.ndjson')], 'FILE: cannot be read'],
    [
      'a key that is not there',
      [path('base.ndjson'), '--public-key', path('none.pem')],
      '--public-key: cannot be read',
    ],
    ['a key that is none', [path('base.ndjson'), '--public-key', path('master.key')], 'Ed25519'],
    ['checkpoints without a key', [path('base.ndjson'), '--checkpoints', path('checkpoints')], 'publicKey'],
  ])('refuses %s in one line', async (_, args, message) => {
    const { code, out, err } = await run('evidence', 'verify', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^repaykit[^\n]*\n$/);
    expect(err).toContain(message);
  });

  test('explains itself with examples', async () => {
    for (const words of [['evidence'], ['evidence', 'export'], ['evidence', 'verify']]) {
      const { code, out } = await runWith({}, ...words, '--help');
      expect(code).toBe(0);
      expect(out).toContain('repaykit evidence');
      expect(out).toContain('Example');
    }
  });
});
