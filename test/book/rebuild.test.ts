import fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Book, openBook } from '../../src/book/index.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { sized } from '../size.ts';
import { bookPlan } from '../spec/book/book-plans.ts';
import { makeBook } from '../spec/book/made-books.ts';
import { TestSchemas } from '../stores/postgres/schemas.ts';
import { sqliteFolder } from '../stores/sqlite-database.ts';
import { entriesIn } from '../stores/suite/book-model.ts';

const url = process.env.DATABASE_URL;
const folder = sqliteFolder();
const pool = new Pool({ connectionString: url, max: 4 });
const schemas = new TestSchemas(pool);
afterAll(async () => {
  folder.clear();
  await schemas.drop();
  await pool.end();
});

// A store keeps the loans of so many books: a rebuild of many is slow, and so is a new store for each.
const BOOKS_PER_STORE = 20;

const portions = fc.array(
  fc.record({ loan: fc.nat(7), events: fc.integer({ min: 1, max: 9 }), advances: fc.boolean() }),
  {
    maxLength: 40,
  },
);

// A transaction of another test in the same server may hold a book back for a moment.
async function bringForward(book: Book): Promise<void> {
  await expect.poll(async () => (await book.advance()).upTo?.behind, { timeout: 60_000, interval: 20 }).toBe(0);
}

async function rowsOf(store: LoanStore) {
  if (!store.book) throw new Error('The store keeps no book');
  const { upTo: _upTo, ...rows } = await entriesIn(store.book);
  return rows;
}

describe.each<readonly [string, boolean, () => Promise<LoanStore>]>([
  ['the memory store', true, async () => memoryStore()],
  ['SQLite', true, async () => sqliteStore({ database: folder.open(folder.newFile()) })],
  ['PostgreSQL', url !== undefined, async () => (await schemas.open()).store as LoanStore],
])('the book in %s', (_, isThere, open) => {
  test.runIf(isThere)('is the same, row by row, if it is built again', { timeout: 3_000_000 }, async () => {
    let [store, runs] = [await open(), 0];
    const property = fc.asyncProperty(bookPlan, portions, async (plans, order) => {
      if (++runs % BOOKS_PER_STORE === 0) store = await open();
      const book = openBook({ store });
      const files = makeBook(plans);
      const written = files.map(() => 0);
      const append = async (index: number, count: number) => {
        const [file, from] = [files[index], written[index] ?? 0];
        const events = file?.stored.slice(from, from + count) ?? [];
        if (!file || events.length === 0) return;
        await store.append(file.loanId, from, events, { addLabels: ['loan'] });
        written[index] = from + events.length;
      };
      for (const { loan, events, advances } of order) {
        await append(loan % files.length, events);
        if (advances) await book.advance();
      }
      for (const index of files.keys()) await append(index, Number.POSITIVE_INFINITY);
      await bringForward(book);
      const brought = await rowsOf(store);
      await book.rebuild();
      await bringForward(book);
      expect(await rowsOf(store)).toEqual(brought);
    });
    await fc.assert(property, { numRuns: sized(5, 1_000) });
  });
});
