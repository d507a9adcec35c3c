/** What every book checks, and how its pages go on. */
import { StoreError } from '../errors.ts';
import type { AdvanceInput, BookBuild, BookFilter, BookLoanRow, BookOrder, BookPageQuery } from './book-tables.ts';
import { checkText, checkWhole, NO_PAGE, refuse } from './store-checks.ts';

/** Refuses an invalid step of the book. @throws InputError */
export function checkAdvance({ today, limit }: AdvanceInput): void {
  checkWhole('limit', limit, 1);
  checkDay('today', today);
}

/** A row that would be outdated at once would be made again without end. @throws StoreError */
export function refuseOutdated({ loanId, refreshOn }: BookLoanRow, today: string): void {
  if (refreshOn === null || refreshOn > today) return;
  throw new StoreError(
    `The row of loan '${loanId}' made on ${today} is outdated from ${refreshOn} on: project it for a later day`,
  );
}

export function bookNotBuilt(build?: BookBuild): StoreError {
  const far = build ? `is being built (${build.done} of ${build.total} files are done)` : 'was never built';
  return new StoreError(`The book of these loans ${far}: run \`repaykit book rebuild\`, or a worker`, {
    retryable: build !== undefined,
  });
}

/** The day that stands for none, so that loans that owe nothing come last in the order of `unpaidSince`. */
export const NEVER = '9999-12-31';

/** Where a page of the book begins: after the row with this value of the order, of the file with this number. */
export interface BookCursor {
  readonly key: string | number;
  readonly file: number;
}

const cursors: Readonly<Record<BookOrder, RegExp>> = {
  opened: /^()(\d{1,15})$/,
  unpaidSince: /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/,
  outstanding: /^(-?\d{1,15})\.(\d{1,15})$/,
};

/** The value by which an order sorts a row. */
export function bookKeyOf(
  orderBy: BookOrder,
  row: Pick<BookLoanRow, 'unpaidSince' | 'outstanding'>,
): BookCursor['key'] {
  return orderBy === 'opened' ? '' : (row[orderBy] ?? NEVER);
}

/** The `next` of a page that ends with this row. */
export function bookCursorText(orderBy: BookOrder, { key, file }: BookCursor): string {
  return orderBy === 'opened' ? String(file) : `${key}.${file}`;
}

/** Refuses an invalid page of the book, and returns where it begins if it is not the first one. @throws InputError */
export function checkBookPage({ filter, orderBy, after, limit }: BookPageQuery): BookCursor | undefined {
  checkWhole('limit', limit, 1);
  checkBookFilter(filter);
  if (after === undefined) return undefined;
  const [, key = '', file] = cursors[orderBy].exec(after) ?? [];
  if (file === undefined) refuse('after', NO_PAGE);
  return { key: orderBy === 'outstanding' ? Number(key) : key, file: Number(file) };
}

/** Refuses values that no row can have. @throws InputError */
export function checkBookFilter(filter: BookFilter): void {
  const { outstandingFrom, outstandingTo, loanIds = [], payerId, collectionMode } = filter;
  const { stages = [], mandateStatuses = [], accountStatuses = [], banks = [] } = filter;
  for (const [path, amount] of Object.entries({ outstandingFrom, outstandingTo }))
    if (amount !== undefined) checkWhole(path, amount, Number.MIN_SAFE_INTEGER);
  for (const [path, texts] of Object.entries({ loanIds, stages, mandateStatuses, accountStatuses, banks }))
    for (const text of texts) checkText(path, text);
  for (const [path, text] of Object.entries({ payerId, collectionMode })) if (text !== undefined) checkText(path, text);
  const { dueFrom, dueTo, unpaidSinceFrom, unpaidSinceTo, dutyUntil } = filter;
  for (const [path, day] of Object.entries({ dueFrom, dueTo, unpaidSinceFrom, unpaidSinceTo, dutyUntil }))
    if (day !== undefined) checkDay(path, day);
}

function checkDay(path: string, day: string): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) refuse(path, `is '${day}': give a day such as 2026-03-31`);
}
