import type { PGliteDatabase } from '../../../src/stores/postgres/own-pool.ts';

/** What tests use of PGlite. */
export interface TestDatabase extends PGliteDatabase {
  /** Runs many statements. */
  exec(sql: string): Promise<unknown>;
  transaction<Result>(act: (client: PGliteDatabase) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

// By a name that is no literal: the declarations of PGlite want a browser's types, and ours are checked without.
const specifier: string = '@electric-sql/pglite';

/** Starts PGlite: 670 MB and a second and a half. */
export async function startPGlite(): Promise<TestDatabase> {
  const { PGlite } = (await import(specifier)) as { readonly PGlite: { create(): Promise<TestDatabase> } };
  return PGlite.create();
}
