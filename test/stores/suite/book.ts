import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError, StoreError } from '../../../src/errors.ts';
import type { BookFilter, BookTables, ProjectFile } from '../../../src/loan-file/book-tables.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { sized } from '../../size.ts';
import type { OpenStore } from '../store-suite.ts';
import {
  advanceAll,
  entriesIn,
  isMatch,
  pagesOfBook,
  projectOn,
  TODAY,
  WrittenLog,
  withoutHistory,
} from './book-model.ts';

const step = { project: projectOn(), today: TODAY, limit: 2 };

/** The book of a store, which all stores under test have. */
function bookOf({ book }: LoanStore): BookTables {
  if (!book) throw new Error('this store has no book');
  return book;
}

/** A store with this many loans, and its log. */
async function written(open: OpenStore, loans: number) {
  const { store, beside, settled } = await open();
  const log = new WrittenLog(settled);
  for (let loan = 0; loan < loans; loan += 1) await log.append(store, `loan-${loan}`, 1 + (loan % 3));
  return { store, beside, log, book: bookOf(store), other: bookOf(beside) };
}

/** What a store promises of the book of its loans. */
export function describeBook(open: OpenStore): void {
  describe('a book', () => {
    test('is absent until it is built, and says how far that is', async () => {
      const { book } = await written(open, 5);
      const questions = () => [
        book.page({ filter: {}, orderBy: 'opened', limit: 1 }),
        book.count({}),
        book.find('loan-1'),
        book.scan(() => expect.fail('there are no rows')),
      ];
      expect(await book.state()).toEqual({});
      for (const question of await Promise.allSettled(questions()))
        expect(question).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
      await expect(book.count({})).rejects.toThrow(/was never built: run `repaykit book rebuild`, or a worker/);

      expect(await book.advance(step)).toEqual({ files: 2, hasMore: true, build: { done: 2, total: 5 } });
      expect(await book.state()).toEqual({ build: { done: 2, total: 5 } });
      for (const question of await Promise.allSettled(questions()))
        expect(String((question as PromiseRejectedResult).reason)).toMatch(
          /is being built \(2 of 5 files are done\): run `repaykit book rebuild`/,
        );
    });

    test('is built by calls in a row, and then shows every loan', async () => {
      const { book, other, log } = await written(open, 5);
      await book.advance(step);
      await other.advance(step);
      expect(await book.advance(step)).toEqual({ files: 1, hasMore: false });
      expect(await other.state()).toEqual({ upTo: log.upTo() });
      const { entries, histories, upTo } = await entriesIn(other);
      expect(entries).toEqual(log.entries());
      expect(histories).toEqual(log.entries().map(({ loan: { loanId, history } }) => ({ loanId, history })));
      expect(upTo).toEqual(log.upTo());
    });

    test('of no loans is built, too', async () => {
      const { book } = await written(open, 0);
      expect(await book.advance(step)).toEqual({ files: 0, hasMore: false });
      expect(await book.state()).toEqual({ upTo: { events: 0, behind: 0 } });
      expect(await book.page({ filter: {}, orderBy: 'outstanding', limit: 1 })).toEqual({
        loans: [],
        upTo: { events: 0, behind: 0 },
      });
      expect(await book.find('loan-1')).toEqual({ upTo: { events: 0, behind: 0 } });
    });

    test('is at every time what follows from the log up to one event', async () => {
      const { store, book, other, log } = await written(open, 3);
      await advanceAll(book);
      for (const [index, loanId] of ['loan-1', 'loan-3', 'loan-1', 'loan-0', 'loan-4', 'loan-1'].entries())
        await log.append(store, loanId, 1 + (index % 3));
      for (let hasMore = true; hasMore; ) {
        ({ hasMore } = await book.advance({ ...step, limit: 1 }));
        const { upTo, entries } = await entriesIn(other);
        expect(upTo).toEqual(log.upTo(upTo.events));
        expect(entries).toEqual(log.entries(upTo.events));
      }
      expect(await other.state()).toEqual({ upTo: log.upTo() });
    });

    test('counts files that are no loans, but shows none', async () => {
      const { store, book, log } = await written(open, 2);
      await log.append(store, 'request-1', 2);
      await advanceAll(book);
      await log.append(store, 'request-1', 1);
      await log.append(store, 'request-2', 1);
      await advanceAll(book);
      expect(await book.count({})).toEqual({ count: 2, upTo: log.upTo() });
      expect(await book.find('request-1')).toEqual({ upTo: log.upTo() });
    });

    test('keeps nothing of a step whose projection throws', async () => {
      const { store, book, log } = await written(open, 3);
      const fault = new Error('this file cannot be believed');
      let calls = 0;
      const failing: ProjectFile = (file) => {
        calls += 1;
        if (calls % 2 === 0) throw fault;
        return step.project(file);
      };
      await expect(book.advance({ ...step, project: failing })).rejects.toBe(fault);
      expect(await book.state()).toEqual({});
      await advanceAll(book);
      const before = await entriesIn(book);
      for (const loanId of ['loan-0', 'loan-1']) await log.append(store, loanId);
      await expect(book.advance({ ...step, project: failing })).rejects.toBe(fault);
      expect(await entriesIn(book)).toEqual({ ...before, upTo: { ...before.upTo, behind: 2 } });
      await advanceAll(book);
      expect((await entriesIn(book)).entries).toEqual(log.entries());
    });

    test('is brought forward by several at once, each step by one of them', async () => {
      const { store, book, other, log } = await written(open, 12);
      const worker = async (each: BookTables) => {
        for (let isDone = false; !isDone; ) {
          const { hasMore, isBusy } = await each.advance(step);
          isDone = !hasMore && !isBusy;
        }
      };
      await Promise.all([book, other, book, other].map(worker));
      for (let turn = 0; turn < 20; turn += 1) await log.append(store, `loan-${turn % 15}`);
      await Promise.all([book, other, book, other].map(worker));
      await advanceAll(book);
      expect((await entriesIn(book)).entries).toEqual(log.entries());
      expect(await other.state()).toEqual({ upTo: log.upTo() });
    });

    test('makes rows again on the day on which they are outdated', async () => {
      const { store, book, log } = await written(open, 9);
      await advanceAll(book);
      await log.append(store, 'loan-4');
      const tomorrow = '2026-03-11';
      await advanceAll(book, { today: tomorrow, limit: 2 });
      expect((await entriesIn(book)).entries).toEqual(log.entries(undefined, projectOn(tomorrow)));
      expect(await book.advance({ project: projectOn(tomorrow), today: tomorrow, limit: 2 })).toEqual({
        files: 0,
        hasMore: false,
      });
    });

    test('refuses a row that is outdated when it is made', async () => {
      const { book } = await written(open, 9);
      await expect(book.advance({ ...step, today: '2026-03-11', limit: 20 })).rejects.toThrow(
        /outdated from 2026-03-11 on: project it for a later day/,
      );
    });
  });

  describe('a rebuild of the book', () => {
    /** The same rows, made by later code. */
    const project: ProjectFile = (file) => {
      const { entry, at } = step.project(file);
      return { at, entry: entry && { ...entry, loan: { ...entry.loan, payerId: 'rebuilt' }, instalments: [] } };
    };

    test('leaves the present rows to answer until it is done, and to be brought forward', async () => {
      const { store, book, other, log } = await written(open, 5);
      await advanceAll(book);
      expect(await book.advance({ ...step, project, rebuild: 'begin' })).toEqual({
        files: 2,
        hasMore: true,
        build: { done: 2, total: 5 },
      });
      for (const loanId of ['loan-0', 'loan-4', 'loan-5']) await log.append(store, loanId);
      expect((await entriesIn(other)).entries).toEqual(log.entries(log.events.length - 3));
      expect(await other.advance({ ...step, limit: 5 })).toMatchObject({ files: 3, build: { done: 2, total: 5 } });
      expect(await other.state()).toEqual({ upTo: log.upTo(), build: { done: 2, total: 5 } });
      expect((await entriesIn(book)).entries).toEqual(log.entries());

      while ((await other.advance({ ...step, project, rebuild: 'continue' })).build);
      await advanceAll(book);
      const { entries, upTo } = await entriesIn(book);
      expect(upTo).toEqual(log.upTo());
      // Rows that were brought forward after they were built come from the code that did so.
      expect(entries.map(({ loan }) => loan.payerId === 'rebuilt')).toEqual([false, true, true, true, true, true]);
    });

    test('that is begun again begins with the first file', async () => {
      const { book, log } = await written(open, 5);
      for (const rebuild of ['begin', 'continue', 'begin'] as const) await book.advance({ ...step, rebuild });
      expect(await book.state()).toEqual({ build: { done: 2, total: 5 } });
      await advanceAll(book);
      for (const rebuild of ['begin', 'continue', 'begin'] as const) await book.advance({ ...step, project, rebuild });
      expect(await book.state()).toEqual({ upTo: log.upTo(), build: { done: 2, total: 5 } });
      expect((await entriesIn(book)).entries).toEqual(log.entries());
    });

    test('that is continued after it was done only brings the rows forward', async () => {
      const { store, book, log } = await written(open, 3);
      await advanceAll(book);
      expect(await book.advance({ ...step, rebuild: 'continue' })).toEqual({ files: 0, hasMore: false });
      await log.append(store, 'loan-0');
      expect(await book.advance({ ...step, rebuild: 'continue' })).toEqual({ files: 1, hasMore: false });
    });

    test('gives the same rows, whatever happened in between', async () => {
      const command = fc.oneof(
        fc.record({
          kind: fc.constant('append' as const),
          loan: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'request'),
          count: fc.integer({ min: 1, max: 3 }),
        }),
        fc.record({
          kind: fc.constant('advance' as const),
          limit: fc.integer({ min: 1, max: 3 }),
          rebuild: fc.constantFrom(undefined, undefined, 'begin' as const, 'continue' as const),
        }),
      );
      const property = fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
        const { book, other, store, log } = await written(open, 0);
        for (const each of commands) {
          if (each.kind === 'append') await log.append(store, each.loan, each.count);
          else await book.advance({ ...step, limit: each.limit, ...(each.rebuild && { rebuild: each.rebuild }) });
          const { upTo } = await other.state();
          if (upTo) expect((await entriesIn(other)).entries).toEqual(log.entries(upTo.events));
        }
        await advanceAll(book);
        const brought = await entriesIn(book);
        expect(brought).toMatchObject({ entries: log.entries(), upTo: log.upTo() });
        await other.advance({ ...step, rebuild: 'begin' });
        while ((await other.advance({ ...step, rebuild: 'continue' })).build);
        await advanceAll(book);
        expect(await entriesIn(book)).toEqual(brought);
      });
      await fc.assert(property, { numRuns: sized(6, 100) });
    });
  });
}

