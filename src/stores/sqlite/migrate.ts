import { ConfigurationError } from '../../errors.ts';
import { migrations } from './migrations.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteRow } from './sqlite-database.ts';

/** Marks a file as ours (`RPKT` in ASCII), so that a number of somebody else's is not taken for the version of this schema. */
const APPLICATION_ID = 0x52504b54;

/**
 * Brings the schema up to date: forward only, one transaction a step, each of which writes the new number (`user_version`) first.
 * @throws ConfigurationError when the file belongs to another program, or to a later version of this one
 */
export function migrate(connection: SqliteConnection): void {
  // Looked at again within each step: another process may be doing the same.
  while (versionOf(connection) < migrations.length) connection.write(() => takeStep(connection));
}

// Steps after this one left the tables of the loan files as they were.
const LOAN_FILES = 1;

/**
 * Makes sure that the tables of the loan files are there as they are read here, without touching the file: one of an earlier version will do.
 * @throws ConfigurationError when the file belongs to another program, or to a later version of this one
 */
export function requireLoanFiles(connection: SqliteConnection): void {
  if (versionOf(connection) < LOAN_FILES) throw unfit('holds no loan files: check the path');
}

function takeStep(connection: SqliteConnection): void {
  const version = versionOf(connection);
  const sql = migrations[version];
  if (sql === undefined) return;
  connection.exec(`PRAGMA user_version = ${version + 1}`);
  if (version === 0) connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  connection.exec(sql);
}

function versionOf(connection: SqliteConnection): number {
  // One statement, so that all three are of one moment.
  const row = connection.read(() =>
    connection
      .prepare(
        `SELECT (SELECT user_version FROM pragma_user_version) AS version, (SELECT application_id FROM pragma_application_id) AS application,
           (SELECT count(*) FROM sqlite_schema) AS entries`,
      )
      .get(),
  ) as SqliteRow;
  const [version, application, entries] = [Number(row.version), Number(row.application), Number(row.entries)];
  const isNew = version === 0 && application === 0 && entries === 0;
  if (!isNew && application !== APPLICATION_ID)
    throw unfit('belongs to something else: give the store a file of its own');
  if (version > migrations.length)
    throw unfit(`has schema ${version}, and this version of repaykit knows ${migrations.length}: install a later one`);
  return version;
}

function unfit(message: string): ConfigurationError {
  return new ConfigurationError('sqliteStore', [{ path: 'database', message }]);
}
