import type { PostgresClient } from './connection.ts';
import { storeFailure } from './failures.ts';
import { readSchemaVersion, versionProblem } from './migrations/schema-version.ts';
import { openPlace, type PostgresOptions } from './options.ts';

/** Something about a server that would lose what it has acknowledged, or refuse to work. */
export interface PostgresWarning {
  /** The setting's name, such as `fsync`. */
  readonly setting: string;
  /** As the server has it. */
  readonly value: string;
  /** What it means and what to do. */
  readonly message: string;
}

const SETTINGS = `select name, setting from pg_settings where name in (
    'fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'transaction_read_only', 'server_version_num', 'server_encoding',
    'default_transaction_isolation')
  union all select 'in_recovery', case when pg_is_in_recovery() then 'on' else 'off' end`;

type Settings = Readonly<Record<string, string>>;

interface Rule {
  readonly setting: string;
  readonly isBroken: (value: string, settings: Settings) => boolean;
  readonly message: string;
}

const rules: readonly Rule[] = [
  {
    setting: 'fsync',
    isBroken: (value) => value === 'off',
    message: 'a crash of the machine loses or damages commits that were acknowledged: set fsync = on',
  },
  {
    setting: 'full_page_writes',
    isBroken: (value) => value === 'off',
    message:
      'a crash of the machine can tear pages: set full_page_writes = on, unless the file system never writes half a page',
  },
  {
    setting: 'synchronous_commit',
    isBroken: (value) => value === 'off',
    message:
      'a crash loses the last commits, although they were acknowledged: set synchronous_commit = on for this role',
  },
  {
    setting: 'synchronous_commit',
    isBroken: (value, settings) => value === 'local' && settings.synchronous_standby_names !== '',
    message: 'commits do not wait for the standby, so a failover loses them: set synchronous_commit = on for this role',
  },
  {
    setting: 'in_recovery',
    isBroken: (value) => value === 'on',
    message: 'this server is a replica and only reads: connect to the primary',
  },
  {
    setting: 'transaction_read_only',
    isBroken: (value, settings) => value === 'on' && settings.in_recovery !== 'on',
    message: 'transactions of this role only read: set default_transaction_read_only = off for it',
  },
  {
    setting: 'default_transaction_isolation',
    isBroken: (value) => value !== 'read committed',
    message:
      'writers that meet fail instead of taking turns: set default_transaction_isolation = read committed for this role',
  },
  {
    setting: 'server_version_num',
    isBroken: (value) => Number(value) < 120_000,
    message: 'this server is older than PostgreSQL 12: upgrade it',
  },
  {
    setting: 'server_encoding',
    isBroken: (value) => value !== 'UTF8',
    message: 'this database cannot keep every text: create it with encoding UTF8',
  },
];

/**
 * Asks a server, when the application starts, whether it would keep what it acknowledges: what is wrong with it, empty if nothing. For a log, or a refusal to start.
 * Takes a pool, a client, or `{ connectionString }`. @throws ConfigurationError, StoreError
 */
export async function checkPostgres(
  server: PostgresClient | Pick<PostgresOptions, 'connectionString'>,
  options: Pick<PostgresOptions, 'schema'> = {},
): Promise<readonly PostgresWarning[]> {
  const target = 'query' in server ? { client: server } : server;
  const { pool, client, schema, close } = openPlace('checkPostgres', { ...target, ...options });
  const asked = client ?? (pool as PostgresClient);
  try {
    const { rows } = await asked.query(SETTINGS);
    const settings: Settings = Object.fromEntries(
      (rows as readonly { readonly name: string; readonly setting: string }[]).map((row) => [row.name, row.setting]),
    );
    const warnings = rules.flatMap(({ setting, isBroken, message }) => {
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