const days = fc.constantFrom('2026-02-01', '2026-02-03', '2026-02-20', '2026-03-05', '2026-03-15', '2026-04-10');
const amounts = fc.constantFrom(-5, 0, 1_000, 2_000, 3_000);
const some = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const filterValues = {
  loanIds: some('loan-1', 'loan-20', 'loan-33', 'unknown', "'"),
  stages: some('placed', 'collecting', 'overdue', 'closed', 'unknown'),
  mandateStatuses: some('pending', 'active', 'disputed'),
  accountStatuses: some('pending', 'active', 'disputed'),
  banks: some('058', '044', '033', '999'),
  payerId: fc.constantFrom("payer 1 – 'é'", "payer 2 – 'é'", 'unknown'),
  collectionMode: fc.constantFrom('auto', 'manual'),
  dueFrom: days,
  dueTo: days,
  unpaidSinceFrom: days,
  unpaidSinceTo: days,
  outstandingFrom: amounts,
  outstandingTo: amounts,
  debits: fc.constantFrom('open', 'unknown', 'parked'),
  dutyUntil: days,
  hasDuties: fc.boolean(),
} satisfies Record<keyof BookFilter, fc.Arbitrary<unknown>>;
const filterNames = Object.keys(filterValues) as readonly (keyof BookFilter)[];

