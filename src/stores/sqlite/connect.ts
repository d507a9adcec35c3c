import { ConfigurationError, RepayKitError } from '../../errors.ts';
import { SqliteConnection, TURN_MS } from './sqlite-connection.ts';
import type { SqliteDatabase, SqliteRow } from './sqlite-database.ts';
import { isBusy, storeFailure } from './store-failure.ts';

const FULL = 2;
const MOST_TRIES = 20;

/**
 * Sets a database up so that what was acknowledged survives, and looks whether it took it.
 * @throws ConfigurationError when it cannot be set up so
 * @throws StoreError when the database itself fails
 */
export function connect(database: SqliteDatabase, busyTimeoutMs: number): SqliteConnection {
  try {
    // First of all: even preparing a statement reads the file, which others may just be setting up.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    refuseStrangeDrivers(database);
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('PRAGMA synchronous = FULL');
    // On macOS a plain fsync leaves the bytes in the disk's own cache; elsewhere these two change nothing.
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

/** Rows as lists or drivers that answer promises look alike from outside, so a row is read before anything is written. */
function refuseStrangeDrivers(database: SqliteDatabase): void {
  const row = database.prepare('SELECT ? AS given').get(1) as SqliteRow | undefined;
  if (Number(row?.given) !== 1)
    throw unfit('must answer rows as objects, at once: node:sqlite without returnArrays, for example');
}

function writeAhead(connection: SqliteConnection): void {
  const mode = switchToWal(connection);
  if (mode === 'wal') return;
  const main = connection.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get() as
    | SqliteRow
    | undefined;
  // Nothing of an in-memory database is on a disk, so there is nothing to lose there. A temporary file has no name either, but another mode.
  if (mode === 'memory' && main?.file === '') return;
  throw unfit(`cannot write ahead (journal_mode stays ${mode}): give the store a file on a local disk`);
}

/** The switch wants the file for itself and does not wait: whoever is refused waits for a turn as a writer and looks again. */
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

function unfit(message: string): ConfigurationError {
  return new ConfigurationError('sqliteStore', [{ path: 'database', message }]);
}
