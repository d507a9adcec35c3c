/** Opens stores of each kind, in a folder that is thrown away: those of the fixtures, and empty ones that are filled to become fixtures. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileCheckpoints, localKeys } from '../../src/index.ts';
import { type PostgresPool, postgresInbox, postgresStore } from '../../src/stores/postgres/index.ts';
import { type SqliteDatabase, sqliteInbox, sqliteStore } from '../../src/stores/sqlite/index.ts';
import { DUMP_SCHEMA, FOLDER, MASTER_KEY } from './lender.ts';
import type { Place } from './scene.ts';

/** A folder with a copy of another one, or empty; `[Symbol.dispose]` throws it away. */
export class Workspace implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'repaykit-stored-'));

  constructor(filledFrom?: string) {
    if (filledFrom !== undefined) cpSync(filledFrom, this.path, { recursive: true });
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** The keys and checkpoints that lie beside a store. */
  beside(): Pick<Place, 'keys' | 'checkpoints'> {
    const keys = localKeys({ directory: this.file('keys'), masterKey: MASTER_KEY });
    return { keys, checkpoints: fileCheckpoints({ directory: this.file('checkpoints') }) };
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The stores in an SQLite file. */
export function sqlitePlace(database: SqliteDatabase, workspace: Workspace): Place {
  return { store: sqliteStore({ database }), inbox: sqliteInbox({ database }), ...workspace.beside() };
}

/** The stores in a PostgreSQL schema. */
export function postgresPlace(pool: PostgresPool, schema: string, workspace: Workspace): Place {
  return { store: postgresStore({ pool, schema }), inbox: postgresInbox({ pool, schema }), ...workspace.beside() };
}

/** The dump of a version of the schema, for a schema of another name: of the first version, or what the second one adds. */
export function dumpFor(schema: string, version: 1 | 2): string {
  return readFileSync(join(FOLDER, `postgres-version-${version}.sql`), 'utf8').replaceAll(DUMP_SCHEMA, schema);
}

type Row = Readonly<Record<string, unknown>>;
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Everything in the tables of an SQLite file. */
export function sqliteRows(database: SqliteDatabase): Rows {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as {
    name: string;
  }[];
  return Object.fromEntries(
    tables.map(({ name }) => [name, sorted(database.prepare(`SELECT * FROM ${name}`).all() as Row[])]),
  );
}

/** Everything in the tables of a PostgreSQL schema. */
export async function postgresRows(pool: PostgresPool, schema: string): Promise<Rows> {
  const { rows } = await pool.query('select tablename as name from pg_tables where schemaname = $1 order by 1', [
    schema,
  ]);
  const tables: Record<string, readonly Row[]> = {};
  for (const { name } of rows as { name: string }[])
    tables[name] = sorted((await pool.query(`select * from ${schema}.${name}`)).rows as Row[]);
  return tables;
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => [JSON.stringify(row), { ...row }] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}
