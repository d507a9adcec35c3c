import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What `sqliteStore` and `sqliteInbox` take. */
export interface SqliteStoreOptions {
  /** An open database, one and the same for store and inbox or one for each; whoever opened it closes it, after the last call. */
  readonly database: SqliteDatabase;
  /** How long a call waits for other processes that write the same file, in milliseconds from 0 to 60,000; default 5,000. The thread waits with it. */
  readonly busyTimeoutMs?: number | undefined;
}

const known: Readonly<Record<keyof SqliteStoreOptions, true>> = { database: true, busyTimeoutMs: true };
const MAX_BUSY_TIMEOUT_MS = 60_000;

/**
 * Checks all options at once.
 * @throws ConfigurationError with every mistake.
 */
export function checkStoreOptions(
  options: SqliteStoreOptions,
): Required<SqliteStoreOptions> & { readonly busyTimeoutMs: number } {
  const { database, busyTimeoutMs = 5_000 }: Partial<SqliteStoreOptions> = options ?? {};
  const issues: FieldIssue[] = Object.keys(options ?? {})
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({ path: name, message: `is not known; known are ${Object.keys(known).join(', ')}` }));
  if (typeof database?.exec !== 'function' || typeof database.prepare !== 'function') {
    issues.push({
      path: 'database',
      message: 'must be an open database of node:sqlite, @photostructure/sqlite or better-sqlite3',
    });
  }
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > MAX_BUSY_TIMEOUT_MS) {
    issues.push({ path: 'busyTimeoutMs', message: `must be whole milliseconds from 0 to ${MAX_BUSY_TIMEOUT_MS}` });
  }
  if (issues.length > 0 || !database) throw new ConfigurationError('sqliteStore', issues);
  return { database, busyTimeoutMs };
}
