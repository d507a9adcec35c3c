import { StoreError } from '../../errors.ts';
import { PassedOn } from './passed-on.ts';
import type { SqliteDatabase, SqliteRow, SqliteStatement } from './sqlite-database.ts';
import { isBusy, storeFailure } from './store-failure.ts';

/**
 * How long SQLite itself waits at a time for other processes. Left to wait longer, it looks again only every 100 ms, by when a busy writer has taken the file
 * again hundreds of times: of two such writers, one waited for seconds. With short waits nobody starves.
 */
export const TURN_MS = 3;

// Databases in a transaction of ours, whichever store or inbox began it: another one on the same connection can only be begun by mistake.
const inTransaction = new WeakSet<SqliteDatabase>();

/** A database with its statements, its transactions and errors that are ours. */
export class SqliteConnection {
  readonly #database: SqliteDatabase;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;
  readonly #turns: number;

  constructor(database: SqliteDatabase, busyTimeoutMs: number) {
    this.#database = database;
    this.#turns = Math.ceil(busyTimeoutMs / TURN_MS);
    // Writers take their turn at the beginning: a transaction that first reads and then finds the file changed could only give up.
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  /** Prepares a statement that is kept for the connection's life. */
  prepare(sql: string): SqliteStatement {
    return this.read(() => this.#database.prepare(sql));
  }

  /** Runs statements that take and answer nothing. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** The value of a pragma. */
  pragma(name: string): unknown {
    const row = this.#database.prepare(`PRAGMA ${name}`).get() as SqliteRow | undefined;
    return row && Object.values(row)[0];
  }

  /**
   * Reads with one statement, which sees one state of the file.
   * @throws StoreError
   */
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
   * Does all of the work or nothing, as the only writer of the file; when it returns, the work is on the disk.
   * @throws StoreError `retryable` when other processes held the file for too long
   */
  write<Result>(work: () => Result): Result {
    if (inTransaction.has(this.#database)) {
      throw new StoreError(
        'This database is within the commit of a delivery: write through what that one lends, and call stores and inboxes after it',
      );
    }
    this.read(() => this.#begin.run());
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
      this.#giveUp();
      throw error instanceof PassedOn ? error.error : storeFailure(error);
    }
  }

  #finish(): void {
    try {
      this.#commit.run();
    } catch (error) {
      this.#giveUp();
      // A disk that fails while it makes sure may have kept what it was given.
      throw storeFailure(error, isBusy(error) ? 'none' : 'unknown');
    }
  }

  #giveUp(): void {
    try {
      this.#rollback.run();
    } catch {
      // After some failures SQLite has rolled back already and says that there is nothing to roll back: the first error is the one to tell.
    }
  }
}
