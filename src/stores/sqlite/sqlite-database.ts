/** What this package binds to a statement. */
export type SqliteValue = string | number | null;

/** What a statement that changes rows says about it. */
export interface SqliteRunResult {
  /** Rows that were changed. */
  readonly changes: number | bigint;
}

/** A prepared statement with positional parameters. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): SqliteRunResult;
  /** The first row, or undefined. */
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/**
 * An open SQLite database, as much of it as is used here: `DatabaseSync` of `node:sqlite` (Node 22.13 and later) and of `@photostructure/sqlite`, and
 * `Database` of `better-sqlite3@12`, all have it.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

/** A row as the drivers give it: plain or without a prototype, whole numbers as numbers or, if the database was told so, as bigints. */
export type SqliteRow = Readonly<Record<string, unknown>>;

/** A whole number of a row. No column holds one beyond 2^53, so it stays exact whichever form the driver chose. */
export function wholeNumber(value: unknown): number {
  return Number(value);
}
