import { StoreError } from '../../errors.ts';
import { refuseOpenTransaction } from './access.ts';
import { type PostgresClient, withConnection } from './connection.ts';
import { type Moment, storeFailure } from './failures.ts';
import {
  allMigrations,
  CODE_VERSION,
  inSchema,
  type Migration,
  readSchemaVersion,
} from './migrations/schema-version.ts';
import { openPool, type PostgresOptions } from './options.ts';

/**
 * Options of {@link migratePostgres}. The role needs the right to create schemas in the database, or to create objects
 * in an existing schema.
 */
export interface MigrateOptions extends PostgresOptions {
  /** Only reports what would be done; default false. */
  readonly dryRun?: boolean;
}

/** A step that was applied, or would be. */
export interface MigrationStep {
  /** The schema version after this step. */
  readonly version: number;
  /** The name of the step. */
  readonly name: string;
  /** Its SQL statements, in order. */
  readonly statements: readonly string[];
}

/** The result of a migration. */
export interface MigrationReport {
  /** The schema of the tables. */
  readonly schema: string;
  /** The version that was found; 0 for an empty database. */
  readonly from: number;
  /** The version that this package needs. */
  readonly to: number;
  /** The steps that this call applied, or would apply. Empty if the schema was up to date. */
  readonly steps: readonly MigrationStep[];
}

/**
 * Brings the schema up to date, with one transaction per step. Any number of processes may call it at once: they wait
 * for each other.
 * @throws StoreError if the schema is newer than this package, or a step fails (earlier steps stay applied)
 */
export async function migratePostgres({ dryRun = false, ...options }: MigrateOptions): Promise<MigrationReport> {
  const { pool, schema, close } = openPool('migratePostgres', options);
  let moment: Moment = 'connecting';
  try {
    return await withConnection(pool, async (connection) => {
      moment = 'committing';
      await refuseOpenTransaction(connection);
      const from = await presentVersion(connection, schema);
      const steps: MigrationStep[] = [];
      for (const migration of allMigrations.slice(from)) {
        const { version, name } = migration;
        const step = { version, name, statements: await statementsOf(connection, schema, migration) };
        if (dryRun || (await takeStep(connection, schema, step))) steps.push(step);
      }
      return { schema, from, to: CODE_VERSION, steps };
    });
  } catch (error) {
    throw storeFailure(error, moment, pool);
  } finally {
    await close();
  }
}

async function presentVersion(client: PostgresClient, schema: string): Promise<number> {
  const { version } = await readSchemaVersion(client, schema);
  if (version <= CODE_VERSION) return version;
  throw new StoreError(
    `The PostgreSQL schema '${schema}' is at version ${version}, newer than this package's ${CODE_VERSION}: upgrade repaykit`,
  );
}

async function statementsOf(client: PostgresClient, schema: string, migration: Migration): Promise<readonly string[]> {
  const { version, name, breaking, statements } = migration;
  const sql = inSchema(schema);
  const done = `insert into {schema}.migrations (version, name, breaking) values (${version}, '${name}', ${breaking})`;
  // A role that may not create schemas can still migrate an existing one.
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  return [
    ...(rows.length === 0 && version === 1 ? ['create schema if not exists {schema}'] : []),
    ...statements,
    done,
  ].map(sql);
}

/** Applies one step. False if another process already applied it. */
async function takeStep(client: PostgresClient, schema: string, step: MigrationStep): Promise<boolean> {
  const { version, statements } = step;
  // Independent of the server's default: changes that another process made while this one waited must be visible.
  await client.query('begin isolation level read committed');
  try {
    // Other processes that migrate this schema wait here until the commit.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`repaykit migrate ${schema}`]);
    const isDone = (await presentVersion(client, schema)) >= version;
    if (!isDone) for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return !isDone;
  } catch (error) {
    // If the rollback fails too, the connection is gone, and its transaction too.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
