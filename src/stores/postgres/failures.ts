import { StoreError } from '../../errors.ts';
import { cutsOff, isAnswer } from './connection.ts';

/** What to do about an answer of the server, by SQLSTATE. */
const advice: Readonly<Record<string, string>> = {
  '3F000': 'bring the schema up to date with `repaykit migrate`',
  '42P01': 'bring the schema up to date with `repaykit migrate`',
  '42883': 'bring the schema up to date with `repaykit migrate`',
  '42703': 'bring the schema up to date with `repaykit migrate`',
  '42501': 'give the role the permissions that docs/stores.md lists',
  '25006': 'connect to the primary, not to a replica that only reads',
  '25P02': 'an earlier statement failed in this transaction: roll it back and begin again',
  '53300': 'the server has no connection left: make the pools smaller or the server larger',
};

// The transaction was undone as a whole, and the same statement can succeed at once.
const CLASHES = new Set(['40001', '40P01']);
// In the way of others, too many connections, a lock not given in time, or starting up: later it works.
const LATER = /^(40|53300|55P03|57P)/;
// Data, integrity, limits: the content of the statement is to blame.
const CONTENT = /^(22|23|54)/;

/** Was nothing written, only because another transaction was in the way? */
export function isClash(error: unknown): boolean {
  return isAnswer(error) && CLASHES.has(error.code);
}

/** Does what was to be written not fit the database, so that it can be written neither now nor later? */
export function blamesContent(error: unknown): boolean {
  return error instanceof StoreError && isAnswer(error.cause) && CONTENT.test(error.cause.code);
}

/** When a statement failed: before it was on its way, in a read, in a write that ends with a commit, or within a transaction that is not ours to end. */
export type Moment = 'connecting' | 'reading' | 'committing' | 'in-transaction';

/** The error for a statement that failed. `outcome` is `unknown` when it may have been committed all the same. */
export function storeFailure(error: unknown, moment: Moment): StoreError {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (moment === 'committing' && (!isAnswer(error) || cutsOff(error))) {
    const message = `The connection to PostgreSQL broke while it was writing (${reason}): it may have written; read again to know`;
    return new StoreError(message, { cause: discreet(error), outcome: 'unknown' });
  }
  if (!isAnswer(error)) return new StoreError(`No connection to PostgreSQL: ${reason}`, { cause: error, retryable: true });
  const hint = advice[error.code] ?? (moment === 'in-transaction' ? 'roll your transaction back and begin again' : 'look it up in the log of the server');
  return new StoreError(`PostgreSQL refused (${error.code}): ${reason}: ${hint}`, { cause: discreet(error), retryable: LATER.test(error.code) });
}

// Loggers follow causes, and what the driver hangs on an answer (detail, where, hint) repeats what was to be written.
function discreet(error: unknown): unknown {
  if (!isAnswer(error)) return error;
  const { code, severity } = error;
  return Object.assign(new Error(`PostgreSQL answered ${code}`), { code, severity });
}
