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

/** Which schema to bring up to date. The role needs the right to create schemas in the database, or to create in a schema that is there. */
export interface MigrateOptions extends PostgresOptions {
  /** Only reports what would be done. Default false. */
  readonly dryRun?: boolean;
}

/** A step that was made, or would be. */
export interface MigrationStep {
  /** The version that the schema has after it. */
  readonly version: number;
  /** The name of its file of SQL. */
  readonly name: string;
  /** Its statements, in order, as they are sent. */
  readonly statements: readonly string[];
}

/** What a migration did. */
export interface MigrationReport {
  /** Where the tables are. */
  readonly schema: string;
  /** The version that was found; 0: an empty database. */
  readonly from: number;
  /** The version that this package works with. */
  readonly to: number;
  /** The steps that this call made (or would make); empty when the schema was up to date. */
  readonly steps: readonly MigrationStep[];
}

/**
 * Brings the schema up to date, each step in a transaction of its own. May be called by any number of processes at once: they take turns.
 * @throws StoreError when the schema is newer than this package, or a step fails (the steps before it stay)
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
        const step = { ...migration, statements: await statementsOf(connection, schema, migration) };
        if (dryRun || (await takeStep(connection, schema, step))) steps.push(step);
      }
      return {
        schema,
        from,
        to: CODE_VERSION,
        steps: steps.map(({ version, name, statements }) => ({ version, name, statements })),
      };
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

/** Everything that a step does within its transaction, down to the row that says that it was made. */
async function statementsOf(
  client: PostgresClient,
  schema: string,
  { version, name, breaking, statements }: Migration,
): Promise<readonly string[]> {
  const sql = inSchema(schema);
  const done = `insert into {schema}.migrations (version, name, breaking) values (${version}, '${name}', ${breaking})`;
  // A role that may not create schemas can still migrate one that exists.
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  return [
    ...(rows.length === 0 && version === 1 ? ['create schema if not exists {schema}'] : []),
    ...statements,
    done,
  ].map(sql);
}

/** Makes one step; false when another process has made it. */
async function takeStep(
  client: PostgresClient,
  schema: string,
  { version, statements }: MigrationStep,
): Promise<boolean> {
  // Whatever the default is: what another process did while this one waited must be visible.
  await client.query('begin isolation level read committed');
  try {
    // Until the commit, other processes that migrate this schema wait here.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`repaykit migrate ${schema}`]);
    const isDone = (await presentVersion(client, schema)) >= version;
    if (!isDone) for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return !isDone;
  } catch (error) {
    // If the rollback fails too, the connection is gone, and the transaction with it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
