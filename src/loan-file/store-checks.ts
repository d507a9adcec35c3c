import { InputError, StoreError } from '../errors.ts';
import type { AdvanceInput, BookBuild, BookFilter, BookLoanRow, BookOrder, BookPageQuery } from './book-tables.ts';
import type { AppendExtras, ClaimQuery, LoanStore, PageQuery } from './store.ts';

// Fits the indexes of every supported database.
const MAX_NAME_LENGTH = 512;
// Far more than an event needs, and less than the longest line of evidence.
const MAX_TEXT_BYTES = 4 * 1_024 * 1_024;

const NO_PAGE = 'is not the `next` of a page: pass on what the page before answered';

/** Labels with this prefix belong to one file only. */
export const UNIQUE_LABEL_PREFIX = 'mandate:';

/** Allows what every store can keep: 1 to 512 characters, no U+0000, no lone surrogates. @throws InputError */
export function checkName(path: string, name: string): void {
  if (name.length === 0) refuse(path, 'is empty: give it a name');
  if (name.length > MAX_NAME_LENGTH) refuse(path, `has ${name.length} characters: shorten it to ${MAX_NAME_LENGTH}`);
  checkText(path, name);
}

/** Refuses an append that is invalid for any file. Every store calls this first. @throws InputError */
export function checkAppend(...[loanId, expectedVersion, events, extras = {}]: Parameters<LoanStore['append']>): void {
  checkName('loanId', loanId);
  checkWhole('expectedVersion', expectedVersion, 0);
  for (const [index, event] of events.entries()) {
    const seq = expectedVersion + index + 1;
    if (event.seq !== seq) refuse(`events[${index}].seq`, `is ${event.seq}, but this place in the file is ${seq}`);
    for (const field of ['body', 'hash', 'personal'] as const) checkPart(`events[${index}].${field}`, event[field]);
  }
  checkExtras(extras);
}

function checkExtras({ expectedHead, addLabels = [], removeLabels = [], work = {} }: AppendExtras): void {
  if (expectedHead !== undefined) checkName('expectedHead', expectedHead);
  for (const label of [...addLabels, ...removeLabels]) checkName('label', label);
  const both = addLabels.find((label) => removeLabels.includes(label));
  if (both !== undefined) refuse('removeLabels', `names '${both}', which addLabels names too: decide for one`);
  for (const [kind, dueAt] of Object.entries(work)) {
    checkName('work', kind);
    if (dueAt !== null) checkWhole(`work.${kind}`, dueAt, 0);
  }
}

/** Refuses an invalid page and returns the position after which it begins, 0 for the first page. @throws InputError */
export function checkPage({ after = '0', limit }: PageQuery): number {
  checkWhole('limit', limit, 1);
  if (!/^\d{1,15}$/.test(after)) refuse('after', NO_PAGE);
  return Number(after);
}

export function checkClaim({ now, leaseMs, limit, kinds, loanId }: ClaimQuery): void {
  checkWhole('now', now, 0);
  checkWhole('leaseMs', leaseMs, 1);
  checkWhole('limit', limit, 1);
  for (const kind of kinds) checkName('kinds', kind);
  if (loanId !== undefined) checkName('loanId', loanId);
}

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

function checkPart(path: string, text: string | undefined): void {
  if (text === undefined) return;
  checkText(path, text);
  const bytes = Buffer.byteLength(text);
  const most = `an event takes ${MAX_TEXT_BYTES}; keep what is longer elsewhere, and its hash here`;
  if (bytes > MAX_TEXT_BYTES) refuse(path, `has ${bytes} bytes: ${most}`);
}

function checkText(path: string, text: string): void {
  if (text.includes('\0') || /\p{Cs}/u.test(text))
    refuse(path, 'holds U+0000 or half of a character, which not every store can keep: take it out');
}

/** Refuses anything but a whole number of at least `least`. @throws InputError */
export function checkWhole(path: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(path, `is ${value}: give a whole number from ${least}`);
}

function refuse(path: string, message: string): never {
  throw new InputError('A store cannot do this', [{ path, message }]);
}
