import { existsSync } from 'node:fs';
import { ConfigurationError } from '../../errors.ts';
import type { LoanStore } from '../../loans/store.ts';
import type { SqliteDatabase } from '../../stores/sqlite/sqlite-database.ts';
import { openPool } from '../postgres-pool.ts';

/** Where the loan files lie: in one of the two. */
export interface StorePlace {
  /** A postgres: URL. */
  readonly databaseUrl?: string | undefined;
  /** Schema of the tables in PostgreSQL. Default `repaykit`. */
  readonly schema?: string | undefined;
  /** Path of an SQLite file that exists. */
  readonly sqlite?: string | undefined;
}

/** A store that was opened here to be read, to be closed here. */
export interface OpenedStore {
  readonly store: Pick<LoanStore, 'load'>;
  close(): Promise<void>;
}

/** Opens the store that the flags name; its driver is loaded only then. @throws ConfigurationError */
export function openStore({ databaseUrl, schema, sqlite }: StorePlace): Promise<OpenedStore> {
  // A file that was named counts more than a URL that the environment may have.
  if (sqlite !== undefined) return openSqlite(sqlite);
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, schema);
  throw wrong('--database-url', 'or --sqlite: name the database that holds the loan files');
}

async function openPostgres(url: string, schema: string | undefined): Promise<OpenedStore> {
  const pool = await openPool({ command: 'repaykit evidence', url, connections: 2 });
  const { postgresStore } = await import('../../stores/postgres/index.ts');
  return { store: postgresStore({ pool, ...(schema !== undefined && { schema }) }), close: () => pool.end() };
}

type ClosableDatabase = SqliteDatabase & { close(): unknown };
// Two drivers write the option one way, the third one the other.
type DatabaseClass = new (path: string, options: { readonly readOnly: true; readonly readonly: true }) => ClosableDatabase;

async function openSqlite(path: string): Promise<OpenedStore> {
  // Drivers make files that do not exist, and an empty store has no evidence.
  if (!existsSync(path)) throw wrong('--sqlite', 'there is no such file: name the SQLite file that holds the loan files');
  const Database = await loadSqlite();
  const { sqliteReader } = await import('../../stores/sqlite/sqlite-reader.ts');
  let database: ClosableDatabase | undefined;
  try {
    database = new Database(path, { readOnly: true, readonly: true });
    const opened = database;
    return { store: sqliteReader(opened), close: async () => void opened.close() };
  } catch (error) {
    database?.close();
    if (error instanceof ConfigurationError) throw error;
    // A file that is written ahead wants its -shm file beside it even where it is only read.
    throw wrong('--sqlite', 'cannot be read where it lies: copy the file, and its -wal file if there is one, to a directory that can be written', error);
  }
}

const SQLITE_PACKAGES = ['@photostructure/sqlite', 'better-sqlite3'];

// Node's own comes first; it is asked for in this way because older ones have none.
async function loadSqlite(): Promise<DatabaseClass> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as { DatabaseSync?: DatabaseClass } | undefined;
  if (builtIn?.DatabaseSync) return builtIn.DatabaseSync;
  for (const name of SQLITE_PACKAGES) {
    const driver = await import(name).catch(() => undefined);
    const found = driver?.DatabaseSync ?? driver?.default?.DatabaseSync ?? driver?.default;
    if (typeof found === 'function') return found as DatabaseClass;
  }
  throw wrong('--sqlite', 'needs Node 22.13 or later, or a driver: npm install better-sqlite3');
}

function wrong(path: string, message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit evidence', [{ path, message }], { cause });
}
