/** The book of a lender: questions about all loans of a store, of any day. */
import { type Clock, systemClock } from '../clock/clock.ts';
import { quietly } from '../clock/mutex.ts';
import {
  dayNumber,
  formatInstant,
  type PlainDate,
  parseInstant,
  parsePlainDate,
  SECOND_MS,
} from '../domain/calendar.ts';
import { day as dayCheck } from '../domain/values.ts';
import { ConfigurationError, InputError, requireInput, requireOptions } from '../errors.ts';
import type { BookBuild, BookTables, BookUpTo } from '../loan-file/book-tables.ts';
import type { LoanStore } from '../loan-file/store.ts';
import { anyText, check, func, optional, signal as signalCheck, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { bookStep } from './entry.ts';
import { endOf } from './figures/debits.ts';
import { type BookFigures, FiguresBuilder } from './figures/figures.ts';
import { historyOf } from './history-text.ts';
import { type LateFact, lateFactsOf } from './late-facts.ts';
import {
  type BookLoanDetails,
  bookLoan,
  bookLoanDetails,
  filterFields,
  type LoanFilter,
  type LoanPage,
  type LoanQuery,
  loanQuery,
  orders,
  rowFilter,
} from './loan-query.ts';
import type { Moment } from './standing.ts';

/** Options of {@link openBook}. */
export interface OpenBookOptions {
  /** The store with the loan files: `postgresStore`, `sqliteStore` or `memoryStore`. */
  readonly store: Pick<LoanStore, 'book'>;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** A day and a time. Both default to now. */
export interface FiguresQuery {
  /** The last day that counts, `YYYY-MM-DD`, today at the latest. */
  readonly asOf?: string;
  /** What was known by then: a day, to its end in Lagos, or a time, ISO 8601 with its offset. */
  readonly knownAt?: string;
  /** Ends the work. The call rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** How far a book is. */
export interface BookState {
  /** Absent if the book was never built completely. */
  readonly upTo?: BookUpTo;
  /** Present while it is being built. */
  readonly build?: BookBuild;
}

/** Options of long work on a book. */
export interface BookWorkOptions {
  /** Stops after the present step. The work goes on with the next call. */
  readonly signal?: AbortSignal;
  /** Called after each step. Errors it throws are ignored. */
  readonly onProgress?: (progress: { readonly files: number; readonly build?: BookBuild }) => void;
}

const NO_BOOK = 'keeps no book: pass postgresStore, sqliteStore or memoryStore, or give yours the member book';
const BUSY_PAUSE_MS = 200;

const bookOptions = record<OpenBookOptions>({
  store: check({ type: 'object', takes: 'the store with the loan files', test: (value) => value !== null }),
  clock: optional(withMethods(['now', 'today', 'sleep'], 'a clock')),
});
const figuresQuery = record<FiguresQuery>({
  asOf: optional(anyText),
  knownAt: optional(anyText),
  signal: optional(signalCheck),
});
const lateFactsOptions = record<Pick<FiguresQuery, 'signal'>>({ signal: optional(signalCheck) });
const workOptions = record<BookWorkOptions>({ signal: optional(signalCheck), onProgress: optional(func) });

/**
 * Opens the book of a store. The worker keeps it current; `advance` and `rebuild` do the same by hand.
 * @throws ConfigurationError if the store keeps no book
 */
export function openBook(options: OpenBookOptions): Book {
  const { store, clock = systemClock } = requireOptions('openBook', bookOptions, options);
  if (!store.book) throw new ConfigurationError('openBook', [{ path: 'store', message: NO_BOOK }]);
  return new Book(store.book, clock);
}

/** Answers questions about all loans. Each answer says up to which event it is current, and how many it lacks. */
export class Book {
  readonly #tables: BookTables;
  readonly #clock: Clock;

  /** @internal */
  constructor(tables: BookTables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
  }

  /** How far the book is. @throws StoreError */
  state(): Promise<BookState> {
    return this.#tables.state();
  }

  /** A page of the loans that match. @throws InputError, StoreError */
  async loans(query: LoanQuery = {}): Promise<LoanPage> {
    const { orderBy = 'opened', limit = 50, after, ...filter } = requireInput('loans', loanQuery, query);
    const today = this.#clock.today();
    const page = await this.#tables.page({
      filter: rowFilter(filter, today),
      orderBy: orders[orderBy],
      limit,
      ...(after !== undefined && { after }),
    });
    return { ...page, loans: page.loans.map((row) => bookLoan(row, today)) };
  }

  /** The number of loans that match. @throws InputError, StoreError */
  async count(filter: LoanFilter = {}): Promise<{ readonly count: number; readonly upTo: BookUpTo }> {
    const checked = requireInput('count', record<LoanFilter>(filterFields), filter);
    return this.#tables.count(rowFilter(checked, this.#clock.today()));
  }

  /** A loan with its instalments and accounts. Undefined if the book has none of this id. @throws InputError, StoreError */
  async loan(loanId: string): Promise<(BookLoanDetails & { readonly upTo: BookUpTo }) | undefined> {
    const [problem] = anyText.problems(loanId, 'loanId');
    if (problem) throw new InputError('loan', [problem]);
    const { entry, upTo } = await this.#tables.find(loanId);
    return entry && { ...bookLoanDetails(entry, this.#clock.today()), upTo };
  }

  /** All figures of a day. @throws InputError for an impossible or future day, StoreError */
  async figures(query: FiguresQuery = {}): Promise<BookFigures> {
    const { signal, ...asked } = requireInput('figures', figuresQuery, query);
    const at = this.#moment(asked);
    const builder = new FiguresBuilder(at);
    const upTo = await this.#tables.scan((row) => builder.add(historyOf(row.history)), signal);
    return {
      asOf: asked.asOf ?? this.#clock.today(),
      knownAt: formatInstant(at.known * SECOND_MS),
      upTo,
      ...builder.figures(),
    };
  }

  /** Facts of a day or before it that became known after its end, by loan. @throws InputError, StoreError */
  async lateFacts(
    day: string,
    options: Pick<FiguresQuery, 'signal'> = {},
  ): Promise<{ readonly facts: readonly LateFact[]; readonly upTo: BookUpTo }> {
    const { signal } = requireInput('lateFacts', lateFactsOptions, options);
    const at = this.#moment({ asOf: day });
    const facts: LateFact[] = [];
    const upTo = await this.#tables.scan(
      (row) => void facts.push(...lateFactsOf(row.loanId, historyOf(row.history), at.day)),
      signal,
    );
    return { facts, upTo };
  }

  /** Brings the book up to the end of the log. @throws StoreError, EvidenceError */
  advance(options: BookWorkOptions = {}): Promise<BookState> {
    return this.#work(options, undefined);
  }

  /** Builds the whole book from the files. Questions are answered from the old one until it is done. */
  async rebuild(options: BookWorkOptions = {}): Promise<BookState> {
    // A build that was interrupted goes on.
    const { build } = await this.state();
    return this.#work(options, build ? 'continue' : 'begin');
  }

  async #work(options: BookWorkOptions, rebuild: 'begin' | 'continue' | undefined): Promise<BookState> {
    const { signal, onProgress } = requireOptions('The work on a book', workOptions, options);
    const step = bookStep(this.#clock.today());
    for (let how = rebuild, hasMore = true; hasMore && !signal?.aborted; ) {
      const done = await this.#tables.advance({ ...step, ...(how && { rebuild: how }) });
      quietly(() => onProgress?.({ files: done.files, ...(done.build && { build: done.build }) }));
      if (done.isBusy) await systemClock.sleep(BUSY_PAUSE_MS, signal).catch(() => undefined);
      else how = how && 'continue';
      hasMore = done.hasMore || done.isBusy === true || done.build !== undefined;
    }
    return this.state();
  }

  #moment({ asOf, knownAt }: Omit<FiguresQuery, 'signal'>): Moment {
    const today = this.#clock.today();
    const now = Math.floor(this.#clock.now() / SECOND_MS);
    const day = asOf === undefined ? today : pastDay('asOf', asOf, today);
    if (knownAt === undefined) return { day: dayNumber(day), known: now };
    const time = parseInstant(knownAt);
    if (time === undefined) {
      const known = pastDay('knownAt', knownAt, today);
      return { day: dayNumber(day), known: endOf(dayNumber(known)) };
    }
    if (time > this.#clock.now()) throw notYet('knownAt', formatInstant(this.#clock.now()));
    return { day: dayNumber(day), known: Math.floor(time / SECOND_MS) };
  }
}

function pastDay(path: string, given: string, today: PlainDate): PlainDate {
  const [problem] = dayCheck.problems(given, path);
  if (problem) {
    const orTime = path === 'knownAt' ? ', or a time in ISO 8601 with its offset' : '';
    throw new InputError('The figures', [{ ...problem, message: `${problem.message}${orTime}` }]);
  }
  const day = parsePlainDate(given) as PlainDate;
  if (day > today) throw notYet(path, today);
  return day;
}

function notYet(path: string, now: string): InputError {
  return new InputError('The figures', [{ path, message: `lies ahead: nothing is known after ${now}` }]);
}
