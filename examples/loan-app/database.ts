// One PostgreSQL for repaykit's loan files and the lender's own tables. Without DATABASE_URL it is PGlite: PostgreSQL in this process, gone when it ends.
import pg from 'pg';
import {
  migratePostgres,
  type PGliteDatabase,
  type PostgresPool,
  pglitePool,
} from 'repaykit/postgres';
import type { Config } from './config.ts';
import type { AppLog } from './log.ts';

/** The pool, and how it is closed. */
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

// The lender's own: the payments that were sent or forgone, and the messages to payers. Yours come from your own migrations.
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
  // By a name that is no literal, because its types want a browser's.
  const name: string = '@electric-sql/pglite';
  const { PGlite } = (await import(name)) as {
    readonly PGlite: {
      create(): Promise<PGliteDatabase & { close(): Promise<void> }>;
    };
  };
  const database = await PGlite.create();
  return { pool: pglitePool(database), close: () => database.close() };
}
