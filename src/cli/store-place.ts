import { type Command, Option } from 'commander';

/** Where the loan files and the inbox lie: in one of the two. */
export interface StorePlace {
  /** A postgres: URL. */
  readonly databaseUrl?: string | undefined;
  /** Schema of the tables in PostgreSQL. Default `repaykit`. */
  readonly schema?: string | undefined;
  /** Path of an SQLite file that exists. */
  readonly sqlite?: string | undefined;
}

/** Adds the flags that name the place. */
export function takingStorePlace(command: Command): Command {
  return command
    .addOption(new Option('--database-url <url>', 'postgres://owner@host/database').env('DATABASE_URL'))
    .option('--schema <name>', 'where the tables are in PostgreSQL', 'repaykit')
    .option('--sqlite <file>', 'the SQLite file, instead of a URL');
}
