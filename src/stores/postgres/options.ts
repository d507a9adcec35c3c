import { requireOptions } from '../../errors.ts';
import { optional, withMethods } from '../../validation/checks.ts';
import { exactlyOne, type Fields, record } from '../../validation/record.ts';
import type { PostgresClient, PostgresPool } from './connection.ts';
import { connectionString } from './connection-string.ts';
import { DEFAULT_SCHEMA, schemaName } from './migrations/schema-version.ts';
import { type OwnPool, ownPool } from './own-pool.ts';

/** Which database, and where in it. */
export interface PostgresOptions {
  /** The caller's connections (`pg.Pool`, or `pglitePool(…)`). Only the caller closes them. */
  readonly pool?: PostgresPool | undefined;
  /** Instead of a pool: a `postgres:` URL. Needs the package `pg`. Connections are opened on first use; everything in a process with the same string shares ten of them. */
  readonly connectionString?: string | undefined;
  /** Default `repaykit`. */
  readonly schema?: string | undefined;
}

/** Holds connections until it is closed. */
export interface Closable extends AsyncDisposable {
  /** Waits for what is under way, then closes the connections that `connectionString` opened; later calls are refused. A `pool` stays open. */
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
  /** Closes the connections that were opened here. */
  close(): Promise<void>;
  /** Makes the calls of a store or an inbox closable: closing waits for those that are under way and refuses later ones. */
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

/** Checks all options at once. @throws ConfigurationError with every mistake; it repeats no connection string */
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
    typeof call === 'function' ? (...given: unknown[]) => own.during(async () => call(...given)) : call,
  ]);
  // The same names, each with what it was or a function of the same signature.
  return Object.fromEntries(held) as Calls;
}

/** As {@link openPlace}, where only a pool or a connection string fits. */
export function openPool(subject: string, options: PostgresOptions): PostgresPlace & { readonly pool: PostgresPool } {
  const { pool, ...place } = openPlace(subject, options, poolOptions);
  // The options were checked: one of the two is there.
  return { ...place, pool: pool as PostgresPool };
}
