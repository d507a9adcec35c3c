import { StoreError } from '../../../errors.ts';
import { check } from '../../../validation/checks.ts';
import { type PostgresClient, rowsOf } from '../connection.ts';
import { storeFailure } from '../failures.ts';
import { bookTables, positions } from './book.ts';
import { claimDeliveries, inboxGuards, inboxTable } from './inbox.ts';
import { appendEvents, appendOnly, claimWork, loanFiles, madeSteps } from './loan-files.ts';

/** A step of the schema. A released step never changes: a later change is a new step. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly name: string;
  /** Whether a program that does not know this step must stop using the schema. Additions are not breaking. */
  readonly breaking: boolean;
  /** SQL with `{schema}` in place of the schema's name. */
  readonly statements: readonly string[];
}

export const allMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'loan files',
    breaking: true,
    statements: [madeSteps, ...loanFiles, ...appendOnly, appendEvents, claimWork],
  },
  { version: 2, name: 'inbox', breaking: false, statements: [...inboxTable, ...inboxGuards, claimDeliveries] },
  { version: 3, name: 'book', breaking: false, statements: [...positions, ...bookTables] },
];

export const CODE_VERSION = allMigrations.length;

export interface SchemaVersion {
  /** The newest applied step; 0 for none. */
  readonly version: number;
  /** The newest applied step that is breaking. */
  readonly neededVersion: number;
}

const VERSIONS = `select coalesce(max(version), 0) as version, coalesce(max(version) filter (where breaking), 0) as needed
  from {schema}.migrations`;

export async function readSchemaVersion(client: PostgresClient, schema: string): Promise<SchemaVersion> {
  const sql = inSchema(schema);
  // Read as rows: `to_regclass` uses a cache that, within a transaction, can miss what another process just committed.
  const table = "select 1 from pg_tables where schemaname = $1 and tablename = 'migrations'";
  if ((await rowsOf(client, table, [schema])).length === 0) return { version: 0, neededVersion: 0 };
  const [row] = await rowsOf<{ readonly version: number; readonly needed: number }>(client, sql(VERSIONS));
  return { version: row?.version ?? 0, neededVersion: row?.needed ?? 0 };
}

export function versionProblem({ version, neededVersion }: SchemaVersion, schema: string): string | undefined {
  const steps = `schema '${schema}' is at version ${version}, this package at ${CODE_VERSION}`;
  if (version < CODE_VERSION) return `${steps}: run \`repaykit migrate\``;
  if (neededVersion > CODE_VERSION) return `${steps}, and what came since does not go with it: upgrade repaykit`;
  return undefined;
}

export async function refuseOtherSchema(client: PostgresClient, schema: string): Promise<void> {
  try {
    const problem = versionProblem(await readSchemaVersion(client, schema), schema);
    if (problem !== undefined) throw new StoreError(`The PostgreSQL ${problem}`);
  } catch (error) {
    throw storeFailure(error, 'reading', client);
  }
}

export const DEFAULT_SCHEMA = 'repaykit';

const NO_PLAIN_NAME = 'is no plain name: use a–z, 0–9 and _, at most 63 characters, not beginning with a digit or pg_';

/** Checks a schema name: it must never need quoting. */
export const schemaName = check({
  type: 'string',
  test: (schema) =>
    (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith('pg_')) ||
    `'${String(schema)}' ${NO_PLAIN_NAME}`,
});

/** Replaces every `{schema}` in a statement by the schema's checked name. */
export function inSchema(schema: string): (statement: string) => string {
  return (statement) => statement.replaceAll('{schema}', `"${schema}"`);
}
