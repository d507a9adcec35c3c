import { type ChildProcess, spawn } from 'node:child_process';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postgresInbox } from '../../src/stores/postgres/index.ts';
import { sqliteInbox } from '../../src/stores/sqlite/index.ts';
import type { Inbox } from '../../src/webhooks/inbox/inbox.ts';
import type { EffectsUnderTest } from '../webhooks/inbox-suite.ts';
import { buildProgram } from './built-program.ts';
import { postgresEffects, sqliteEffects } from './inbox-effects.ts';
import { TestSchemas } from './postgres/schemas.ts';
import { sqliteFolder } from './sqlite-database.ts';

const url = process.env.DATABASE_URL ?? '';
const folder = sqliteFolder();
const running = new Set<ChildProcess>();
let program: string;

beforeAll(async () => {
  program = await buildProgram('test/stores/inbox-taker.ts', folder.path);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  folder.closeAll();
});
afterAll(() => folder.clear());

/** Runs a program to its end, which may be a death; answers how it ended. */
function run(...args: readonly string[]): Promise<'done' | 'killed'> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  let fault = '';
  child.stderr.on('data', (text) => {
    fault += text;
  });
  return new Promise((done, fail) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      if (signal === 'SIGKILL') done('killed');
      else if (code === 0) done('done');
      else fail(new Error(`it ended with ${code}: ${fault}`));
    });
  });
}

interface PlaceUnderTest {
  readonly args: readonly string[];
  readonly inbox: Inbox;
  readonly effects: EffectsUnderTest;
}

async function endedKeys(inbox: Inbox): Promise<readonly string[]> {
  return (await inbox.list({ limit: 500, status: 'done' })).map(({ key }) => key).toSorted();
}

const keysOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]).toSorted();

function describeProcesses(name: string, open: () => Promise<PlaceUnderTest>): void {
  describe(`processes that share an inbox in ${name}`, { timeout: 600_000 }, () => {
    test('end every delivery once with its effects, though some of them die in the middle of a commit', async () => {
      const { args, inbox, effects } = await open();
      expect(await run(...args, 'a', '5')).toBe('killed');
      expect(await Promise.all([run(...args, 'b', '40'), run(...args, 'c', '40')])).toEqual(['killed', 'killed']);
      // What the dead had written and not ended is not there, and their items are still to be worked on.
      expect(await effects.lines()).toHaveLength(4 + 39 + 39);
      expect(await endedKeys(inbox)).toEqual(keysOf(await effects.lines()));
      // Their clocks run apart, so one takes over what the other still works on: the late one ends nothing.
      expect(await Promise.all([run(...args, 'd'), run(...args, 'e')])).toEqual(['done', 'done']);
      expect(await effects.lines()).toHaveLength(300);
      expect(await endedKeys(inbox)).toEqual(keysOf(await effects.lines()));
      expect(new Set(await endedKeys(inbox)).size).toBe(300);
    });
  });
}

describeProcesses('a SQLite file', async () => {
  const file = folder.newFile();
  const database = folder.open(file);
  const inbox = sqliteInbox({ database });
  return { args: ['sqlite', file], inbox, effects: sqliteEffects(database) };
});

describe.skipIf(url === '')('with a server', () => {
  const pool = new Pool({ connectionString: url, max: 4 });
  const schemas = new TestSchemas(pool);
  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  });

  describeProcesses('PostgreSQL', async () => {
    const schema = await schemas.migrated();
    return {
      args: ['postgres', url, schema],
      inbox: postgresInbox({ pool, schema }),
      effects: await postgresEffects(pool, schema),
    };
  });
});
