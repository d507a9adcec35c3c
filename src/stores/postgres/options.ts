import { requireOptions } from '../../errors.ts';
import { optional, withMethods } from '../../validation/checks.ts';
import { exactlyOne, type Fields, record } from '../../validation/record.ts';
import type { PostgresClient, PostgresPool } from './connection.ts';
import { connectionString } from './connection-string.ts';
import { DEFAULT_SCHEMA, schemaName } from './migrations/schema-version.ts';
import { type OwnPool, ownPool } from './own-pool.ts';

/** The database and the schema to use. */
export interface PostgresOptions {
  /** The caller's connections: a `pg.Pool`, or `pglitePool(…)`. Only the caller closes them. */
  readonly pool?: PostgresPool | undefined;
  /**
   * Instead of a pool: a `postgres:` URL. Requires the package `pg`. Connections open on first use. All stores and
   * inboxes of a process with the same string share ten of them.
   */
  readonly connectionString?: string | undefined;
  /** The schema of the tables; default `repaykit`. */
  readonly schema?: string | undefined;
}

/** Holds connections until you close it. */
export interface Closable extends AsyncDisposable {
  /**
   * Waits for running calls, then closes the connections that `connectionString` opened. Later calls are refused. A
   * `pool` stays open.
   */
  close(): Promise<void>;
}

interface GivenOptions extends PostgresOptions {
  readonly client?: PostgresClient | undefined;
}

/** The opened options: a pool, or else a client. */
export interface PostgresPlace {
  readonly pool: PostgresPool | undefined;
  readonly client: PostgresClient | undefined;
  readonly schema: string;
  /** Closes the connections that {@link openPlace} opened. */
  close(): Promise<void>;
  /** Makes a store or inbox closable: closing waits for running calls and refuses later ones. */
  closable<Calls extends object>(calls: Calls): Calls & Closable;
}

const HINT = '. Is DATABASE_URL set here?';

const fields: Fields<PostgresOptions> = {
  pool: optional(withMethods(['connect'], 'a pool of connections, with query and connect')),
  connectionString: optional(connectionString),
  schema: optional(schemaName),
};
const poolOptions = record<PostgresOptions>(fields, {
  rules: (_, given) => exactlyOne(given, ['pool', 'connectionString'], HINT),
});
const placeOptions = record<GivenOptions>(
  { ...fields, client: optional(withMethods(['query'], 'a connection, with query')) },
  { rules: (_, given) => exactlyOne(given, ['pool', 'connectionString', 'client'], HINT) },
);

/** Checks all options at once. @throws ConfigurationError with every problem, never with the connection string */
export function openPlace(subject: string, options: GivenOptions, declared = placeOptions): PostgresPlace {
  const { pool, connectionString: url, client, schema = DEFAULT_SCHEMA } = requireOptions(subject, declared, options);
  const own = url === undefined ? undefined : ownPool(url);
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
    typeof call === 'function'
      ? (...given: unknown[]) => own.during(async () => call(...given))
      : typeof call === 'object' && call !== null
        ? heldOpen(call, own)
        : call,
  ]);
  // The same names, each with its value or a function of the same signature.
  return Object.fromEntries(held) as Calls;
}

/** Like {@link openPlace}, but accepts only a pool or a connection string. */
export function openPool(subject: string, options: PostgresOptions): PostgresPlace & { readonly pool: PostgresPool } {
  const { pool, ...place } = openPlace(subject, options, poolOptions);
  // The options are checked: one of the two is present.
  return { ...place, pool: pool as PostgresPool };
}
