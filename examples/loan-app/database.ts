// One PostgreSQL for the loan files and the lender's own tables. Without DATABASE_URL it is PGlite, in the memory of this
// process.
import pg from 'pg';
import {
  migratePostgres,
  type PGliteDatabase,
  type PostgresPool,
  pglitePool,
} from 'repaykit/postgres';
import type { Config } from './config.ts';
import type { AppLog } from './log.ts';

/** The pool, and a function that closes it. */
export interface Database {
  readonly pool: PostgresPool;
  close(): Promise<void>;
}

/** Connects, and brings both schemas up to date. */
export async function openDatabase(
  { databaseUrl, schemas }: Pick<Config, 'databaseUrl' | 'schemas'>,
  log: AppLog,
): Promise<Database> {
  const database = databaseUrl ? connect(databaseUrl, log) : await inProcess();
  await migratePostgres({ pool: database.pool, schema: schemas.loans });
  for (const statement of lenderTables(schemas.lender))
    await database.pool.query(statement);
  return database;
}

// The lender's own tables: payments sent or ruled out, and messages to payers. Yours come from your own migrations.
function lenderTables(schema: string): readonly string[] {
  return [
    `create schema if not exists ${schema}`,
    `create table if not exists ${schema}.payouts (loan_id text primary key, amount_kobo bigint, sent_on text, reference text unique,
      constraint sent_or_forgone check (num_nulls(amount_kobo, sent_on, reference) in (0, 3)))`,
    `create table if not exists ${schema}.messages (key text primary key, loan_id text not null, created_at timestamptz not null, words text not null)`,
    `create index if not exists messages_of_loan on ${schema}.messages (loan_id, created_at)`,
  ];
}

function connect(connectionString: string, log: AppLog): Database {
  const pool = new pg.Pool({ connectionString });
  // A connection that breaks while idle is replaced; without a listener it would end the process.
  pool.on('error', ({ name, code }: Error & { readonly code?: string }) =>
    log.warn('a connection to the database broke', { name, code }),
  );
  return { pool, close: () => pool.end() };
}

async function inProcess(): Promise<Database> {
  // Imported by a variable, because its types need those of a browser.
  const name: string = '@electric-sql/pglite';
  const { PGlite } = (await import(name)) as {
    readonly PGlite: {
      create(): Promise<PGliteDatabase & { close(): Promise<void> }>;
    };
  };
  const database = await PGlite.create();
  return { pool: pglitePool(database), close: () => database.close() };
}
