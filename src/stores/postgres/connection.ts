/** What an answer of PostgreSQL has, whatever the driver. */
export interface PostgresAnswer {
  /** One record a row. */
  readonly rows: unknown[];
}

/** Something that runs statements: a `pg` client, a transaction of PGlite, or whatever else takes `$1` parameters. */
export interface PostgresClient {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
}

/** A connection of a pool, to be given back. */
export interface PostgresConnection extends PostgresClient {
  /** Gives the connection back; with an error it is closed instead. */
  release(error?: Error): void;
  /** `I` outside a transaction, `T` inside one, `E` inside one that failed; where the driver says so, as `pg` does since 8.21. */
  getTransactionStatus?(): string | null;
  /** Hears that the connection broke, where the driver says so. */
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
 * Lends a connection of the pool. A pool hears of broken connections only while they lie in it, and an `error` that nobody hears ends the process, so it
 * is heard here; a connection on which something failed is not used again.
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
    // A server that ends the connection says so first; the connection itself breaks a moment later.
    // One inside a transaction that failed, which somebody left so, refuses everything.
    if (!isAnswer(error) || cutsOff(error) || isInFailedTransaction(error))
      broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.removeListener?.('error', listener);
    connection.release(broken);
  }
}

/** An error that the server answered with, so that the fate of the statement is known. */
export interface ServerAnswer {
  /** SQLSTATE: five characters. */
  readonly code: string;
  /** `ERROR`, `FATAL`, … */
  readonly severity: string;
  readonly message: string;
}

/** Tells what the server answered from what happened to the connection. */
export function isAnswer(error: unknown): error is ServerAnswer {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  return typeof severity === 'string' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/** Does the server end the connection with this answer (connection exceptions, shutdown, termination)? What was under way may have been committed. */
export function cutsOff({ code }: ServerAnswer): boolean {
  return /^(08|57P)/.test(code);
}

/** Did the server refuse the statement because an earlier one of its transaction failed? */
export function isInFailedTransaction({ code }: ServerAnswer): boolean {
  return code === '25P02';
}
