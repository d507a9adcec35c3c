import {
  type BookCursor,
  bookCursorText,
  bookKeyOf,
  bookNotBuilt,
  checkAdvance,
  checkBookFilter,
  checkBookPage,
  refuseOutdated,
} from './book-checks.ts';
import type {
  AdvanceInput,
  BookAdvance,
  BookEntry,
  BookFilter,
  BookOrder,
  BookTables,
  BookUpTo,
} from './book-tables.ts';
import type { StoredEvent } from './store.ts';
import { checkName } from './store-checks.ts';

export interface BookFile {
  readonly loanId: string;
  /** Its number in the order in which files were begun, from 1. */
  readonly place: number;
  readonly events: readonly StoredEvent[];
  /** The place in the log of each event, from 1. */
  readonly positions: readonly number[];
}

export interface BookLog {
  /** In the order in which they were begun. */
  readonly files: readonly BookFile[];
  /** For each event, in the order in which they were appended: its file. */
  readonly order: readonly BookFile[];
}

type Rows = Map<number, BookEntry>;

interface Book {
  /** Number of events, of all files, that the rows were made from. */
  readonly position: number;
  readonly at?: string | undefined;
  /** Absent until the first build is done. */
  readonly rows?: Rows | undefined;
  /** The rows of the first files, up to a number. They are of the same position as `rows`. */
  readonly build?: { readonly rows: Rows; readonly done: number; readonly total: number } | undefined;
}

/** The book of a store in memory. A step works without waiting, so no other call sees a part of it. */
export function memoryBook(log: BookLog): BookTables {
  let book: Book = { position: 0 };

  const present = () => {
    const { position, at, rows, build } = book;
    const upTo: BookUpTo = { events: position, ...(at !== undefined && { at }), behind: log.order.length - position };
    return { rows, upTo, build: build && { done: build.done, total: Math.max(build.done, build.total) } };
  };

  return {
    ...answers(() => {
      const { rows, upTo, build } = present();
      if (!rows) throw bookNotBuilt(build);
      return { rows, upTo };
    }),
    async advance(input) {
      checkAdvance(input);
      const begins = input.rebuild === 'begin' || (!book.rows && !book.build);
      // Without rows there is no position to keep, so a first build begins with the present end of the log.
      const from = begins
        ? {
            ...(book.rows ? book : { position: log.order.length }),
            build: { rows: new Map(), done: 0, total: log.files.length },
          }
        : book;
      const isBuilding = from.build !== undefined && (input.rebuild !== undefined || !from.rows);
      const { after, ...answer } = isBuilding ? buildStep(from, log, input) : followStep(from, log, input);
      book = after;
      const { build } = present();
      return { ...answer, ...(build && { build }) };
    },
    async state() {
      const { rows, upTo, build } = present();
      return { ...(rows && { upTo }), ...(build && { build }) };
    },
  };
}

type Answering = () => { readonly rows: Rows; readonly upTo: BookUpTo };

function answers(answering: Answering): Pick<BookTables, 'page' | 'count' | 'find' | 'scan'> {
  return {
    async page(query) {
      const cursor = checkBookPage(query);
      const { rows, upTo } = answering();
      const compare = comparisonOf(query.orderBy);
      const found = matching(rows, query.filter)
        .map((row) => ({ ...row, key: bookKeyOf(query.orderBy, row.loan) }))
        .filter((row) => !cursor || compare(row, cursor) > 0)
        .sort(compare);
      const shown = found.slice(0, query.limit);
      const last = shown.at(-1);
      return {
        loans: shown.map(({ loan: { history: _history, ...loan } }) => loan),
        ...(last && found.length > shown.length && { next: bookCursorText(query.orderBy, last) }),
        upTo,
      };
    },
    async count(filter) {
      checkBookFilter(filter);
      const { rows, upTo } = answering();
      return { count: matching(rows, filter).length, upTo };
    },
    async find(loanId) {
      checkName('loanId', loanId);
      const { rows, upTo } = answering();
      const entry = [...rows.values()].find(({ loan }) => loan.loanId === loanId);
      return { ...(entry && { entry: structuredClone(entry) }), upTo };
    },
    async scan(visit, signal) {
      const { rows, upTo } = answering();
      for (const { loan } of matching(rows, {})) {
        signal?.throwIfAborted();
        visit({ loanId: loan.loanId, history: loan.history });
      }
      return upTo;
    },
  };
}

type Step = Omit<BookAdvance, 'build'> & { readonly after: Book };

/** Makes the rows of the next files, up to the position of the book. */
function buildStep(book: Book, { files, order }: BookLog, { project, today, limit }: AdvanceInput): Step {
  const { rows, done, total } = book.build ?? { rows: new Map(), done: 0, total: 0 };
  const next = files.slice(done, done + limit).filter(({ positions }) => (positions[0] ?? 0) <= book.position);
  const made = next.map((file) => makeEntry(file, { project, today, position: book.position }));
  for (const each of made) replace(rows, each);
  const isDone = next.length < limit;
  const at = latest(book.at, made);
  return {
    after: isDone
      ? { position: book.position, at, rows }
      : { ...book, at, build: { rows, done: done + next.length, total } },
    files: next.length,
    hasMore: !isDone || book.position < order.length,
  };
}

