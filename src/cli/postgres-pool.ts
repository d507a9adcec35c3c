import type { Pool } from 'pg';
import { ConfigurationError } from '../errors.ts';

/** A database as a command was told it. */
export interface PostgresPlace {
  /** The command, for its errors. */
  readonly command: string;
  /** A `postgres:` URL; it may hold a password, so no message repeats it. */
  readonly url: string | undefined;
  /** How many connections are used at once. */
  readonly connections: number;
}

// Long enough for a server that is just starting, short enough for a deployment that waits.
const CONNECT_TIMEOUT_MS = 15_000;

/** Opens connections to PostgreSQL; its driver is loaded only then. @throws ConfigurationError when the URL is none, or `pg` is not installed */
export async function openPool({ command, url, connections }: PostgresPlace): Promise<Pool> {
  const { href } = databaseUrl(command, url);
  const { Pool } = await loadPg(command);
  const pool = new Pool({ connectionString: href, max: connections, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An idle connection that breaks shows when it is used; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** The URL of a database, taken apart. @throws ConfigurationError */
export function databaseUrl(command: string, text: string | undefined): URL {
  const issue = (message: string) => new ConfigurationError(command, [{ path: '--database-url', message }]);
  if (text === undefined) throw issue('is missing: name the database, here or in DATABASE_URL, as in postgres://db.example.com/lender');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') throw issue('must be a postgres: URL, as in postgres://db.example.com/lender');
  return url;
}

async function loadPg(command: string): Promise<Pick<typeof import('pg'), 'Pool'>> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new ConfigurationError(command, [{ path: 'pg', message: 'is not installed: npm install pg' }], { cause });
  }
}
