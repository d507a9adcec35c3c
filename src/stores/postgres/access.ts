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

/** How a store reaches its database. `Row` must be what the statement's columns give. Every failure is thrown as a StoreError. */
export interface PostgresAccess {
  /** Runs a statement that changes nothing. */
  read<Row>(text: string, values: unknown[]): Promise<readonly Row[]>;
  /** Runs a statement that is a transaction of its own: when it answers, what it wrote is durable. */
  write<Row>(text: string, values: unknown[]): Promise<readonly Row[]>;
}

// A clash means that another transaction succeeded. So many in a row mean that something else is wrong.
const MAX_CLASHES = 10;

/** Every statement on a connection of its own, in a transaction of its own. `ready` is awaited first. */
export function poolAccess(pool: PostgresPool, ready: () => Promise<void>): PostgresAccess {
  return {
    async read(text, values) {
      await ready();
      return rowsIn(pool, { text, values }, 'reading');
    },
    async write<Row>(text: string, values: unknown[]) {
      await ready();
      // Without a connection nothing was written; once it breaks, something may have been.
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

/** Every statement within a transaction of the caller's, which the caller ends. */
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

// Null until something was written: as a statement of its own, outside a transaction it is always null.
const HAS_WRITTEN = 'select txid_current_if_assigned() is not null as written';

/**
 * Runs a statement that must be a transaction of its own. Other code may have put the connection back inside a transaction: what is written there is
 * answered, and gone with that transaction. So it is rolled back at once, and the error has the connection closed.
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

/** To be called before a transaction begins: `begin` inside the open transaction of other code would be ignored, and the commit would be theirs too. @throws StoreError */
export async function refuseOpenTransaction(connection: PostgresConnection): Promise<void> {
  await inOwnTransaction(connection, async () => undefined);
}

// What the driver knows costs nothing. Where it says nothing, a statement finds each transaction that would take something along.
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
    // The native bindings of pg have the method, and may lack what it calls.
  }
  return status === 'I' || status === 'T' || status === 'E' ? { isOpen: status !== 'I' } : undefined;
}

async function endOpenTransaction(connection: PostgresConnection): Promise<StoreError> {
  // If this fails, the connection is gone, and the transaction with it.
  await connection.query('rollback').catch(() => undefined);
  const message =
    'A connection of the pool came back inside a transaction that other code had not ended, so nothing was written: ' +
    'commit or roll back there before release(), also after an error';
  return new StoreError(message, { retryable: true });
}
