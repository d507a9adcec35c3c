import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { ConfigurationError } from '../../errors.ts';
import { parseConnectionString } from '../../stores/postgres/connection-string.ts';
import type { SqliteDatabase } from '../../stores/sqlite/sqlite-database.ts';

/** Where the loan files and the inbox lie: in one of the two. */
export interface StorePlace {
  /** A postgres: URL. */
  readonly databaseUrl?: string | undefined;
  /** Schema of the tables in PostgreSQL. Default `repaykit`. */
  readonly schema?: string | undefined;
  /** Path of an SQLite file that exists. */
  readonly sqlite?: string | undefined;
}

/** Adds the flags that name the place. */
export function takingStorePlace(command: Command): Command {
  return command
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'where the tables are in PostgreSQL', 'repaykit')
    .option('--sqlite <file>', 'the SQLite file, instead of a URL');
}

/** A database as a command was given it; it may hold a password, so no message repeats it. @throws ConfigurationError */
export function databaseUrl(
  command: string,
  text: string | undefined,
): { readonly url: URL; readonly connectionString: string } {
  const issue = (message: string) => new ConfigurationError(command, [{ path: '--database-url', message }]);
  if (text === undefined)
    throw issue('is missing: name the database, here or in DATABASE_URL, as in postgres://db.example.com/lender');
  const url = parseConnectionString(text);
  if (!url)
    throw issue(
      'must be a postgres: URL (user and password with %40 for @, %2F for /), as in postgres://db.example.com/lender',
    );
  return { url, connectionString: text };
}

/** An SQLite file as a command was told it. */
interface SqlitePlace {
  /** The command, for its errors. */
  readonly command: string;
  /** Path of a file that exists. */
  readonly path: string;
  /** What it is to hold, for its errors, such as `the loan files`. */
  readonly holds: string;
  /** Is it opened to be read alone? */
  readonly isReadOnly: boolean;
}

/** A database that whoever opened it closes. */
type ClosableDatabase = SqliteDatabase & { close(): unknown };

// Two drivers write the option one way, the third one the other.
type DatabaseClass = new (
  path: string,
  options: { readonly readOnly: boolean; readonly readonly: boolean },
) => ClosableDatabase;

/** Opens an SQLite file and hands it to `take`; its driver is loaded only then. When `take` throws, the file is closed. @throws ConfigurationError */
export async function openSqliteFile<Opened>(
  { command, path, holds, isReadOnly }: SqlitePlace,
  take: (database: ClosableDatabase) => Opened | Promise<Opened>,
): Promise<Opened> {
  const wrong = (message: string, cause?: unknown) =>
    new ConfigurationError(command, [{ path: '--sqlite', message }], { cause });
  // Drivers make files that do not exist, and an empty one holds nothing.
  if (!existsSync(path)) throw wrong(`there is no such file: name the SQLite file that holds ${holds}`);
  const Database = await loadSqlite();
  if (!Database) throw wrong('needs Node 22.13 or later, or a driver: npm install better-sqlite3');
  let database: ClosableDatabase | undefined;
  try {
    database = new Database(path, { readOnly: isReadOnly, readonly: isReadOnly });
    return await take(database);
  } catch (error) {
    database?.close();
    if (error instanceof ConfigurationError) throw error;
    // A file that is written ahead wants its -shm file beside it even where it is only read.
    throw wrong(
      'cannot be read where it lies: copy the file, and its -wal file if there is one, to a directory that can be written',
      error,
    );
  }
}

const SQLITE_PACKAGES = ['@photostructure/sqlite', 'better-sqlite3'];

// Node's own comes first; it is asked for in this way because older ones have none.
async function loadSqlite(): Promise<DatabaseClass | undefined> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as { DatabaseSync?: DatabaseClass } | undefined;
  if (builtIn?.DatabaseSync) return builtIn.DatabaseSync;
  for (const name of SQLITE_PACKAGES) {
    const driver = await import(name).catch(() => undefined);
    const found = driver?.DatabaseSync ?? driver?.default?.DatabaseSync ?? driver?.default;
    if (typeof found === 'function') return found as DatabaseClass;
  }
  return undefined;
}
