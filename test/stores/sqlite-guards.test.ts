import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../src/errors.ts';
import { type SqliteDatabase, sqliteStore } from '../../src/stores/sqlite/index.ts';
import { beginFiles, sampleEvents } from './sample-events.ts';
import { sqliteFolder } from './sqlite-database.ts';

const folder = sqliteFolder();
afterEach(() => folder.closeAll());
afterAll(() => folder.clear());

const pragma = (database: SqliteDatabase, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];
const refusal = (make: () => unknown): Error => {
  try {
    make();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
};

/** A file with one loan of three events, one of them personal, and work. */
async function begun() {
  const file = folder.newFile();
  const database = folder.open(file);
  const store = sqliteStore({ database });
  await store.append('loan-1', 0, sampleEvents('loan-1', 0, 3, { personal: 'sealed' }), {
    addLabels: ['mandate:1'],
    work: { reports: 10 },
  });
  return { file, database, store };
}

describe('the database itself', () => {
  test.each([
    ["UPDATE loan_events SET body = '{}' WHERE seq = 2", 'events never change'],
    ['UPDATE loan_events SET seq = 9 WHERE seq = 3', 'events never change'],
    ['DELETE FROM loan_events WHERE seq = 3', 'events never go'],
    ['DELETE FROM loan_events', 'events never go'],
    ["INSERT OR REPLACE INTO loan_events (place, seq, body, hash) VALUES (1, 2, '{}', 'x')", 'this event exists'],
    ["UPDATE OR REPLACE loan_events SET body = '{}' WHERE seq = 2", 'events never change'],
    ['UPDATE loan_files SET version = 2', 'loan_files only grow'],
    ["UPDATE loan_files SET head = 'another'", 'loan_files only grow'],
    ["UPDATE loan_files SET loan_id = 'loan-2', version = 4", 'loan_files only grow'],
    ['DELETE FROM loan_files', 'loan_files never go'],
    [
      "INSERT OR REPLACE INTO loan_files (loan_id, version, head) VALUES ('loan-1', 1, 'x')",
      'loan_files are never replaced',
    ],
    [
      "INSERT OR REPLACE INTO loan_files (place, loan_id, version, head) VALUES (1, 'loan-2', 1, 'x')",
      'loan_files are never replaced',
    ],
    ['DELETE FROM loan_work', 'its fence is still needed'],
    ['UPDATE loan_work SET fence = fence - 1', 'a fence never goes backwards'],
    ["INSERT INTO loan_events (place, seq, body, hash) VALUES (7, 1, '{}', 'x')", 'FOREIGN KEY'],
    ["INSERT INTO loan_personal (place, seq, sealed) VALUES (1, 4, 'x')", 'FOREIGN KEY'],
    ["INSERT INTO loan_labels (label, place) SELECT 'mandate:1', 2", 'UNIQUE'],
  ])('refuses %s to every caller', async (sql, message) => {
    const { file, store } = await begun();
    const before = await store.load('loan-1');
    const stranger = folder.open(file);
    expect(() => stranger.exec(sql)).toThrow(message);
    expect(await store.load('loan-1')).toEqual(before);
  });

  test('still takes what comes next', async () => {
    const { file } = await begun();
    folder
      .open(file)
      .exec(
        "INSERT INTO loan_events (place, seq, body, hash) VALUES (1, 4, '{}', 'x'); UPDATE loan_files SET version = 4, head = 'x'",
      );
  });
});

describe('opening a SQLite file', () => {
  test('has it write ahead and through to the disk, whatever it did before', () => {
    const file = folder.newFile();
    const database = folder.open(file);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
    sqliteStore({ database });
    expect(pragma(database, 'journal_mode')).toBe('wal');
    expect(pragma(database, 'synchronous')).toBe(2);
    expect(pragma(database, 'foreign_keys')).toBe(1);
    expect(pragma(database, 'fullfsync')).toBe(1);
  });

  test('refuses a database that cannot write ahead', () => {
    expect(refusal(() => sqliteStore({ database: folder.open('') }))).toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('cannot write ahead (journal_mode stays delete)'),
    });
  });

  test('refuses a database in a transaction, which would decide over everything that the store acknowledges', async () => {
    const { file } = await begun();
    const database = folder.open(file);
    database.exec('BEGIN');
    expect(refusal(() => sqliteStore({ database }))).toBeInstanceOf(StoreError);
  });

  test('refuses a file of another program, and leaves it as it is', () => {
    for (const theirs of ['CREATE TABLE customers (id)', 'PRAGMA user_version = 1', 'PRAGMA application_id = 7']) {
      const database = folder.open(folder.newFile());
      database.exec(theirs);
      expect(refusal(() => sqliteStore({ database })).message).toContain('give the store a file of its own');
      expect(database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'loan%'").all()).toEqual([]);
    }
  });

  test('refuses a file that a later version has written', async () => {
    const { database } = await begun();
    database.exec('PRAGMA user_version = 99');
    const refused = refusal(() => sqliteStore({ database }));
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect(refused.message).toMatch(/has schema 99, and this version of repaykit knows \d+: install a later one/);
  });

  test('refuses what is no database file, with the cause and without its content', () => {
    const file = folder.newFile();
    writeFileSync(file, 'account 0123456789 of bvn 12345678901 '.repeat(200));
    const refused = refusal(() => sqliteStore({ database: folder.open(file) }));
    expect(refused).toMatchObject({
      name: 'StoreError',
      code: 'store_failed',
      retryable: false,
      cause: expect.any(Error),
    });
    expect(refused.message).not.toContain('0123456789');
  });

  test('brings its tables up to what is written down beside this test', async () => {
    const { database } = await begun();
    const schema = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all() as {
      readonly sql: string;
    }[];
    const text = `-- user_version ${pragma(database, 'user_version')}\n\n${schema.map(({ sql }) => `${sql};\n`).join('\n')}`;
    await expect(text).toMatchFileSnapshot('sqlite-schema.sql');
  });

  test('refuses options that are wrong, all at once', () => {
    const wrong = { database: {}, busyTimeoutMs: -1, path: 'loans.db' } as never;
    expect(refusal(() => sqliteStore(wrong))).toMatchObject({
      issues: [{ path: 'path' }, { path: 'database' }, { path: 'busyTimeoutMs' }],
    });
    expect(refusal(() => sqliteStore(undefined as never))).toMatchObject({ issues: [{ path: 'database' }] });
    for (const busyTimeoutMs of [1.5, 60_001, '5' as never]) {
      expect(refusal(() => sqliteStore({ database: folder.open(':memory:'), busyTimeoutMs }))).toMatchObject({
        issues: [{ path: 'busyTimeoutMs' }],
      });
    }
  });

  test('refuses drivers that answer promises or rows as lists', () => {
    for (const answer of [Promise.resolve({ given: 1 }), [1], undefined]) {
      const database = {
        exec: () => undefined,
        prepare: () => ({ get: () => answer, run: () => ({ changes: 0 }), all: () => [] }),
      };
      expect(refusal(() => sqliteStore({ database })).message).toContain('must answer rows as objects, at once');
    }
  });
});

