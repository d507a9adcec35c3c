import { StoreError } from '../../errors.ts';
import { isAnswer, isInFailedTransaction, type PostgresConnection } from './connection.ts';

// Null until something was written: a statement of its own, so outside a transaction it is always null.
const HAS_WRITTEN = 'select txid_current_if_assigned() is not null as written';

/**
 * Runs a statement that has to be a transaction of its own. Other code may have put the connection back inside a transaction: what is written there is
 * answered, and gone with that transaction. So it is rolled back at once, and the error has the connection closed.
 * @throws StoreError `outcome` is `none`
 */
export async function inOwnTransaction<Result>(
  connection: PostgresConnection,
  run: () => Promise<Result>,
): Promise<Result> {
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

/** To be called before a transaction is begun: `begin` inside the open transaction of other code would be ignored, and the commit would be theirs too. @throws StoreError */
export async function refuseOpenTransaction(connection: PostgresConnection): Promise<void> {
  await inOwnTransaction(connection, async () => undefined);
}

// By what the driver knows, which costs nothing. Drivers that do not say are asked for by a statement: it finds each transaction that would take something along.
async function hasWrittenInTransaction(connection: PostgresConnection): Promise<boolean> {
  const status = statusOf(connection);
  if (status) return status.isOpen;
  const { rows } = await connection.query(HAS_WRITTEN);
  return (rows as readonly { readonly written: boolean }[])[0]?.written === true;
}

function statusOf(connection: PostgresConnection): { readonly isOpen: boolean } | undefined {
  const status = readStatus(connection);
  return status === 'I' || status === 'T' || status === 'E' ? { isOpen: status !== 'I' } : undefined;
}

function readStatus(connection: PostgresConnection): unknown {
  try {
    return connection.getTransactionStatus?.();
  } catch {
    // The native bindings of pg have the method, and need not have what it calls.
    return undefined;
  }
}

async function endOpenTransaction(connection: PostgresConnection): Promise<StoreError> {
  // A connection on which this fails is gone, and the transaction with it.
  await connection.query('rollback').catch(() => undefined);
  const message =
    'A connection of the pool came back inside a transaction that other code had not ended, so nothing was written: ' +
    'commit or roll back there before release(), also after an error';
  return new StoreError(message, { retryable: true });
}
