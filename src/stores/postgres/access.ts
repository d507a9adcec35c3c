import { type PostgresClient, type PostgresPool, withConnection } from './connection.ts';
import { isClash, type Moment, storeFailure } from './failures.ts';
import { inOwnTransaction } from './open-transaction.ts';

/** How a store gets at its database. Every failure comes out as a StoreError. */
export interface PostgresAccess {
  /** Runs a statement that changes nothing. */
  read(text: string, values: unknown[]): Promise<readonly unknown[]>;
  /** Runs a statement that is a transaction of its own: when it answers, what it wrote is durable. */
  write(text: string, values: unknown[]): Promise<readonly unknown[]>;
}

// Each time somebody else went on; so many in a row means that something else is wrong.
const MAX_CLASHES = 10;

/** Every statement on a connection of its own, in a transaction of its own. `ready` is awaited first. */
export function poolAccess(pool: PostgresPool, ready: () => Promise<void>): PostgresAccess {
  async function write(text: string, values: unknown[]): Promise<readonly unknown[]> {
    // Whoever got no connection wrote nothing; whoever lost one may have.
    let moment: Moment = 'connecting';
    try {
      return await withConnection(pool, async (connection) => {
        moment = 'committing';
        return await inOwnTransaction(connection, () =>
          repeatClashes(async () => (await connection.query(text, values)).rows),
        );
      });
    } catch (error) {
      throw storeFailure(error, moment, pool);
    }
  }

  return {
    async read(text, values) {
      await ready();
      return rowsOf(pool, { text, values }, 'reading');
    },
    async write(text, values) {
      await ready();
      return write(text, values);
    },
  };
}

/** Every statement within a transaction of the caller's, which the caller ends. */
export function transactionAccess(client: PostgresClient): PostgresAccess {
  const run = (text: string, values: unknown[]) => rowsOf(client, { text, values }, 'in-transaction');
  return { read: run, write: run };
}

async function rowsOf(
  client: PostgresClient,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  moment: Moment,
): Promise<readonly unknown[]> {
  try {
    return (await client.query(text, values)).rows;
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