/** Filters of a few names: with more of them hardly any loan would match. */
const filters = fc
  .tuple(fc.record<BookFilter>(filterValues), fc.subarray([...filterNames], { minLength: 1, maxLength: 4 }))
  .map(([all, names]): BookFilter => Object.fromEntries(names.map((name) => [name, all[name]])));

/** What a store promises of questions to the book. */
export function describeBookQueries(open: OpenStore): void {
  describe('a question to the book', () => {
    test('is answered as filtering all entries by hand would, with each filter alone and with several', async () => {
      const { book, log } = await written(open, 60);
      await advanceAll(book, { limit: 50 });
      const entries = log.entries();
      const examine = async (filter: BookFilter) => {
        const loans = entries.filter((entry) => isMatch(entry, filter)).map(({ loan }) => withoutHistory(loan));
        expect(await pagesOfBook(book, { filter, limit: 7 })).toEqual(loans);
        expect(await book.count(filter)).toEqual({ count: loans.length, upTo: log.upTo() });
        for (const orderBy of ['unpaidSince', 'outstanding'] as const) {
          const sorted = await pagesOfBook(book, { filter, orderBy, limit: 7 });
          expect(new Set(sorted)).toEqual(new Set(loans));
          expect(sorted).toHaveLength(loans.length);
        }
      };
      for (const name of filterNames)
        for (const value of fc.sample<unknown>(filterValues[name], { numRuns: 3, seed: 20 }))
          await examine({ [name]: value });
      await fc.assert(fc.asyncProperty(filters, examine), { numRuns: sized(40, 300) });
    });

    test.each(['opened', 'unpaidSince', 'outstanding'] as const)(
      'in the order %s goes page by page',
      async (orderBy) => {
        const { book, log } = await written(open, 40);
        await advanceAll(book, { limit: 50 });
        const loans = await pagesOfBook(book, { orderBy, limit: 3 });
        expect(new Set(loans.map(({ loanId }) => loanId)).size).toBe(40);
        const keyOf = {
          opened: () => 0,
          unpaidSince: (i: number) => loans[i]?.unpaidSince ?? '9',
          outstanding: (i: number) => -(loans[i]?.outstanding ?? 0),
        }[orderBy];
        for (let index = 1; index < loans.length; index += 1) expect(keyOf(index) >= keyOf(index - 1)).toBe(true);
        if (orderBy === 'opened') expect(loans).toEqual(log.entries().map(({ loan }) => withoutHistory(loan)));
        // In one page the same.
        expect(await pagesOfBook(book, { orderBy, limit: 40 })).toEqual(loans);
        expect((await book.page({ filter: {}, orderBy, limit: 40 })).next).toBeUndefined();
      },
    );

    test('goes on page by page while the rows change', async () => {
      const { store, book, log } = await written(open, 20);
      await advanceAll(book, { limit: 50 });
      for (const orderBy of ['opened', 'unpaidSince', 'outstanding'] as const) {
        let turn = 0;
        const between = async () => {
          turn += 7;
          await log.append(store, `loan-${turn % 25}`);
          await book.advance({ ...step, ...(turn % 3 === 0 && { rebuild: 'begin' as const }) });
        };
        const loans = await pagesOfBook(book, { orderBy, between });
        if (orderBy === 'opened') expect(new Set(loans.map(({ loanId }) => loanId)).size).toBe(loans.length);
        expect(loans.length).toBeGreaterThan(10);
      }
    });

    test('keeps and finds unusual text', async () => {
      const { store, book, log } = await written(open, 0);
      const loanId = `o'brien "x" \\ $1 ? {schema} {a,b} Ọlá 😀`;
      await log.append(store, loanId);
      const project: ProjectFile = (file) => {
        const { entry, at } = step.project(file);
        return { at, entry: entry && { ...entry, loan: { ...entry.loan, stage: loanId, history: `${loanId}\n` } } };
      };
      await book.advance({ ...step, project });
      expect((await book.find(loanId)).entry?.loan).toMatchObject({ loanId, stage: loanId, history: `${loanId}\n` });
      expect((await book.count({ loanIds: [loanId], stages: [loanId] })).count).toBe(1);
    });

    test('that makes no sense is refused', async () => {
      const { book } = await written(open, 3);
      await advanceAll(book);
      const page = { filter: {}, orderBy: 'opened', limit: 1 } as const;
      const { next = '' } = await book.page({ ...page, orderBy: 'unpaidSince' });
      const wrong = [
        book.page({ ...page, limit: 0 }),
        book.page({ ...page, limit: 1.5 }),
        book.page({ ...page, after: 'loan-1' }),
        book.page({ ...page, after: next }),
        book.page({ ...page, orderBy: 'outstanding', after: next }),
        book.page({ ...page, orderBy: 'unpaidSince', after: '1' }),
        book.page({ ...page, filter: { dueFrom: 'tomorrow' } }),
        book.count({ outstandingFrom: 0.5 }),
        book.count({ stages: ['a\0b'] }),
        book.count({ payerId: 'a\ud83d' }),
        book.find(''),
        book.advance({ ...step, limit: 0 }),
        book.advance({ ...step, today: 'today' }),
      ];
      for (const attempt of await Promise.allSettled(wrong))
        expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(InputError) });
      expect((await book.page({ ...page, orderBy: 'unpaidSince', after: next })).loans).toHaveLength(1);
    });

    test('about all loans ends when the visitor or the caller ends it', async () => {
      const { book } = await written(open, 5);
      await advanceAll(book);
      const fault = new Error('enough');
      const failing = book.scan(() => {
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      await expect(book.scan(() => {}, AbortSignal.abort(fault))).rejects.toBe(fault);
      expect((await book.count({})).count).toBe(5);
    });
  });
}
