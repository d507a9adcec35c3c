import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { fieldsOf, unknownFields } from '../../validation/record.ts';
import type { PostgresClient, PostgresPool } from './connection.ts';
import { CONNECTION_STRING_FORM, parseConnectionString } from './connection-string.ts';
import { type OwnPool, ownPool } from './own-pool.ts';
import { checkSchemaName, DEFAULT_SCHEMA } from './schema-name.ts';

/** Which database, and where in it. */
export interface PostgresOptions {
  /** Connections of the caller's (`pg.Pool`, or `pglitePool(…)`). Only the caller closes them. */
  readonly pool?: PostgresPool | undefined;
  /** Instead of a pool: a `postgres:` URL. Needs the package `pg`. Connections are opened on first use; everything in a process with the same string shares ten of them. */
  readonly connectionString?: string | undefined;
  /** Default `repaykit`. */
  readonly schema?: string | undefined;
}

/** Holds connections until it is closed. */
export interface Closable extends AsyncDisposable {
  /** Waits for what is under way, then gives up the connections that `connectionString` opened; calls after it are refused. A `pool` stays open. */
  close(): Promise<void>;
}

interface GivenOptions extends PostgresOptions {
  readonly client?: PostgresClient | undefined;
}

/** What the options lead to: a pool, or else a client. */
export interface PostgresPlace {
  readonly pool: PostgresPool | undefined;
  readonly client: PostgresClient | undefined;
  readonly schema: string;
  /** Gives up the connections that were opened here. */
  close(): Promise<void>;
  /** Makes the calls of a store or an inbox closable: closing waits for those that are under way and refuses later ones. */
  closable<Calls extends object>(calls: Calls): Calls & Closable;
}

const fields = fieldsOf<PostgresOptions>({ pool: true, connectionString: true, schema: true });

/** Checks all options at once. @throws ConfigurationError with every mistake; it repeats no connection string */
export function openPlace(subject: string, options: GivenOptions, also: readonly 'client'[] = []): PostgresPlace {
  const { pool, connectionString, client, schema = DEFAULT_SCHEMA }: GivenOptions = options ?? {};
  const issues: FieldIssue[] = [...unknownFields(options, [...fields, ...also])];
  const given = Object.entries({ pool, connectionString, client }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const choice = ['pool', 'connectionString', ...also].join(', ');
  if (given.length === 0)
    issues.push({
      path: 'pool',
      message: `is missing, and so is connectionString: name one of ${choice}. Is DATABASE_URL set here?`,
    });
  if (given.length > 1)
    issues.push({ path: given[1] as string, message: `stands beside ${given[0]}: name only one of ${choice}` });
  if (pool !== undefined && typeof pool?.connect !== 'function')
    issues.push({ path: 'pool', message: 'must be a pool of connections, with query and connect' });
  if (client !== undefined && typeof client?.query !== 'function')
    issues.push({ path: 'client', message: 'must be a connection, with query' });
  if (connectionString !== undefined && !parseConnectionString(connectionString))
    issues.push({ path: 'connectionString', message: CONNECTION_STRING_FORM });
  if (issues.length > 0) throw new ConfigurationError(subject, issues);
  checkSchemaName(schema);
  const own = connectionString === undefined ? undefined : ownPool(connectionString);
  const close = async (): Promise<void> => own?.close();
  const closable = <Calls extends object>(calls: Calls) => ({
    ...(own ? heldOpen(calls, own) : calls),
    close,
    [Symbol.asyncDispose]: close,
  });
  return { pool: own ?? pool, client, schema, close, closable };
}

function heldOpen<Calls extends object>(calls: Calls, own: OwnPool): Calls {
  const held = Object.entries(calls).map(([name, call]) => [
    name,
    typeof call === 'function' ? (...given: unknown[]) => own.during(async () => call(...given)) : call,
  ]);
  return Object.fromEntries(held) as Calls;
}

/** As {@link openPlace}, where only a pool or a connection string fits. */
export function openPool(subject: string, options: PostgresOptions): PostgresPlace & { readonly pool: PostgresPool } {
  const { pool, ...place } = openPlace(subject, options);
  return { ...place, pool: pool as PostgresPool };
}
