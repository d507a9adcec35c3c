import type { LoanStore } from '../../loan-file/store.ts';
import { fileReads } from './file-reads.ts';
import { requireLoanFiles } from './migrate.ts';
import { SqliteConnection, TURN_MS } from './sqlite-connection.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

const MOST_WAITING_MS = 5_000;

/**
 * Reads loan files and never touches them, so that a database opened for reading alone will do: for evidence out of a copy or a backup, also of an earlier version.
 * @throws ConfigurationError when the file belongs to another program, or to a later version of this one
 */
export function sqliteReader(database: SqliteDatabase): Pick<LoanStore, 'load' | 'find' | 'list'> {
  database.exec(`PRAGMA busy_timeout = ${TURN_MS}`);
  const connection = new SqliteConnection(database, MOST_WAITING_MS);
  requireLoanFiles(connection);
  return fileReads(connection);
}
