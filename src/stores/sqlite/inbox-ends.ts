import { InputError, RepayKitError, StoreError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import { checkSettlement, type Inbox, type Settlement, storedReason } from '../../webhooks/inbox/inbox.ts';
import { GroupCommit } from '../group-commit.ts';
import {
  PassedOn,
  type SqliteConnection,
  type SqliteDatabase,
  type SqliteInteger,
  type SqliteStatement,
} from './sqlite-connection.ts';
import { inboxStatements } from './statements.ts';

/** Ends claims, alone or in one transaction with the writes of the lender's code. */
export function deliveryEnds(
  connection: SqliteConnection,
  database: SqliteDatabase,
  write: SharedWrite,
): Pick<Inbox<SqliteDatabase>, 'settle'> {
  const heldDelivery = connection.prepare<{ readonly place: SqliteInteger }>(inboxStatements.heldDelivery);
  const end = endWriter(connection);

  return {
    async settle(claim, settlement, commit) {
      checkSettlement(claim, settlement);
      const endHeld = () => {
        const held = heldDelivery.get(claim.key, claim.fence);
        if (!held) return false;
        if (commit) lendDatabase(database, commit);
        end(Number(held.place), settlement);
        return true;
      };
      // Writes of the lender's code must roll back alone, so they share no transaction.
      return commit ? connection.write(endHeld) : write(endHeld);
    },
  };
}

function endWriter(connection: SqliteConnection): (place: number, settlement: Settlement) => void {
  const finishDelivery = connection.prepare(inboxStatements.finishDelivery);
  const finishWithBody = connection.prepare(inboxStatements.finishWithBody);
  const postponeDelivery = connection.prepare(inboxStatements.postponeDelivery);
  const shutDelivery = connection.prepare(inboxStatements.shutDelivery);

  return (place, settlement) => {
    if (settlement.kind === 'failed') postponeDelivery.run(storedReason(settlement.reason), settlement.dueAt, place);
    else if (settlement.kind === 'quarantined') shutDelivery.run(storedReason(settlement.reason), place);
    else if (settlement.keepBodyUntil === undefined) finishDelivery.run(place);
    else finishWithBody.run(settlement.keepBodyUntil, place);
  };
}

type Effects = (transaction: SqliteDatabase) => void | Promise<void>;

// A savepoint ends with its transaction, so it reveals code that ended the transaction itself.
const SAVEPOINT = 'repaykit_effects';

/**
 * Passes a database with an open transaction to the lender's code, for the duration of the call. Everything that this
 * process does on the connection meanwhile would join the transaction, so the call must be synchronous.
 * @throws PassedOn with the error of the lender's code; InputError if it returns a promise; StoreError if it ended the
 * transaction
 */
function lendDatabase(database: SqliteDatabase, effects: Effects): void {
  const lease = { isOver: false };
  database.exec(`SAVEPOINT ${SAVEPOINT}`);
  let answer: unknown;
  try {
    answer = effects(guarded(database, lease));
  } catch (error) {
    throw new PassedOn(error);
  } finally {
    lease.isOver = true;
  }
  if (isPromise(answer)) {
    // It continues and fails, because the lease is over.
    Promise.resolve(answer).catch(() => undefined);
    const message =
      'answers a promise, so all was taken back: SQLite has one connection, and what others do on it meanwhile would be committed too. Write without await, and do before or after it what takes time';
    throw new InputError('An inbox cannot do this', [{ path: 'commit', message }]);
  }
  try {
    database.exec(`RELEASE ${SAVEPOINT}`);
  } catch (cause) {
    const message =
      'What was to be committed with a delivery ended the transaction itself: leave out BEGIN, COMMIT and ROLLBACK';
    throw new StoreError(message, { cause, outcome: 'unknown' });
  }
}

/** Guards the passed database: a call after the lease would be written whatever happened to the delivery. */
function guarded(database: SqliteDatabase, lease: { readonly isOver: boolean }): SqliteDatabase {
  const whileLent = <Result>(act: () => Result): Result => {
    if (lease.isOver)
      throw new StoreError('The transaction of this delivery has ended: write within commit, without await');
    return act();
  };
  const guardedStatement = (statement: SqliteStatement): SqliteStatement => ({
    run: (...values) => whileLent(() => statement.run(...values)),
    get: (...values) => whileLent(() => statement.get(...values)),
    all: (...values) => whileLent(() => statement.all(...values)),
  });
  return {
    exec: (sql) => whileLent(() => database.exec(sql)),
    prepare: (sql) => whileLent(() => guardedStatement(database.prepare(sql))),
  };
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof looseFields(answer).then === 'function';
}

/** Writes in a shared transaction. When it resolves, the write is on the disk. */
export type SharedWrite = <Result>(work: () => Result) => Promise<Result>;

// A transaction should take a few milliseconds, because it blocks the thread.
const MOST_TOGETHER = 200;

/**
 * Lets writes from one turn of the event loop share a transaction and its fsync. Deliveries arrive in bursts, and each
 * is written four times. With a commit for each write, a few hundred deliveries a second would block the thread
 * completely.
 */
export function sharedWrites(connection: SqliteConnection): SharedWrite {
  const writes = new GroupCommit<() => unknown, unknown>({
    write: async (batch) => connection.write(() => batch.map((work) => work())),
    // They run one after the other, so shared keys are safe.
    keysOf: () => [],
    maxItems: MOST_TOGETHER,
    maxWeight: MOST_TOGETHER,
    // A file that other processes lock, or a failing disk, is not caused by an item.
    blamesContent: (error) => error instanceof RepayKitError && !error.retryable && error.outcome === 'none',
    // Writes that have already arrived join the batch.
    gather: () => new Promise((resolve) => setImmediate(resolve)),
  });
  // A batch returns to each item the result of its own work.
  return <Result>(work: () => Result) => writes.submit(work) as Promise<Result>;
}
