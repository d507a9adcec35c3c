import { StoreError } from '../../../errors.ts';
import { refuseOpenTransaction } from '../access.ts';
import {
  type PostgresClient,
  type PostgresConnection,
  type PostgresPool,
  rowsOf,
  withConnection,
} from '../connection.ts';
import { type Moment, storeFailure } from '../failures.ts';
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

// Wraps an error of the lender's code, to tell it from database errors.
class EffectsFailed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Ends a claim together with the writes of `effects`, in one transaction on one connection. Returns false, without a
 * call, if the claim no longer holds.
 * @throws what `effects` throw; StoreError, with `outcome` `unknown` if the connection broke during the commit
 */
export async function endWithEffects({ pool, sql }: InboxPlace, end: PendingEnd, effects: Effects): Promise<boolean> {
  // Before the commit nothing can be left behind: any failure rolls the transaction back.
  let moment: Moment = 'reading';
  try {
    const ending = await withConnection(pool, async (connection) => {
      await refuseOpenTransaction(connection);
      await connection.query('begin isolation level read committed');
      try {
        const isHeld = await writeBoth(connection, { sql, end, effects });
        moment = 'committing';
        await connection.query(isHeld ? 'commit' : 'rollback');
        return isHeld;
      } catch (error) {
        const isBack = await connection.query('rollback').then(
          () => true,
          () => false,
        );
        // The connection is intact, so it stays in the pool.
        if (error instanceof EffectsFailed && isBack) return error;
        throw error;
      }
    });
    if (ending instanceof EffectsFailed) throw ending;
    return ending;
  } catch (error) {
    throw error instanceof EffectsFailed ? error.error : storeFailure(error, moment, pool);
  }
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
    throw new EffectsFailed(error);
  } finally {
    isOver = true;
  }
}
