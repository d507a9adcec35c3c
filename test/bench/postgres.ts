/** A PostgreSQL to write to: the one that DATABASE_URL names, or one of our own for as long as the bench runs, where the programs are installed. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Where it is, or why there is none. */
export type PostgresPlace =
  | { readonly url: string; readonly version: string; readonly stop: () => Promise<void> }
  | { readonly url?: undefined; readonly missing: string; readonly stop: () => Promise<void> };

const START_LIMIT_MS = 20_000;

/** A run that needs none. */
export const noPostgres: PostgresPlace = { missing: 'no part of this run needs one', stop: async () => {} };

/** Finds or starts it. */
export async function providePostgres(): Promise<PostgresPlace> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, version: await versionOf(url), stop: async () => {} };
  const programs = installed();
  if (programs === undefined)
    return { missing: 'no PostgreSQL is installed and DATABASE_URL is not set', stop: async () => {} };
  try {
    return await startCluster(programs);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').at(-1) || error.message : String(error);
    return {
      missing: `a PostgreSQL of our own did not start, and DATABASE_URL is not set: ${why.trim()}`,
      stop: async () => {},
    };
  }
}

function installed(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(root, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

// PostgreSQL refuses to run as root, so there it runs as the user that its package made.
function asOwner(command: readonly string[]): [string, string[]] {
  const [program = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return [program, rest];
}

async function startCluster(programs: string): Promise<PostgresPlace> {
  const folder = execFileSync(...asOwner(['mktemp', '-d', '/tmp/repaykit-bench-postgres.XXXXXX']), {
    cwd: '/',
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const initdb = [
    join(programs, 'initdb'),
    '-D',
    `${folder}/data`,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ];
  execFileSync(...asOwner(initdb), { cwd: '/', stdio: 'ignore' });
  // Durable, as a lender has it: fsync is on by default. The shell stops it once our end of its input is closed, whatever closed that.
  const server = `"${join(programs, 'postgres')}" -D ${folder}/data -k ${folder} -c listen_addresses= -c max_connections=100 & read -r _; kill -INT $!; wait $!; rm -rf ${folder}`;
  const child = spawn(...asOwner(['sh', '-c', server]), {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await exited;
    remove();
  };
  const url = `postgres://postgres@localhost/postgres?host=${folder}`;
  const start = performance.now();
  for (;;) {
    try {
      return { url, version: await versionOf(url), stop };
    } catch (error) {
      if (performance.now() - start > START_LIMIT_MS) {
        await stop();
        throw error;
      }
      await pause(100);
    }
  }
}

async function versionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('SHOW server_version');
    return String(rows[0]?.server_version).split(' ')[0] ?? '';
  } finally {
    await client.end();
  }
}