describe('a failure of the database', () => {
  test('comes as an error that can be tried again where another process holds the file', async () => {
    const { file } = await begun();
    const store = sqliteStore({ database: folder.open(file), busyTimeoutMs: 20 });
    const other = folder.open(file);
    other.exec('BEGIN IMMEDIATE');
    const failure = await store.append('loan-1', 3, sampleEvents('loan-1', 3, 1)).catch((error) => error);
    expect(failure).toMatchObject({
      name: 'StoreError',
      retryable: true,
      outcome: 'none',
      cause: { message: 'database is locked' },
    });
    expect((await store.load('loan-1'))?.version).toBe(3);
    other.exec('ROLLBACK');
    await store.append('loan-1', 3, sampleEvents('loan-1', 3, 1));
    expect((await store.load('loan-1'))?.version).toBe(4);
  });

  test('in the middle of an append takes all of it back, and the next one goes through', async () => {
    const { database, store } = await begun();
    database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON main.loan_events WHEN NEW.seq = 5 BEGIN SELECT RAISE(ABORT, 'no room for 0123456789'); END",
    );
    const extras = { addLabels: ['payer:1'], work: { debits: 1 } };
    const failure = await store.append('loan-1', 3, sampleEvents('loan-1', 3, 2), extras).catch((error) => error);
    expect(failure).toMatchObject({ name: 'StoreError', retryable: false, outcome: 'none', cause: expect.any(Error) });
    expect(failure.message).toContain('nothing was written');
    expect(failure.message).not.toContain('0123456789');
    expect((await store.load('loan-1'))?.version).toBe(3);
    expect(await store.find('payer:1', { limit: 1 })).toEqual({ loanIds: [] });
    database.exec('DROP TRIGGER temp.full');
    await store.append('loan-1', 3, sampleEvents('loan-1', 3, 2), extras);
    expect((await store.load('loan-1'))?.version).toBe(5);
  });

  test('while it makes sure leaves open whether it was written', async () => {
    const { file } = await begun();
    const real = folder.open(file);
    const broken: SqliteDatabase = {
      exec: (sql) => real.exec(sql),
      prepare: (sql) => (sql === 'COMMIT' ? { ...real.prepare(sql), run: () => failing() } : real.prepare(sql)),
    };
    const failing = () => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 });
    };
    const failure = await sqliteStore({ database: broken })
      .append('loan-1', 3, sampleEvents('loan-1', 3, 1))
      .catch((error) => error);
    expect(failure).toMatchObject({ name: 'StoreError', retryable: false, outcome: 'unknown' });
    expect(failure.message).toContain('load the file to see whether it was written');
  });

  test('says where the database was closed', async () => {
    const { store } = await begun();
    folder.closeAll();
    await expect(store.load('loan-1')).rejects.toThrow(StoreError);
    await expect(beginFiles(store, 'loan-2')).rejects.toThrow(StoreError);
  });
});
