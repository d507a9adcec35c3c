import { ConfigurationError } from '../errors.ts';
import { type MigrationReport, migratePostgres } from '../stores/postgres/migrate-postgres.ts';
import type { CliIo } from './io.ts';

/** What `repaykit migrate` was told. */
export interface MigrateFlags {
  readonly databaseUrl?: string;
  readonly schema: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

// Long enough for a server that is just starting, short enough for a deployment that waits.
const CONNECT_TIMEOUT_MS = 15_000;

/** Brings a schema up to date and prints what was done. */
export async function migrate({ databaseUrl, schema, dryRun = false, json }: MigrateFlags, io: CliIo): Promise<void> {
  const url = checkedUrl(databaseUrl);
  const { Pool } = await loadPg();
  const pool = new Pool({ connectionString: url.href, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An idle connection that breaks shows when it is used; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    const report = await migratePostgres({ pool, schema, dryRun });
    io.out(json ? `${JSON.stringify({ ...report, dryRun })}\n` : describe(report, { url, dryRun }));
  } finally {
    await pool.end();
  }
}

// The URL may hold a password, so no message repeats it.
function checkedUrl(text: string | undefined): URL {
  const issue = (message: string) => new ConfigurationError('repaykit migrate', [{ path: '--database-url', message }]);
  if (text === undefined) throw issue('is missing: name the database, here or in DATABASE_URL, as in postgres://db.example.com/lender');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') throw issue('must be a postgres: URL, as in postgres://db.example.com/lender');
  return url;
}

async function loadPg(): Promise<Pick<typeof import('pg'), 'Pool'>> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    throw new ConfigurationError('repaykit migrate', [{ path: 'pg', message: 'is not installed: npm install pg' }], { cause: error });
  }
}

function describe({ schema, from, to, steps }: MigrationReport, { url, dryRun }: { readonly url: URL; readonly dryRun: boolean }): string {
  const place = `schema '${schema}' on ${url.host}${url.pathname}`;
  if (steps.length === 0) return `${place} is up to date: version ${to}\n`;
  if (!dryRun) return `${place} went from version ${from} to ${to}:\n${steps.map(({ version, name }) => `  ${version} ${name}\n`).join('')}`;
  const transactions = steps.map(({ version, name, statements }) => `-- ${version} ${name}\nbegin;\n\n${statements.join(';\n\n')};\n\ncommit;\n`);
  return `-- ${place}, version ${from} to ${to}; nothing was changed\n\n${transactions.join('\n')}`;
}
