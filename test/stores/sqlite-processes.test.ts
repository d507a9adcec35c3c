import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { buildProgram } from './built-program.ts';
import { sqliteFolder } from './sqlite-database.ts';

const folder = sqliteFolder();
const running = new Set<ChildProcess>();

let program: string;

beforeAll(async () => {
  program = await buildProgram('test/stores/sqlite-writer.ts', folder.path);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  folder.closeAll();
});
afterAll(() => folder.clear());

/** An append of which a process said that it was acknowledged. */
interface Acknowledged {
  readonly loanId: string;
  readonly seq: number;
  readonly note: string;
}

/** Starts a writer; after `killAfter` acknowledged appends it is killed in the middle of what comes next. Answers what it had said by its end. */
function startWriter(
  file: string,
  name: string,
  { appends = Number.POSITIVE_INFINITY, killAfter = Number.POSITIVE_INFINITY } = {},
) {
  const child = spawn(process.execPath, [program, file, name, '3', String(appends)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const acknowledged: Acknowledged[] = [];
  let fault = '';
  child.stderr.on('data', (text) => {
    fault += text;
  });
  createInterface(child.stdout).on('line', (line) => {
    const [loanId = '', seq, note = ''] = line.split(' ');
    if (loanId !== 'ready') acknowledged.push({ loanId, seq: Number(seq), note });
    if (acknowledged.length >= killAfter) child.kill('SIGKILL');
  });
  return new Promise<readonly Acknowledged[]>((resolve, reject) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      if (code === 0 || signal === 'SIGKILL') resolve(acknowledged);
      else reject(new Error(`writer ${name} ended with ${code}: ${fault}`));
    });
  });
}

/** All events of the file, as `loanId seq note`, after a look whether they follow each other without a gap and the file itself is sound. */
async function eventsIn(file: string): Promise<readonly string[]> {
  const database = folder.open(file);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  const store = sqliteStore({ database });
  const events: string[] = [];
  for (const { loanId, version, head } of (await store.list({ limit: 100 })).heads) {
    const loaded = (await store.load(loanId))?.events ?? [];
    expect(loaded.map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (_, index) => index + 1));
    expect(loaded.at(-1)?.hash).toBe(head);
    events.push(...loaded.map(({ seq, body }) => line({ loanId, seq, note: JSON.parse(body).note })));
  }
  return events.sort();
}

const line = ({ loanId, seq, note }: Acknowledged) => `${loanId} ${seq} ${note}`;

// Every append waits for the disk, and disks of test machines can be slow.
describe('processes that share a SQLite file', { timeout: 600_000 }, () => {
  test('append to the same loans, and none of it is lost or written twice', async () => {
    const file = folder.newFile();
    const writers = await Promise.all(['a', 'b'].map((name) => startWriter(file, name, { appends: 300 })));
    const acknowledged = writers.flat().map(line).sort();
    expect(acknowledged).toHaveLength(600);
    expect(await eventsIn(file)).toEqual(acknowledged);
  });

  test('open a new file at the same time, and all of them can use it', async () => {
    const file = folder.newFile();
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => startWriter(file, name, { appends: 5 })));
    expect(await eventsIn(file)).toHaveLength(20);
  });

  test('lose nothing that was acknowledged when they are killed in the middle of it', async () => {
    const file = folder.newFile();
    const acknowledged: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const pair = ['a', 'b'].map((name, index) =>
        startWriter(file, `${name}${round}`, { killAfter: 20 + 17 * round + 11 * index }),
      );
      acknowledged.push(...(await Promise.all(pair)).flat().map(line));
    }
    const events = await eventsIn(file);
    expect(acknowledged.length).toBeGreaterThan(600);
    const kept = new Set(events);
    expect(acknowledged.filter((event) => !kept.has(event))).toEqual([]);
    // An append may be on the disk before its process could say so: at most one for each that was killed.
    expect(events.length - acknowledged.length).toBeLessThanOrEqual(12);
    const notes = events.map((event) => event.split(' ')[2]);
    expect(new Set(notes).size).toBe(notes.length);
  });
});
