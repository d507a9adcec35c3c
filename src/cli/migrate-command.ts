import { Command, Option } from 'commander';
import type { CliIo } from './io.ts';
import type { MigrateFlags } from './migrate.ts';

/** `repaykit migrate`: the flags and their help. */
export function migrateCommand(io: CliIo): Command {
  return new Command('migrate')
    .description(
      'brings the PostgreSQL schema of the loan files up to date; may be run by any number of machines at once',
    )
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'where the tables are', 'repaykit')
    .option('--dry-run', 'prints the SQL and changes nothing')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit migrate --database-url postgres://owner@db.example.com/lender --dry-run',
    )
    .action(async (flags: MigrateFlags) => (await import('./migrate.ts')).migrate(flags, io));
}
