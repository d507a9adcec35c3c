import { StoreError } from '../../errors.ts';
import {
  isAnswer,
  isInFailedTransaction,
  type PostgresClient,
  type PostgresConnection,
  type PostgresPool,
  rowsOf,
  withConnection,
} from './connection.ts';
import { isClash, type Moment, storeFailure } from './failures.ts';

/** Runs a store's statements. `Row` must match the statement's columns. Every failure is thrown as a StoreError. */
export interface PostgresAccess {
  read<Row>(text: string, values: unknown[]): Promise<readonly Row[]>;
  /** Runs a statement in a separate transaction: once it resolves, its writes are durable. */
  write<Row>(text: string, values: unknown[]): Promise<readonly Row[]>;
}

// A clash means that another transaction succeeded. This many in a row mean that something else is wrong.
const MAX_CLASHES = 10;

/** Runs every statement on a pooled connection in a separate transaction. Awaits `ready` first. */
export function poolAccess(pool: PostgresPool, ready: () => Promise<void>): PostgresAccess {
  return {
    async read(text, values) {
      await ready();
      return rowsIn(pool, { text, values }, 'reading');
    },
    async write<Row>(text: string, values: unknown[]) {
      await ready();
      // Before a connection exists, nothing was written. If it breaks later, something may have been.
      let moment: Moment = 'connecting';
      try {
        return await withConnection(pool, async (connection) => {
          moment = 'committing';
          return await inOwnTransaction(connection, () => repeatClashes(() => rowsOf<Row>(connection, text, values)));
        });
      } catch (error) {
        throw storeFailure(error, moment, pool);
      }
    },
  };
}

/** Runs every statement within the caller's transaction, which the caller ends. */
export function transactionAccess(client: PostgresClient): PostgresAccess {
  const run: PostgresAccess['read'] = (text, values) => rowsIn(client, { text, values }, 'in-transaction');
  return { read: run, write: run };
}

async function rowsIn<Row>(
  client: PostgresClient,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  moment: Moment,
): Promise<readonly Row[]> {
  try {
    return await rowsOf<Row>(client, text, values);
  } catch (error) {
    throw storeFailure(error, moment, client);
  }
}

async function repeatClashes<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let clash = 1; ; clash++) {
    try {
      return await write();
    } catch (error) {
      if (!isClash(error) || clash >= MAX_CLASHES) throw error;
    }
  }
}

// Null until the transaction writes something. Outside a transaction it is always null.
const HAS_WRITTEN = 'select txid_current_if_assigned() is not null as written';

/**
 * Runs a statement that must be a separate transaction. Other code may have returned the connection to the pool inside
 * an open transaction. A write there would be acknowledged and then lost with that transaction. So it is rolled back at
 * once, and the error closes the connection.
 * @throws StoreError `outcome` is `none`
 */
async function inOwnTransaction<Result>(connection: PostgresConnection, run: () => Promise<Result>): Promise<Result> {
  if (statusOf(connection)?.isOpen) throw await endOpenTransaction(connection);
  try {
    const result = await run();
    if (!(await hasWrittenInTransaction(connection))) return result;
  } catch (error) {
    if (isAnswer(error) && (isInFailedTransaction(error) || statusOf(connection)?.isOpen))
      throw await endOpenTransaction(connection);
    throw error;
  }
  throw await endOpenTransaction(connection);
}

/**
 * Call this before a transaction begins. Inside an open transaction of other code, `begin` would be ignored and the
 * commit would commit their writes too.
 * @throws StoreError
 */
export async function refuseOpenTransaction(connection: PostgresConnection): Promise<void> {
  await inOwnTransaction(connection, async () => undefined);
}

/** Wraps an error of the caller's code, to tell it from database errors. */
export class CallerFailed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** One state of the database for several statements. They must not write. */
export const READING = 'begin isolation level repeatable read read only';
export const WRITING = 'begin isolation level read committed';

/**
 * Runs work in a transaction on one connection.
 * @throws the error within a {@link CallerFailed}; StoreError, with `outcome` `unknown` if the connection broke while a
 * write was being committed
 */
export async function inTransaction<Result>(
  pool: PostgresPool,
  begin: typeof READING | typeof WRITING,
  work: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  // Before the commit nothing can be left behind: any failure rolls the transaction back.
  let moment: Moment = 'reading';
  try {
    const ending = await withConnection(pool, async (connection) => {
      await refuseOpenTransaction(connection);
      await connection.query(begin);
      try {
        const result = await work(connection);
        if (begin === WRITING) moment = 'committing';
        await connection.query('commit');
        return { result };
      } catch (error) {
        const isBack = await connection.query('rollback').then(
          () => true,
          () => false,
        );
        // The connection is intact, so it stays in the pool.
        if (error instanceof CallerFailed && isBack) return error;
        throw error;
      }
    });
    if (ending instanceof CallerFailed) throw ending;
    return ending.result;
  } catch (error) {
    throw error instanceof CallerFailed ? error.error : storeFailure(error, moment, pool);
  }
}

// The driver's own status costs nothing. Without it, a query detects transactions that have already written.
async function hasWrittenInTransaction(connection: PostgresConnection): Promise<boolean> {
  const status = statusOf(connection);
  if (status) return status.isOpen;
  const [row] = await rowsOf<{ readonly written: boolean }>(connection, HAS_WRITTEN);
  return row?.written === true;
}

function statusOf(connection: PostgresConnection): { readonly isOpen: boolean } | undefined {
  let status: unknown;
  try {
    status = connection.getTransactionStatus?.();
  } catch {
    // The native bindings of pg have this method, but may lack what it calls.
  }
  return status === 'I' || status === 'T' || status === 'E' ? { isOpen: status !== 'I' } : undefined;
}

async function endOpenTransaction(connection: PostgresConnection): Promise<StoreError> {
  // If this fails, the connection is gone, and its transaction too.
  await connection.query('rollback').catch(() => undefined);
  const message =
    'A connection of the pool came back inside a transaction that other code had not ended, so nothing was written: ' +
    'commit or roll back there before release(), also after an error';
  return new StoreError(message, { retryable: true });
}
