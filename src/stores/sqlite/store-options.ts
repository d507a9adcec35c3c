import { requireOptions } from '../../errors.ts';
import { optional, wholeNumber, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What `sqliteStore` and `sqliteInbox` take. */
export interface SqliteStoreOptions {
  /** An open database, one and the same for store and inbox or one for each; whoever opened it closes it, after the last call. */
  readonly database: SqliteDatabase;
  /** How long a call waits for other processes that write the same file, in milliseconds from 0 to 60,000; default 5,000. The thread waits with it. */
  readonly busyTimeoutMs?: number | undefined;
}

const storeOptions = record<SqliteStoreOptions>({
  database: withMethods(
    ['exec', 'prepare'],
    'an open database of node:sqlite, @photostructure/sqlite or better-sqlite3',
  ),
  busyTimeoutMs: optional(wholeNumber({ min: 0, max: 60_000, of: 'milliseconds' })),
});

/** Checks all options at once. @throws ConfigurationError with every mistake */
export function checkStoreOptions(
  subject: string,
  options: SqliteStoreOptions,
): Required<SqliteStoreOptions> & { readonly busyTimeoutMs: number } {
  const { database, busyTimeoutMs = 5_000 } = requireOptions(subject, storeOptions, options);
  return { database, busyTimeoutMs };
}
