/** Pools that this package creates: from a connection string, and over PGlite. */

import { ConfigurationError, StoreError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import { type PostgresAnswer, type PostgresConnection, type PostgresPool, withConnection } from './connection.ts';
import { placeOfClient } from './connection-string.ts';

export interface OwnPool extends PostgresPool {
  /** Host and port, or the socket; never user or password. */
  readonly place: string | undefined;
  /** Runs `work`; closing waits for it. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits for running work. The last user of the shared connections closes them. */
  close(): Promise<void>;
}

/** The part of `pg` that is used. */
interface PgPool extends PostgresPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}
type PgPoolClass = new (options: Readonly<Record<string, unknown>>) => PgPool;

/** The connections of this process to one database. Stores and inboxes with the same connection string share them. */
interface SharedPool {
  readonly pool: Promise<PgPool>;
  users: number;
}
const shared = new Map<string, SharedPool>();

// Long enough for a server that is starting, short enough for a waiting deployment.
const CONNECT_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 10;

/**
 * Creates a pool from a connection string. Its connections open on first use, are shared within the process, and are
 * closed by the last user.
 */
export function ownPool(connectionString: string): OwnPool {
  let used: SharedPool | undefined;
  let underWay = 0;
  let closing: Promise<void> | undefined;
  let onIdle: (() => void) | undefined;
  let isLeft = false;

  async function connect(): Promise<PostgresConnection> {
    if (isLeft) throw closed();
    used ??= join(connectionString);
    const opened = await used.pool.catch((error) => {
      // Nothing was opened, so the next use imports pg again.
      used = undefined;
      throw error;
    });
    return opened.connect();
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closing) throw closed();
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      if (underWay === 0) onIdle?.();
    }
  }

  async function close(): Promise<void> {
    if (underWay > 0)
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    isLeft = true;
    if (used) await leave(connectionString, used);
  }

  const pool: OwnPool = {
    place: placeOfClient({ options: { connectionString } }),
    connect,
    during,
    query: (text, values) => withConnection(pool, (connection) => connection.query(text, values)),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
  return pool;
}

function join(connectionString: string): SharedPool {
  const found = shared.get(connectionString) ?? { pool: openPool(connectionString), users: 0 };
  shared.set(connectionString, found);
  found.users += 1;
  found.pool.catch(() => forget(connectionString, found));
  return found;
}

async function leave(connectionString: string, used: SharedPool): Promise<void> {
  used.users -= 1;
  if (used.users > 0) return;
  forget(connectionString, used);
  await (await used.pool).end();
}

function forget(connectionString: string, used: SharedPool): void {
  if (shared.get(connectionString) === used) shared.delete(connectionString);
}

async function openPool(connectionString: string): Promise<PgPool> {
  const Pool = await loadPg();
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Idle connections must not keep the process alive: a script that closes nothing still ends.
    allowExitOnIdle: true,
  });
  // A broken idle connection is replaced when needed. Without a listener, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function loadPg(): Promise<PgPoolClass> {
  try {
    const { default: pg } = await import('pg');
    // The part of its types that is used.
    return pg.Pool as unknown as PgPoolClass;
  } catch (cause) {
    // A missing dependency of pg is reported as pg's own failure.
    const { code, message } = looseFields(cause);
    const isMissing =
      (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
      /^Cannot find (package|module) 'pg'/.test(String(message));
    if (!isMissing) throw cause;
    throw new ConfigurationError('repaykit/postgres', [{ path: 'pg', message: 'is not installed: npm install pg' }], {
      cause,
    });
  }
}

function closed(): StoreError {
  return new StoreError('The connections to PostgreSQL were closed by close(): make a new store or inbox');
}

/** The part of PGlite that is used. */
export interface PGliteDatabase {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<PostgresAnswer>;
  /** Whether a transaction is open. */
  isInTransaction?(): boolean;
}

/**
 * Turns PGlite (in-process PostgreSQL) into a pool, for tests. It has one connection, so callers wait for each other.
 * For one process only.
 */
export function pglitePool(database: PGliteDatabase): PostgresPool {
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<PostgresConnection> {
    const before = last;
    let release = (): void => undefined;
    last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    return {
      query: (text, values) => database.query(text, values),
      release,
      getTransactionStatus() {
        const isOpen = database.isInTransaction?.();
        return isOpen === undefined ? null : isOpen ? 'T' : 'I';
      },
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
