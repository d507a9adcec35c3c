import { type MigrationReport, migratePostgres } from '../../stores/postgres/migrate-postgres.ts';
import type { CommandFlags } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { databaseUrl } from './store-place.ts';

export type MigrateFlags = CommandFlags<'schema', 'databaseUrl', 'dryRun' | 'json'>;

export async function migrate(flags: MigrateFlags, io: CliIo): Promise<void> {
  const { databaseUrl: text, schema, json } = flags;
  const dryRun = flags.dryRun === true;
  const { url, connectionString } = databaseUrl('repaykit migrate', text);
  const report = await migratePostgres({ connectionString, schema, dryRun });
  io.out(json ? `${JSON.stringify({ ...report, dryRun })}\n` : describe(report, { url, dryRun }));
}

function describe(
  { schema, from, to, steps }: MigrationReport,
  { url, dryRun }: { readonly url: URL; readonly dryRun: boolean },
): string {
  const place = `schema '${schema}' on ${url.host}${url.pathname}`;
  if (steps.length === 0) return `${place} is up to date: version ${to}\n`;
  if (!dryRun)
    return `${place} went from version ${from} to ${to}:\n${steps.map(({ version, name }) => `  ${version} ${name}\n`).join('')}`;
  const transactions = steps.map(
    ({ version, name, statements }) => `-- ${version} ${name}\nbegin;\n\n${statements.join(';\n\n')};\n\ncommit;\n`,
  );
  return `-- ${place}, version ${from} to ${to}; nothing was changed\n\n${transactions.join('\n')}`;
}
