import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookEntry } from '../../src/loan-file/book-tables.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { sized } from '../size.ts';
import { buildProgram } from './built-program.ts';
import { TestSchemas } from './postgres/schemas.ts';
import { sqliteFolder } from './sqlite-database.ts';
import { advanceAll, entriesIn, projectOn, TODAY } from './suite/book-model.ts';

const url = process.env.DATABASE_URL ?? '';
const folder = sqliteFolder();
const running = new Set<ChildProcess>();
let program: string;

beforeAll(async () => {
  program = await buildProgram('test/stores/book-writer.ts', folder.path);
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  folder.clear();
});

/** Starts a program, which is killed in the middle of the act after so many others. */
function startAndKill(args: readonly string[], acts: number): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let done = 0;
  let fault = '';
  child.stderr.on('data', (text) => {
    fault += text;
  });
  createInterface(child.stdout).on('line', () => {
    done += 1;
    if (done === acts) child.kill('SIGKILL');
  });
  return new Promise((resolved, reject) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      if (signal === 'SIGKILL') resolved();
      else reject(new Error(`the writer ended with ${code}: ${fault}`));
    });
  });
}

/** The entries that follow from the files, each up to a number of events: all of them by default. */
async function entriesOfFiles(store: LoanStore, versions?: ReadonlyMap<string, number>): Promise<readonly BookEntry[]> {
  const entries: BookEntry[] = [];
  for (const { loanId, version } of (await store.list({ limit: 100 })).heads) {
    const events = (await store.load(loanId))?.events.slice(0, versions ? (versions.get(loanId) ?? 0) : version) ?? [];
    const { entry } = projectOn()({ loanId, events });
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Whether the events of the book and those that it lacks are all events of the store. */
async function countsOf({ book, list }: LoanStore): Promise<{ readonly agree: boolean }> {
  const { upTo } = (await book?.state()) ?? {};
  const written = (await list({ limit: 100 })).heads.reduce((sum, { version }) => sum + version, 0);
  return { agree: upTo !== undefined && upTo.events + upTo.behind === written };
}

interface KilledStore {
  readonly args: readonly string[];
  readonly store: LoanStore;
}

/** Kills pairs of processes, and looks at the book after each pair. */
async function expectBookSurvives({ args, store }: KilledStore, kills: number): Promise<void> {
  const { book } = store;
  if (!book) throw new Error('this store has no book');
  for (let killed = 0; killed < kills; killed += 2) {
    await Promise.all([1, 2].map((each) => startAndKill(args, 1 + ((killed * 7 + each * 5) % 23))));
    if (!(await book.state()).upTo) continue;
    const { entries } = await entriesIn(book);
    const versions = new Map(entries.map(({ loan }) => [loan.loanId, loan.version]));
    expect(entries).toEqual(await entriesOfFiles(store, versions));
    // A server may still be at the last statement of a process that is gone.
    await expect.poll(() => countsOf(store)).toEqual({ agree: true });
  }
  while ((await book.state()).upTo?.behind !== 0) await advanceAll(book);
  const brought = await entriesIn(book);
  expect(brought.entries).toEqual(await entriesOfFiles(store));
  await book.advance({ project: projectOn(), today: TODAY, limit: 5, rebuild: 'begin' });
  while ((await book.advance({ project: projectOn(), today: TODAY, limit: 5, rebuild: 'continue' })).build);
  await advanceAll(book);
  expect(await entriesIn(book)).toEqual(brought);
}

describe('the book of processes that are killed', { timeout: 3_600_000 }, () => {
  test('is a prefix of the log after every kill, in a SQLite file', async () => {
    const file = folder.newFile();
    await expectBookSurvives({ args: [file], store: sqliteStore({ database: folder.open(file) }) }, sized(6, 200));
  });

  test.skipIf(url === '')('is a prefix of the log after every kill, in PostgreSQL', async () => {
    const pool = new Pool({ connectionString: url, max: 4 });
    const schemas = new TestSchemas(pool);
    try {
      const schema = await schemas.migrated();
      await expectBookSurvives({ args: [url, schema], store: postgresStore({ pool, schema }) }, sized(6, 200));
    } finally {
      await schemas.drop();
      await pool.end();
    }
  });
});
