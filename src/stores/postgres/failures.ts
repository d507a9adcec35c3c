import { RepayKitError, StoreError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import { cutsOff, isAnswer } from './connection.ts';
import { firstOf, placeOfClient, placeOfError } from './connection-string.ts';

const advice: Readonly<Record<string, string>> = {
  '3F000': 'bring the schema up to date with `repaykit migrate`',
  '42P01': 'bring the schema up to date with `repaykit migrate`',
  '42883': 'bring the schema up to date with `repaykit migrate`',
  '42703': 'bring the schema up to date with `repaykit migrate`',
  '42501': 'give the role the permissions that docs/stores.md lists',
  '25006': 'connect to the primary, not to a replica that only reads',
  '25P02': 'an earlier statement failed in this transaction: roll it back and begin again',
  '3D000': 'create the database, or correct its name in connectionString or DATABASE_URL',
  '57P03': 'the server is starting or stopping: try again in a moment',
  '53300': 'the server has no connection left: make the pools smaller or the server larger',
};

// The whole transaction was rolled back, and the same statement can succeed at once.
const CLASHES = new Set(['40001', '40P01']);
// A clash, too many connections, a lock timeout, or a starting server: a later attempt can succeed.
const LATER = /^(40|53300|55P03|57P)/;
// Data, integrity, limits: caused by the content of the statement.
const CONTENT = /^(22|23|54)/;

/** Whether nothing was written, only because of a conflict with another transaction. */
export function isClash(error: unknown): boolean {
  return isAnswer(error) && CLASHES.has(error.code);
}

/** Whether the content does not fit the database, so that it can never be written. */
export function blamesContent(error: unknown): boolean {
  return error instanceof StoreError && isAnswer(error.cause) && CONTENT.test(error.cause.code);
}

/** When a statement failed: before it was sent, in a read, in a write that commits, or in the caller's transaction. */
export type Moment = 'connecting' | 'reading' | 'committing' | 'in-transaction';

/**
 * The error for a failed statement. Its `outcome` is `unknown` if the statement may still have been committed. `client`
 * is the connection that sent it.
 */
export function storeFailure(error: unknown, moment: Moment, client?: unknown): RepayKitError {
  if (error instanceof RepayKitError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (moment === 'committing' && (!isAnswer(error) || cutsOff(error))) {
    const message = `The connection to PostgreSQL broke while it was writing (${reason}): it may have written; read again to know`;
    return new StoreError(message, { cause: discreet(error), outcome: 'unknown' });
  }
  if (!isAnswer(error)) return noConnection(error, client);
  // This server message names the user, so it is not repeated.
  if (error.code.startsWith('28')) {
    const message = `PostgreSQL${at(placeOfClient(client))} refused the login (${error.code}): ${LOGIN}`;
    return new StoreError(message, { cause: discreet(error) });
  }
  const hint =
    advice[error.code] ??
    (moment === 'in-transaction'
      ? 'roll your transaction back and begin again'
      : 'look it up in the log of the server');
  return new StoreError(`PostgreSQL refused (${error.code}): ${reason}: ${hint}`, {
    cause: discreet(error),
    retryable: LATER.test(error.code),
  });
}

const LOGIN =
  'correct user and password in connectionString or DATABASE_URL, or let this role in from here (pg_hba.conf; with sslmode=require where the server requires TLS)';
const ADDRESS = 'correct host and port in connectionString or DATABASE_URL';
const UNREACHABLE = `no answer: is it running, and does a firewall let this machine through? If so, ${ADDRESS}`;

const TLS_FILE = 'correct sslrootcert, sslcert or sslkey in connectionString or DATABASE_URL';
const BROKEN = 'the connection broke: is the server running, and is it PostgreSQL that listens there?';

/** Advice for a connection error, by Node's error code. */
const connectAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: `nothing listens there: start PostgreSQL, or ${ADDRESS}`,
  ENOENT: `there is no such socket: start PostgreSQL, or ${ADDRESS}`,
  EACCES: 'this user may not open the socket: give it the right, or connect by host name',
  ENOTFOUND: `there is no such host: ${ADDRESS}`,
  EAI_AGAIN: `the host name cannot be looked up now: is the network up? If so, ${ADDRESS}`,
  ...{ ETIMEDOUT: UNREACHABLE, EHOSTUNREACH: UNREACHABLE, ENETUNREACH: UNREACHABLE },
  ECONNRESET: BROKEN,
};

// Advice by message text of `pg` and TLS, for errors without such a code. Only the first two can succeed later without
// a change.
const RETRYABLE = 2;
const saidAdvice: readonly (readonly [said: RegExp, advice: string])[] = [
  [/timeout/i, UNREACHABLE],
  [/terminated unexpectedly|establishing an SSL/i, BROKEN],
  [/password must be|no password/i, 'the server asks for a password: put it into connectionString or DATABASE_URL'],
  [/does not support SSL/i, 'the server speaks no TLS: leave out sslmode, or switch TLS on in the server'],
  [
    /altname/i,
    "the server's certificate is for another name: put the host that it names into connectionString or DATABASE_URL",
  ],
  [
    /certificate/i,
    "the server's certificate is not trusted: name its authority with sslrootcert=FILE in connectionString or DATABASE_URL",
  ],
];

function noConnection(error: unknown, client: unknown): StoreError {
  const { code, message, syscall } = firstOf(error);
  const start = `No connection to PostgreSQL${at(placeOfClient(client) ?? placeOfError(error))}`;
  const said = typeof message === 'string' ? message : String(error);
  const facts = { cause: discreet(error), retryable: true };
  // `open` is about a TLS file, not about the connection.
  const known = typeof code === 'string' && syscall !== 'open' ? connectAdvice[code] : undefined;
  if (known !== undefined) return new StoreError(`${start} (${code}): ${known}`, facts);
  const found = saidAdvice.findIndex(([pattern]) => pattern.test(said));
  const [, foundAdvice] = saidAdvice[found] ?? [];
  if (foundAdvice !== undefined)
    return new StoreError(`${start}: ${said}: ${foundAdvice}`, { ...facts, retryable: found < RETRYABLE });
  if (syscall === 'open') return new StoreError(`${start}: ${said}: ${TLS_FILE}`, { ...facts, retryable: false });
  return new StoreError(`${start}: ${said}`, facts);
}

function at(place: string | undefined): string {
  return place === undefined ? '' : ` at ${place}`;
}

// Loggers print causes, and the fields of a server error (detail, where, hint) repeat the written data. The error of an
// invalid URL repeats the URL.
function discreet(error: unknown): unknown {
  const { code, input } = looseFields(error);
  if (!isAnswer(error))
    return input === undefined ? error : new Error(`The connection string cannot be read (${code})`);
  return Object.assign(new Error(`PostgreSQL answered ${error.code}`), { code: error.code, severity: error.severity });
}
