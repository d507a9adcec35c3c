import type { PostgresAnswer, PostgresConnection, PostgresPool } from './connection.ts';

/** What is used of PGlite. */
export interface PGliteDatabase {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  /** Is a transaction open? */
  isInTransaction?(): boolean;
}

const statuses: Readonly<Record<string, string>> = { true: 'T', false: 'I' };

/** Makes PGlite (PostgreSQL within the process) a pool, for tests: it has one connection, so whoever comes while it is lent waits. One process only. */
export function pglitePool(database: PGliteDatabase): PostgresPool {
  let last: Promise<unknown> = Promise.resolve();

  /** Waits for whoever has the connection; the answer gives it to the next one. */
  async function take(): Promise<() => void> {
    const before = last;
    const { promise, resolve } = withResolvers();
    last = promise;
    await before;
    return resolve;
  }

  async function connect(): Promise<PostgresConnection> {
    const release = await take();
    return {
      query: (text, values) => database.query(text, values),
      release,
      getTransactionStatus: () => statuses[String(database.isInTransaction?.())] ?? null,
    };
  }

  return {
    connect,
    async query(text, values) {
      const connection = await connect();
      try {
        return await connection.query(text, values);
      } finally {
        connection.release();
      }
    },
  };
}

// Promise.withResolvers came with Node 22.
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
