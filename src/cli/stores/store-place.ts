import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { ConfigurationError } from '../../errors.ts';
import { parseConnectionString } from '../../stores/postgres/connection-string.ts';
import type { PostgresOptions } from '../../stores/postgres/index.ts';
import type { SqliteDatabase } from '../../stores/sqlite/sqlite-connection.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';

/** The database of the loan files and the inbox: PostgreSQL, or an existing SQLite file. */
export type StorePlace = CommandFlags<never, 'databaseUrl' | 'schema' | 'sqlite'>;

export function takingStorePlace(command: Command): Command {
  return command
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'PostgreSQL schema of the tables', 'repaykit')
    .option('--sqlite <file>', 'SQLite file, instead of a URL');
}

/** Checks a database URL. It may hold a password, so no message repeats it. @throws ConfigurationError */
export function databaseUrl(
  command: string,
  text: string | undefined,
): { readonly url: URL; readonly connectionString: string } {
  const url = parseConnectionString(text);
  if (url && text !== undefined) return { url, connectionString: text };
  const message =
    text === undefined
      ? 'is missing: name the database, here or in DATABASE_URL, as in postgres://db.example.com/lender'
      : 'must be a postgres: URL (user and password with %40 for @, %2F for /), as in postgres://db.example.com/lender';
  throw commandErrors(command).wrong('--database-url', message);
}

/** How a command opens its store. Drivers are loaded only when needed. */
export interface StoreUse<Opened> {
  readonly command: string;
  /** What the database holds, for its errors, such as `the loan files`. */
  readonly holds: string;
  readonly isReadOnly: boolean;
  readonly postgres: (options: PostgresOptions) => Promise<Opened & { close(): Promise<void> }>;
  readonly sqlite: (database: SqliteDatabase) => Promise<Opened>;
}

/** Opens the store that the flags name, and closes it after `work`. @throws ConfigurationError, StoreError */
export async function withStore<Opened, Result>(
  { databaseUrl: url, schema, sqlite: path }: StorePlace,
  use: StoreUse<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  // A file on the command line wins over a URL that may come from the environment.
  if (path !== undefined) {
    const { database, opened } = await openSqliteFile(path, use);
    try {
      return await work(opened);
    } finally {
      database.close();
    }
  }
  if (url === undefined) {
    const message = `or --sqlite: name the database that holds ${use.holds}`;
    throw commandErrors(use.command).wrong('--database-url', message);
  }
  const { connectionString } = databaseUrl(use.command, url);
  const opened = await use.postgres({ connectionString, schema });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

type ClosableDatabase = SqliteDatabase & { close(): unknown };

// Two drivers use one spelling of the option, the third uses the other.
type DatabaseClass = new (
  path: string,
  options: { readonly readOnly: boolean; readonly readonly: boolean },
) => ClosableDatabase;

async function openSqliteFile<Opened>(
  path: string,
  { command, holds, isReadOnly, sqlite }: StoreUse<Opened>,
): Promise<{ readonly database: ClosableDatabase; readonly opened: Opened }> {
  const { wrong } = commandErrors(command);
  // Drivers create missing files, and an empty file is no store.
  if (!existsSync(path)) throw wrong('--sqlite', `there is no such file: name the SQLite file that holds ${holds}`);
  const Database = await loadSqlite();
  if (!Database) throw wrong('--sqlite', 'needs Node 22.13 or later, or a driver: npm install better-sqlite3');
  let database: ClosableDatabase | undefined;
  try {
    database = new Database(path, { readOnly: isReadOnly, readonly: isReadOnly });
    return { database, opened: await sqlite(database) };
  } catch (error) {
    database?.close();
    if (error instanceof ConfigurationError) throw error;
    // A file in WAL mode needs its -shm file beside it even for reading.
    throw wrong(
      '--sqlite',
      'cannot be read where it lies: copy the file, and its -wal file if there is one, to a directory that can be written',
      error,
    );
  }
}

// Node's own driver comes first. Older versions of Node lack it, and an import would fail there.
async function loadSqlite(): Promise<DatabaseClass | undefined> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as { DatabaseSync?: DatabaseClass } | undefined;
  if (builtIn?.DatabaseSync) return builtIn.DatabaseSync;
  for (const name of ['@photostructure/sqlite', 'better-sqlite3']) {
    const driver = await import(name).catch(() => undefined);
    const found = driver?.DatabaseSync ?? driver?.default?.DatabaseSync ?? driver?.default;
    if (typeof found === 'function') return found as DatabaseClass;
  }
  return undefined;
}
