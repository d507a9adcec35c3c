import { InputError, StoreError } from '../../../errors.ts';
import { PassedOn } from '../passed-on.ts';
import type { SqliteDatabase, SqliteStatement } from '../sqlite-database.ts';

/** What is written together with the end of a claim. */
export type Effects = (transaction: SqliteDatabase) => void | Promise<void>;

// A savepoint goes with its transaction, so whoever ends that one is found out.
const SAVEPOINT = 'repaykit_effects';

/**
 * Lends a database that is in a transaction to the merchant's code, for as long as the call takes. Everything that this process does on the connection meanwhile
 * would land in the transaction, so the call must be done when it returns.
 * @throws PassedOn with what the merchant's code threw
 * @throws InputError when it answers a promise
 * @throws StoreError when it ended the transaction
 */
export function lendDatabase(database: SqliteDatabase, effects: Effects): void {
  const loan = { isOver: false };
  database.exec(`SAVEPOINT ${SAVEPOINT}`);
  const answer = during(loan, () => effects(guarded(database, loan)));
  if (isPromise(answer)) {
    // It goes on and fails, because the loan is over; nobody waits for it any more.
    Promise.resolve(answer).catch(() => undefined);
    throw new InputError('An inbox cannot do this', [
      {
        path: 'commit',
        message:
          'answers a promise, so all was taken back: SQLite has one connection, and what others do on it meanwhile would be committed too. Write without await, and do before or after it what takes time',
      },
    ]);
  }
  try {
    database.exec(`RELEASE ${SAVEPOINT}`);
  } catch (error) {
    throw new StoreError(
      'What was to be committed with a delivery ended the transaction itself: leave out BEGIN, COMMIT and ROLLBACK',
      {
        cause: error,
        outcome: 'unknown',
      },
    );
  }
}

interface Loan {
  isOver: boolean;
}

function during(loan: Loan, use: () => unknown): unknown {
  try {
    return use();
  } catch (error) {
    throw new PassedOn(error);
  } finally {
    loan.isOver = true;
  }
}

/** The database as it is lent: what comes later would be written whatever became of the delivery. */
function guarded(database: SqliteDatabase, loan: Loan): SqliteDatabase {
  const whileLent = <Result>(act: () => Result): Result => {
    if (loan.isOver)
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
  return typeof (answer as { readonly then?: unknown } | undefined)?.then === 'function';
}
