import { StoreError } from '../../../errors.ts';
import { CallerFailed, inTransaction, WRITING } from '../access.ts';
import { type PostgresClient, type PostgresConnection, type PostgresPool, rowsOf } from '../connection.ts';
import { END, endValues, type PendingEnd } from './inbox-writes.ts';

// Locks an item whose claim holds. Until the transaction ends, nothing else can claim, reopen or decide it. Parameters:
// key, fence.
const HOLD = `select txid_current()::text as transaction from {schema}.inbox
  where key = $1 and fence = $2::bigint and status = 'unfinished' and lease_until is not null for no key update`;

type Effects = (transaction: PostgresClient) => void | Promise<void>;

interface InboxPlace {
  readonly pool: PostgresPool;
  readonly sql: (statement: string) => string;
}

/**
 * Ends a claim together with the writes of `effects`, in one transaction on one connection. Returns false, without a
 * call, if the claim no longer holds.
 * @throws what `effects` throw; StoreError, with `outcome` `unknown` if the connection broke during the commit
 */
export function endWithEffects({ pool, sql }: InboxPlace, end: PendingEnd, effects: Effects): Promise<boolean> {
  return inTransaction(pool, WRITING, (connection) => writeBoth(connection, { sql, end, effects }));
}

type BothWrites = Pick<InboxPlace, 'sql'> & { readonly end: PendingEnd; readonly effects: Effects };

async function writeBoth(connection: PostgresConnection, { sql, end, effects }: BothWrites): Promise<boolean> {
  const { key, fence } = end.claim;
  const [hold] = await rowsOf<{ readonly transaction: string }>(connection, sql(HOLD), [key, fence]);
  if (!hold) return false;
  await lend(connection, effects);
  const { rows: ended } = await connection.query(sql(END), endValues([end], hold.transaction));
  if (ended.length > 0) return true;
  // The row is locked, so this is the only possible cause.
  throw new StoreError(
    'What was to be committed with a delivery ended the transaction itself: leave out begin, commit and rollback',
    { outcome: 'unknown' },
  );
}

/**
 * Passes the connection to `effects` and blocks it afterwards: a later statement would be written whatever happened to
 * the delivery.
 */
async function lend(connection: PostgresConnection, effects: Effects): Promise<void> {
  let isOver = false;
  const transaction: PostgresClient = {
    async query(...given) {
      if (!isOver) return connection.query(...given);
      throw new StoreError(
        'The transaction of this delivery has ended: await within commit all that is written through it',
      );
    },
  };
  try {
    await effects(transaction);
  } catch (error) {
    throw new CallerFailed(error);
  } finally {
    isOver = true;
  }
}
