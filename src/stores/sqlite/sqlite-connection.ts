import { RepayKitError, StoreError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';

/** A value that this package binds to a statement. */
export type SqliteValue = string | number | null;

/** The result of a statement that changes rows. */
export interface SqliteRunResult {
  /** The number of changed rows. */
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
 * The part of an open SQLite database that is used. `DatabaseSync` of `node:sqlite` (Node 22.13 and later) and of
 * `@photostructure/sqlite`, and `Database` of `better-sqlite3@12` fit.
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

/** An integer of a row: a number or a bigint, depending on the driver's settings. No column exceeds 2^53. */
export type SqliteInteger = number | bigint;

export interface RowStatement<Row> extends SqliteStatement {
  get(...values: SqliteValue[]): Row | undefined;
  all(...values: SqliteValue[]): Row[];
}

/**
 * How long SQLite itself waits for other processes at a time. In a long wait it retries only every 100 ms, and a busy
 * writer takes the file hundreds of times in between. With two such writers, one waited for seconds. With short waits
 * no writer starves.
 */
export const TURN_MS = 3;

// Databases with an open transaction of ours, from any store or inbox. A second one on the same connection is a
// mistake.
const inTransaction = new WeakSet<SqliteDatabase>();

const WITHIN_COMMIT =
  'This database is within a scan of the book or within the commit of a delivery: write through what a commit lends, and call stores and inboxes after it';

export class SqliteConnection {
  readonly #database: SqliteDatabase;
  readonly #beginRead: SqliteStatement;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;
  readonly #turns: number;

  constructor(database: SqliteDatabase, busyTimeoutMs: number) {
    this.#database = database;
    this.#turns = Math.ceil(busyTimeoutMs / TURN_MS);
    this.#beginRead = database.prepare('BEGIN');
    // Writers lock at the start. A transaction that reads first and then finds the file changed could only fail.
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  /** Prepares a statement for the connection's lifetime. `Row` must match its columns. */
  prepare<Row = unknown>(sql: string): RowStatement<Row> {
    return this.read(() => this.#database.prepare(sql)) as RowStatement<Row>;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  pragma(name: string): unknown {
    // Not through `prepare`: callers need the driver's own error.
    return Object.values(looseFields(this.#database.prepare(`PRAGMA ${name}`).get()))[0];
  }

  /** Reads with one statement, for a consistent view. @throws StoreError */
  read<Result>(work: () => Result): Result {
    for (let turn = 1; ; turn += 1) {
      try {
        return work();
      } catch (error) {
        if (turn >= this.#turns || !isBusy(error)) throw storeFailure(error);
      }
    }
  }

  /**
   * Runs the work atomically, as the only writer of the file. When it returns, the work is on the disk.
   * @throws StoreError `retryable` if other processes locked the file for too long
   */
  write<Result>(work: () => Result): Result {
    return this.#transact(this.#begin, work);
  }

  /** Reads with several statements, all from one state of the file. Does not block writers. @throws StoreError */
  readTogether<Result>(work: () => Result): Result {
    return this.#transact(this.#beginRead, work);
  }

  #transact<Result>(begin: SqliteStatement, work: () => Result): Result {
    if (inTransaction.has(this.#database)) throw new StoreError(WITHIN_COMMIT);
    this.read(() => begin.run());
    inTransaction.add(this.#database);
    try {
      const result = this.#do(work);
      this.#finish();
      return result;
    } finally {
      inTransaction.delete(this.#database);
    }
  }

  #do<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      this.#rollBack();
      throw error instanceof PassedOn ? error.error : storeFailure(error);
    }
  }

  #finish(): void {
    try {
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      // A disk that fails during a sync may still have kept the data.
      throw storeFailure(error, isBusy(error) ? 'none' : 'unknown');
    }
  }

  #rollBack(): void {
    try {
      this.#rollback.run();
    } catch {
      // After some failures SQLite has already rolled back, and a rollback fails. Report the first error.
    }
  }
}

/**
 * Wraps an error that the lender's code threw within our transaction. It ends the transaction and is rethrown
 * unchanged.
 */
export class PassedOn {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

// https://sqlite.org/rescode.html: the primary code is the lowest byte of the extended one.
const [BUSY, LOCKED] = [5, 6];

/** Whether another connection locked the file, so that the same call can succeed later. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = looseFields(error);
  // node:sqlite and @photostructure/sqlite provide the number, better-sqlite3 the name.
  if (typeof errcode === 'number') return (errcode & 0xff) === BUSY || (errcode & 0xff) === LOCKED;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/** Returns our own errors unchanged. A database error becomes a StoreError with its message, and is the cause. */
export function storeFailure(error: unknown, outcome: 'none' | 'unknown' = 'none'): RepayKitError {
  if (error instanceof RepayKitError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const busy = `Another process holds the SQLite file (${message}): try again, or raise busyTimeoutMs`;
  if (isBusy(error)) return new StoreError(busy, { cause: error, retryable: true });
  const next = outcome === 'unknown' ? 'load the file to see whether it was written' : 'nothing was written';
  return new StoreError(`SQLite failed (${message}): ${next}`, { cause: error, outcome });
}
