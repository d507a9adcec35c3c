import { InputError } from '../../errors.ts';
import type { PageQuery } from '../../loans/store.ts';
import { type SqliteRow, wholeNumber } from './sqlite-database.ts';

/** Where a page begins: the place of the file before it. */
export function placeBefore({ after }: PageQuery): number {
  if (after === undefined) return 0;
  if (!/^[1-9]\d{0,14}$/.test(after)) throw new InputError('page', [{ path: 'after', message: 'must be the `next` of the page before' }]);
  return Number(after);
}

/** One row more than the page holds tells whether another page follows. */
export function rowsToRead({ limit }: PageQuery): number {
  return checkLimit(limit) + 1;
}

/** A limit of rows. */
export function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new InputError('query', [{ path: 'limit', message: 'must be a whole number from 1' }]);
  return limit;
}

/** Splits what was read into the rows of the page and where the next one begins. */
export function pageOf(rows: readonly SqliteRow[], { limit }: PageQuery): { readonly rows: readonly SqliteRow[]; readonly next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last ? { rows: page, next: String(wholeNumber(last.place)) } : { rows: page };
}
