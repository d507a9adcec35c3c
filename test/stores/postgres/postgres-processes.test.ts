import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { buildProgram } from '../built-program.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL ?? '';
const running = new Set<ChildProcess>();

/** Starts a writer; after `killAfter` acknowledged appends it is killed in the middle of what comes next. Answers what it had said by its end. */
function startWriter(
  program: string,
  args: readonly string[],
  killAfter = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, url, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const acknowledged: string[] = [];
  let fault = '';
  child.stderr.on('data', (text) => {
    fault += text;
  });
  createInterface(child.stdout).on('line', (line) => {
    acknowledged.push(line);
    if (acknowledged.length >= killAfter) child.kill('SIGKILL');
  });
  return new Promise((done, fail) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      if (code === 0 || signal === 'SIGKILL') done(acknowledged);
      else fail(new Error(`writer ended with ${code}: ${fault}`));
    });
  });
}

describe.skipIf(url === '')('processes that share a PostgreSQL', { timeout: 600_000 }, () => {
  const pool = new Pool({ connectionString: url, max: 4 });
  const schemas = new TestSchemas(pool);
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'repaykit-postgres-'));
    program = await buildProgram('test/stores/postgres/postgres-writer.ts', folder);
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await schemas.drop();
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** All events, as `loanId seq note`, after a look whether they follow each other without a gap. */
  async function eventsIn(schema: string): Promise<readonly string[]> {
    const store = postgresStore({ pool, schema });
    const events: string[] = [];
    for (const { loanId, version, head } of (await store.list({ limit: 100 })).heads) {
      const loaded = (await store.load(loanId))?.events ?? [];
      expect(loaded.map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (_, index) => index + 1));
      expect(loaded.at(-1)?.hash).toBe(head);
      expect(loaded.map(({ personal }) => personal)).toEqual(loaded.map(({ body }) => JSON.parse(body).note));
      events.push(...loaded.map(({ seq, body }) => `${loanId} ${seq} ${JSON.parse(body).note}`));
    }
    return events.sort();
  }

  test('append to the same loans, and none of it is lost or written twice', async () => {
    const schema = await schemas.migrated();
    const writers = await Promise.all(['a', 'b', 'c'].map((name) => startWriter(program, [schema, name, '3', '200'])));
    const acknowledged = writers.flat().sort();
    expect(acknowledged).toHaveLength(600);
    expect(await eventsIn(schema)).toEqual(acknowledged);
  });

  test('lose nothing that was acknowledged when they are killed in the middle of it', async () => {
    const schema = await schemas.migrated();
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const pair = ['a', 'b'].map((name, index) =>
        startWriter(program, [schema, `${name}${round}`, '5', 'Infinity'], 20 + 17 * round + 11 * index),
      );
      acknowledged.push(...(await Promise.all(pair)).flat());
    }
    const events = await eventsIn(schema);
    expect(acknowledged.length).toBeGreaterThan(500);
    const kept = new Set(events);
    expect(acknowledged.filter((event) => !kept.has(event))).toEqual([]);
    // Committed, but its process was killed before it could say so: at most what each of the ten had under way.
    expect(events.length - acknowledged.length).toBeLessThanOrEqual(40);
    const notes = events.map((event) => event.split(' ')[2]);
    expect(new Set(notes).size).toBe(notes.length);
  });
});
