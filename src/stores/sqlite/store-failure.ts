import { RepayKitError, StoreError } from '../../errors.ts';

// https://sqlite.org/rescode.html: the primary code is the lowest byte of the extended one.
const [BUSY, LOCKED] = [5, 6];

/** Says whether another connection was in the way, so that the same call can succeed later. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  // node:sqlite and @photostructure/sqlite give the number, better-sqlite3 the name.
  if (typeof errcode === 'number') return (errcode & 0xff) === BUSY || (errcode & 0xff) === LOCKED;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code);
}

/** What a caller gets to see of a failure: our own errors as they are, the database's with its message masked and the error itself as the cause. */
export function storeFailure(error: unknown, outcome: 'none' | 'unknown' = 'none'): RepayKitError {
  if (error instanceof RepayKitError) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (isBusy(error)) {
    return new StoreError(`Another process holds the SQLite file (${said}): try again, or raise busyTimeoutMs`, {
      cause: error,
      retryable: true,
    });
  }
  const next = outcome === 'unknown' ? 'load the file to see whether it was written' : 'nothing was written';
  return new StoreError(`SQLite failed (${said}): ${next}`, { cause: error, outcome });
}
