import { StoreError } from '../../errors.ts';
import type { PostgresClient } from './connection.ts';
import { storeFailure } from './failures.ts';
import { CODE_VERSION } from './migrations/all-migrations.ts';
import { inSchema } from './schema-name.ts';

/** How far the schema of a database is. */
export interface SchemaVersion {
  /** The newest step that was made; 0: none. */
  readonly version: number;
  /** The newest step after which older programs must not use the schema. */
  readonly neededVersion: number;
}

/** Reads how far a schema is. */
export async function readSchemaVersion(client: PostgresClient, schema: string): Promise<SchemaVersion> {
  const sql = inSchema(schema);
  // Read as rows: `to_regclass` answers from a cache that, within a transaction, can miss what another process has just committed.
  const { rows: tables } = await client.query(
    "select 1 from pg_tables where schemaname = $1 and tablename = 'migrations'",
    [schema],
  );
  if (tables.length === 0) return { version: 0, neededVersion: 0 };
  const { rows } = await client.query(
    sql(
      'select coalesce(max(version), 0) as version, coalesce(max(version) filter (where breaking), 0) as needed from {schema}.migrations',
    ),
  );
  const [row] = rows as readonly { readonly version: number; readonly needed: number }[];
  return { version: row?.version ?? 0, neededVersion: row?.needed ?? 0 };
}

/** What stands between this code and a schema, for people; undefined if they fit. */
export function versionProblem({ version, neededVersion }: SchemaVersion, schema: string): string | undefined {
  const steps = `schema '${schema}' is at version ${version}, this package at ${CODE_VERSION}`;
  if (version < CODE_VERSION) return `${steps}: run \`repaykit migrate\``;
  if (neededVersion > CODE_VERSION) return `${steps}, and what came since does not go with it: upgrade repaykit`;
  return undefined;
}

/** Ends whoever would work on a schema that does not fit. @throws StoreError */
export async function refuseOtherSchema(client: PostgresClient, schema: string): Promise<void> {
  try {
    const problem = versionProblem(await readSchemaVersion(client, schema), schema);
    if (problem !== undefined) throw new StoreError(`The PostgreSQL ${problem}`);
  } catch (error) {
    throw storeFailure(error, 'reading', client);
  }
}
