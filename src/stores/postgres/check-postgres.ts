import { type PostgresClient, rowsOf } from './connection.ts';
import { storeFailure } from './failures.ts';
import { readSchemaVersion, versionProblem } from './migrations/schema-version.ts';
import { openPlace, type PostgresOptions } from './options.ts';

/** A server setting that risks acknowledged writes or prevents work. */
export interface PostgresWarning {
  /** The setting's name, such as `fsync`. */
  readonly setting: string;
  /** The server's value. */
  readonly value: string;
  /** What the value causes and how to fix it. */
  readonly message: string;
}

const SETTINGS = `select name, setting from pg_settings where name in (
    'fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'transaction_read_only', 'server_version_num', 'server_encoding',
    'default_transaction_isolation')
  union all select 'in_recovery', case when pg_is_in_recovery() then 'on' else 'off' end`;

type Settings = Readonly<Record<string, string>>;

type Rule = readonly [setting: string, isBroken: (value: string, settings: Settings) => boolean, message: string];

const isOff = (value: string) => value === 'off';
const isOn = (value: string) => value === 'on';
const rules: readonly Rule[] = [
  ['fsync', isOff, 'a crash of the machine loses or damages commits that were acknowledged: set fsync = on'],
  [
    'full_page_writes',
    isOff,
    'a crash of the machine can tear pages: set full_page_writes = on, unless the file system never writes half a page',
  ],
  [
    'synchronous_commit',
    isOff,
    'a crash loses the last commits, although they were acknowledged: set synchronous_commit = on for this role',
  ],
  [
    'synchronous_commit',
    (value, settings) => value === 'local' && settings.synchronous_standby_names !== '',
    'commits do not wait for the standby, so a failover loses them: set synchronous_commit = on for this role',
  ],
  ['in_recovery', isOn, 'this server is a replica and only reads: connect to the primary'],
  [
    'transaction_read_only',
    (value, settings) => isOn(value) && settings.in_recovery !== 'on',
    'transactions of this role only read: set default_transaction_read_only = off for it',
  ],
  [
    'default_transaction_isolation',
    (value) => value !== 'read committed',
    'writers that meet fail instead of taking turns: set default_transaction_isolation = read committed for this role',
  ],
  ['server_version_num', (value) => Number(value) < 120_000, 'this server is older than PostgreSQL 12: upgrade it'],
  [
    'server_encoding',
    (value) => value !== 'UTF8',
    'this database cannot keep every text: create it with encoding UTF8',
  ],
];

/**
 * Checks at application start whether a server keeps acknowledged writes. Returns its problems, empty if there are
 * none. Log them, or refuse to start. Takes a pool, a client, or `{ connectionString }`.
 * @throws ConfigurationError, StoreError
 */
export async function checkPostgres(
  server: PostgresClient | Pick<PostgresOptions, 'connectionString'>,
  options: Pick<PostgresOptions, 'schema'> = {},
): Promise<readonly PostgresWarning[]> {
  const target = 'query' in server ? { client: server } : server;
  const { pool, client, schema, close } = openPlace('checkPostgres', { ...target, ...options });
  const asked = client ?? (pool as PostgresClient);
  try {
    const rows = await rowsOf<{ readonly name: string; readonly setting: string }>(asked, SETTINGS);
    const settings: Settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    const warnings = rules.flatMap(([setting, isBroken, message]) => {
      const value = settings[setting];
      return value !== undefined && isBroken(value, settings) ? [{ setting, value, message }] : [];
    });
    const version = await readSchemaVersion(asked, schema);
    const problem = versionProblem(version, schema);
    return problem === undefined
      ? warnings
      : [...warnings, { setting: 'migrations', value: String(version.version), message: problem }];
  } catch (error) {
    throw storeFailure(error, 'reading', asked);
  } finally {
    await close();
  }
}
