import { looseFields } from '../../validation/checks.ts';

/** A query result of any driver. */
export interface PostgresAnswer {
  /** One record per row. */
  readonly rows: unknown[];
}

/** Runs statements: a `pg` client, a transaction of PGlite, or anything else that takes `$1` parameters. */
export interface PostgresClient {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
}

/** A connection of a pool, to be released. */
export interface PostgresConnection extends PostgresClient {
  /** Returns the connection to the pool, or closes it if an error is given. */
  release(error?: Error): void;
  /**
   * `I` outside a transaction, `T` inside one, `E` inside a failed one. Not every driver offers it; `pg` does since
   * 8.21.
   */
  getTransactionStatus?(): string | null;
  /** Notifies that the connection broke, if the driver supports it. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes a listener. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of connections, such as `pg.Pool`. For PGlite use `pglitePool`. */
export interface PostgresPool extends PostgresClient {
  /** Takes a connection out of the pool. */
  connect(): Promise<PostgresConnection>;
}

/**
 * Runs work on a connection of the pool. A pool listens for errors only on idle connections, and an `error` event
 * without a listener ends the process, so this adds one. A connection that failed is not used again.
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
    // A server that ends the connection reports it first, and the connection breaks a moment later. A connection inside
    // a failed transaction refuses every statement.
    if (!isAnswer(error) || cutsOff(error) || isInFailedTransaction(error))
      broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.removeListener?.('error', listener);
    connection.release(broken);
  }
}

/** Runs a statement and returns its rows. `Row` must match its columns. */
export async function rowsOf<Row>(client: PostgresClient, text: string, values?: unknown[]): Promise<readonly Row[]> {
  return (await client.query(text, values)).rows as readonly Row[];
}

/** An error from the server, so the fate of the statement is known. */
export interface ServerAnswer {
  /** SQLSTATE: five characters. */
  readonly code: string;
  /** `ERROR`, `FATAL`, … */
  readonly severity: string;
  readonly message: string;
}

export function isAnswer(error: unknown): error is ServerAnswer {
  const { code, severity } = looseFields(error);
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/**
 * Whether the server closes the connection with this error (connection exceptions, shutdown, termination). Running
 * statements may have been committed.
 */
export function cutsOff({ code }: ServerAnswer): boolean {
  return /^(08|57P)/.test(code);
}

/** Whether the server refused the statement because an earlier one in the transaction failed. */
export function isInFailedTransaction({ code }: ServerAnswer): boolean {
  return code === '25P02';
}