/** Makes the rows of the files that changed next, then those that are outdated. */
function followStep(book: Book, { files, order }: BookLog, { project, today, limit }: AdvanceInput): Step {
  const changed = new Set<BookFile>();
  let { position } = book;
  // An append has one file, so none is divided.
  for (let file = order[position]; file; file = order[++position]) {
    if (changed.size === limit && !changed.has(file)) break;
    changed.add(file);
  }
  const outdated = [...(book.rows ?? [])]
    .filter(([, { loan }]) => loan.refreshOn !== null && loan.refreshOn <= today)
    .flatMap(([place]) => files[place - 1] ?? [])
    .filter((file) => !changed.has(file));
  const taken = [...changed, ...outdated.slice(0, limit - changed.size)];
  const made = taken.map((file) => makeEntry(file, { project, today, position }));
  for (const each of made) {
    if (book.rows) replace(book.rows, each);
    if (book.build && each.place <= book.build.done) replace(book.build.rows, each);
  }
  return {
    after: { ...book, position, at: latest(book.at, made) },
    files: taken.length,
    hasMore: position < order.length || taken.length < changed.size + outdated.length,
  };
}

interface Made {
  readonly place: number;
  readonly entry: BookEntry | undefined;
  readonly at: string;
}

function makeEntry(
  { loanId, place, events, positions }: BookFile,
  { project, today, position }: Pick<AdvanceInput, 'project' | 'today'> & { readonly position: number },
): Made {
  const known = events.filter((_, index) => (positions[index] ?? 0) <= position);
  const { entry, at } = project({ loanId, events: known.map(({ seq, body, hash }) => ({ seq, body, hash })) });
  if (entry) refuseOutdated(entry.loan, today);
  return { place, at, entry: structuredClone(entry) };
}

function replace(rows: Rows, { place, entry }: Made): void {
  if (entry) rows.set(place, entry);
  else rows.delete(place);
}

function latest(at: string | undefined, made: readonly Made[]): string | undefined {
  return made.reduce<string | undefined>((last, each) => (last === undefined || each.at > last ? each.at : last), at);
}

/** In the order of the files. */
function matching(rows: Rows, filter: BookFilter) {
  return [...rows]
    .filter(([, entry]) => matches(entry, filter))
    .map(([file, { loan }]) => ({ file, loan }))
    .sort((row, other) => row.file - other.file);
}

function comparisonOf(orderBy: BookOrder): (row: BookCursor, other: BookCursor) => number {
  const direction = orderBy === 'outstanding' ? -1 : 1;
  const byKey = (row: BookCursor, other: BookCursor) => (row.key < other.key ? -1 : row.key > other.key ? 1 : 0);
  return (row, other) => direction * (byKey(row, other) || row.file - other.file);
}

function matches({ loan, instalments, accounts }: BookEntry, filter: BookFilter): boolean {
  const { dueFrom, dueTo, unpaidSinceFrom, unpaidSinceTo, outstandingFrom, outstandingTo, debits } = filter;
  const isAmong = (list: readonly string[] | undefined, value: string | null) =>
    list === undefined || (value !== null && list.includes(value));
  return (
    isAmong(filter.loanIds, loan.loanId) &&
    isAmong(filter.stages, loan.stage) &&
    isAmong(filter.mandateStatuses, loan.mandateStatus) &&
    (!filter.accountStatuses || accounts.some(({ status }) => isAmong(filter.accountStatuses, status))) &&
    (!filter.banks || accounts.some(({ bank }) => isAmong(filter.banks, bank))) &&
    (filter.payerId ?? loan.payerId) === loan.payerId &&
    (filter.collectionMode ?? loan.collectionMode) === loan.collectionMode &&
    ((dueFrom === undefined && dueTo === undefined) ||
      instalments.some(({ dueDate, unpaid }) => unpaid > 0 && isBetween(dueDate, dueFrom, dueTo))) &&
    isBetween(loan.unpaidSince, unpaidSinceFrom, unpaidSinceTo) &&
    isBetween(loan.outstanding, outstandingFrom, outstandingTo) &&
    (!debits || loan[`${debits}Debits`] > 0) &&
    isBetween(loan.dutyUntil, undefined, filter.dutyUntil) &&
    (filter.hasDuties ?? loan.duties > 0) === loan.duties > 0
  );
}

function isBetween<Value extends string | number>(
  value: Value | null,
  from: Value | undefined,
  to: Value | undefined,
): boolean {
  if (from === undefined && to === undefined) return true;
  return value !== null && value >= (from ?? value) && value <= (to ?? value);
}
