import { ConfigurationError, RepayKitError } from '../../errors.ts';
import { looseFields } from '../../validation/checks.ts';
import { isBusy, SqliteConnection, type SqliteDatabase, storeFailure, TURN_MS } from './sqlite-connection.ts';

const FULL = 2;
const MOST_TRIES = 20;

/**
 * Configures a database so that acknowledged writes survive, and verifies the settings.
 * @throws ConfigurationError if it does not accept them; StoreError if the database itself fails
 */
export function connect(database: SqliteDatabase, busyTimeoutMs: number): SqliteConnection {
  try {
    // This comes first: even preparing a statement reads the file, which other processes may be creating.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    refuseOtherDrivers(database);
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('PRAGMA synchronous = FULL');
    // On macOS a plain fsync leaves the bytes in the disk's cache. Elsewhere these two change nothing.
    database.exec('PRAGMA fullfsync = ON');
    database.exec('PRAGMA checkpoint_fullfsync = ON');
    const connection = new SqliteConnection(database, busyTimeoutMs);
    writeAhead(connection);
    refuseUnlike(connection, { foreign_keys: 1, synchronous: FULL });
    database.exec(`PRAGMA busy_timeout = ${Math.min(busyTimeoutMs, TURN_MS)}`);
    return connection;
  } catch (error) {
    throw error instanceof RepayKitError ? error : storeFailure(error);
  }
}

// Drivers that return lists or promises have the same methods, so one row is read before anything is written.
function refuseOtherDrivers(database: SqliteDatabase): void {
  const { given } = looseFields(database.prepare('SELECT ? AS given').get(1));
  if (Number(given) !== 1)
    throw unfit('must answer rows as objects, at once: node:sqlite without returnArrays, for example');
}

function writeAhead(connection: SqliteConnection): void {
  const mode = switchToWal(connection);
  if (mode === 'wal') return;
  const databases = connection.prepare<{ readonly file: string }>(
    "SELECT file FROM pragma_database_list WHERE name = 'main'",
  );
  // An in-memory database has nothing on disk to lose. A temporary file has no name either, but a different mode.
  if (mode === 'memory' && databases.get()?.file === '') return;
  throw unfit(`cannot write ahead (journal_mode stays ${mode}): give the store a file on a local disk`);
}

// The switch needs exclusive access and does not wait for it. If refused, take the write lock once, then try again.
function switchToWal(connection: SqliteConnection): unknown {
  for (let tries = 1; ; tries += 1) {
    try {
      return connection.pragma('journal_mode = WAL');
    } catch (error) {
      if (!isBusy(error) || tries === MOST_TRIES) throw error;
      connection.write(() => undefined);
    }
  }
}

function refuseUnlike(connection: SqliteConnection, wanted: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(wanted)) {
    const is = Number(connection.pragma(name));
    if (is !== value)
      throw unfit(
        `did not take PRAGMA ${name} = ${value} (it says ${is}): give the store a connection of its own, outside of any transaction`,
      );
  }
}

export function unfit(message: string): ConfigurationError {
  return new ConfigurationError('sqliteStore', [{ path: 'database', message }]);
}
