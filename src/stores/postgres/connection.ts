import { looseFields } from '../../validation/checks.ts';

/** What an answer of PostgreSQL has, whatever the driver. */
export interface PostgresAnswer {
  /** One record a row. */
  readonly rows: unknown[];
}

/** Runs statements: a `pg` client, a transaction of PGlite, or anything else that takes `$1` parameters. */
export interface PostgresClient {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
}

/** A connection of a pool, to be released. */
export interface PostgresConnection extends PostgresClient {
  /** Puts the connection back into the pool; with an error it is closed instead. */
  release(error?: Error): void;
  /** `I` outside a transaction, `T` inside one, `E` inside one that failed; where the driver says so, as `pg` does since 8.21. */
  getTransactionStatus?(): string | null;
  /** Notifies that the connection broke, where the driver does. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Takes a listener off again. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of connections, such as `pg.Pool`; PGlite becomes one by `pglitePool`. */
export interface PostgresPool extends PostgresClient {
  /** Takes a connection out of the pool. */
  connect(): Promise<PostgresConnection>;
}

/**
 * Lends a connection of the pool. A pool listens for errors only of idle connections, and an `error` without a listener ends the process, so there is one here.
 * A connection on which something failed is not used again.
 */
export async function withConnection<Result>(
  pool: PostgresPool,
  use: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  const listener = (error: Error): void => {
    broken = error;
  };
  connection.on?.('error', listener);
  try {
    return await use(connection);
  } catch (error) {
    // A server that ends the connection says so first, and the connection breaks a moment later. One that other code left inside a failed transaction refuses
    // everything.
    if (!isAnswer(error) || cutsOff(error) || isInFailedTransaction(error))
      broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.removeListener?.('error', listener);
    connection.release(broken);
  }
}

/** Runs a statement and answers its rows. `Row` must be what its columns give. */
export async function rowsOf<Row>(client: PostgresClient, text: string, values?: unknown[]): Promise<readonly Row[]> {
  return (await client.query(text, values)).rows as readonly Row[];
}

/** An error that the server answered with, so that the fate of the statement is known. */
export interface ServerAnswer {
  /** SQLSTATE: five characters. */
  readonly code: string;
  /** `ERROR`, `FATAL`, … */
  readonly severity: string;
  readonly message: string;
}

/** Whether the server answered with this error, as opposed to a broken connection. */
export function isAnswer(error: unknown): error is ServerAnswer {
  const { code, severity } = looseFields(error);
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/** Whether the server ends the connection with this answer (connection exceptions, shutdown, termination). What was under way may have been committed. */
export function cutsOff({ code }: ServerAnswer): boolean {
  return /^(08|57P)/.test(code);
}

/** Whether the server refused the statement because an earlier one of its transaction failed. */
export function isInFailedTransaction({ code }: ServerAnswer): boolean {
  return code === '25P02';
}
