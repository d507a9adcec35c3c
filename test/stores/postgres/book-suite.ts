import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import type { BookTables } from '../../../src/loan-file/book-tables.ts';
import type { PostgresConnection } from '../../../src/stores/postgres/connection.ts';
import { migratePostgres } from '../../../src/stores/postgres/migrate-postgres.ts';
import { CODE_VERSION } from '../../../src/stores/postgres/migrations/schema-version.ts';
import { type PostgresStore, postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { sampleEvents } from '../sample-events.ts';
import { advanceAll, entriesIn, projectOn, TODAY, WrittenLog } from '../suite/book-model.ts';
import type { DatabaseUnderTest } from './schema-suite.ts';

const step = { project: projectOn(), today: TODAY, limit: 10 };

/** What the book in PostgreSQL promises of transactions, of migrations, and of a log that was restored. */
export function describePostgresBook(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`the book in ${name}`, () => {
    let schema: string;
    let store: PostgresStore;
    let book: BookTables;
    let log: WrittenLog;
    beforeEach(async () => {
      schema = await schemas.migrated();
      store = postgresStore({ pool, schema });
      if (!store.book) throw new Error('this store has no book');
      book = store.book;
      log = new WrittenLog(() => schemas.settled(schema));
    });

    const rowsOf = async (text: string) => (await pool.query(text.replaceAll('{schema}', schema))).rows;

    test('is absent within a transaction of the lender', async () => {
      const client = await pool.connect();
      try {
        expect(postgresStore({ client, schema }).book).toBeUndefined();
      } finally {
        client.release();
      }
    });

    test('of a schema of the version before has its events, and those that a program of that version appends', async () => {
      const before = schemas.name();
      const { steps } = await migratePostgres({ pool, schema: before, dryRun: true });
      for (const { statements } of steps.slice(0, 2)) for (const statement of statements) await pool.query(statement);
      const older = postgresStore({
        pool: {
          connect: () => pool.connect(),
          query: async (text, values) =>
            text.includes(`"${before}".migrations`)
              ? { rows: [{ version: CODE_VERSION, needed: 1 }] }
              : pool.query(text, values),
        },
        schema: before,
      });
      const old = new WrittenLog();
      for (const loanId of ['loan-1', 'request-1', 'loan-2', 'loan-1']) await old.append(older, loanId, 2);
      await migratePostgres({ pool, schema: before });
      const migrated = postgresStore({ pool, schema: before }).book;
      if (!migrated) throw new Error('this store has no book');
      await advanceAll(migrated);
      expect(await entriesIn(migrated)).toMatchObject({ entries: old.entries(), upTo: old.upTo() });
      await old.append(older, 'loan-1');
      await schemas.settled(before);
      await advanceAll(migrated);
      expect(await entriesIn(migrated)).toMatchObject({ entries: old.entries(), upTo: old.upTo() });
    });

    test('of a log that was restored into another server is built again, and then follows what is appended there', async () => {
      for (const loanId of ['loan-1', 'loan-2', 'loan-3']) await log.append(store, loanId, 2);
      await advanceAll(book);
      // As after a dump: numbers of transactions that this server has not given out, some of them soon.
      const [now] = (await rowsOf('select txid_current() as transaction')) as { readonly transaction: string }[];
      const other = schemas.name();
      await migratePostgres({ pool, schema: other });
      await pool.query(
        `insert into ${other}.loans (loan_id, version, head) select loan_id, version, head from ${schema}.loans order by no`,
      );
      await pool.query(
        `insert into ${other}.events select loan_no, seq, body, hash, ${now?.transaction} + seq * case loan_no when 1 then 1000000 else 3 end from ${schema}.events`,
      );
      await pool.query(`insert into ${other}.book_loans select * from ${schema}.book_loans`);
      await pool.query(
        `update ${other}.book_state set cluster = 'elsewhere', position = 5000000000, events = 5, generation = 1`,
      );

      const restored = postgresStore({ pool, schema: other });
      const rebuilt = restored.book;
      if (!rebuilt) throw new Error('this store has no book');
      await expect(rebuilt.count({})).rejects.toThrow(StoreError);
      await schemas.settled(schema);
      await advanceAll(rebuilt, { limit: 2 });
      expect(await entriesIn(rebuilt)).toMatchObject({ entries: log.entries(), upTo: { behind: 0 } });
      for (const loanId of ['loan-1', 'loan-2', 'loan-4', 'loan-1']) {
        await log.append(restored, loanId);
        while ((await rebuilt.state()).upTo?.behind !== 0) await advanceAll(rebuilt, { limit: 2 });
        expect(await entriesIn(rebuilt)).toMatchObject({ entries: log.entries(), upTo: log.upTo() });
      }
    });

    test('deletes the rows of former generations in later steps', async () => {
      for (const loanId of ['loan-1', 'loan-2', 'loan-3']) await log.append(store, loanId);
      for (const rebuild of ['begin', 'begin', 'continue', 'begin', 'continue'] as const)
        await book.advance({ ...step, limit: 2, rebuild });
      await book.advance({ ...step, limit: 2, rebuild: 'continue' });
      await advanceAll(book);
      expect((await entriesIn(book)).entries).toEqual(log.entries());
      const generations = await rowsOf('select distinct generation from {schema}.book_loans');
      expect(generations).toEqual(await rowsOf('select generation from {schema}.book_state'));
    });
  });
}

/** What needs two connections at a time. */
export function describeConcurrentBook(name: string, { pool, schemas }: DatabaseUnderTest): void {
  describe(`a transaction beside the book in ${name}`, () => {
    let schema: string;
    let store: PostgresStore;
    let book: BookTables;
    beforeEach(async () => {
      schema = await schemas.migrated();
      store = postgresStore({ pool, schema });
      if (!store.book) throw new Error('this store has no book');
      book = store.book;
      await pool.query(`create table ${schema}.orders (id text)`);
    });

    const numbered = (loanId: string, version: number, note: string) => sampleEvents(loanId, version, 1, { note });
    const versions = async () => {
      const { loans, upTo } = await book.page({ filter: {}, orderBy: 'opened', limit: 100 });
      const versions = Object.fromEntries(loans.map(({ loanId, version }) => [loanId, version]));
      return { loans: versions, upTo: { events: upTo.events, behind: upTo.behind } };
    };

    /** A transaction that has its number before `meanwhile` and appends after it. */
    async function early(
      append: (within: PostgresStore) => Promise<void>,
      meanwhile: () => Promise<void>,
      before = async () => {},
    ) {
      const client: PostgresConnection = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`insert into ${schema}.orders values ('order-1')`);
        await meanwhile();
        await append(postgresStore({ client, schema }));
        await before();
        await client.query('commit');
      } finally {
        client.release();
      }
    }

    test('that began earlier and commits later is not lost', async () => {
      await store.append('loan-1', 0, numbered('loan-1', 0, '1'));
      await schemas.settled(schema);
      await advanceAll(book);
      await early(
        (within) => within.append('loan-2', 0, numbered('loan-2', 0, '2')),
        async () => {
          await store.append('loan-1', 1, numbered('loan-1', 1, '3'));
          await advanceAll(book);
        },
        async () => {
          await advanceAll(book);
          // What was committed meanwhile waits until the earlier transaction has ended, and counts as missing.
          expect(await versions()).toEqual({ loans: { 'loan-1': 1 }, upTo: { events: 1, behind: 1 } });
        },
      );
      await schemas.settled(schema);
      await advanceAll(book);
      expect(await versions()).toEqual({ loans: { 'loan-1': 2, 'loan-2': 1 }, upTo: { events: 3, behind: 0 } });
    });

    test('that is running when a build begins is not lost either', async () => {
      await early(
        (within) => within.append('loan-1', 1, numbered('loan-1', 1, '2')),
        () => store.append('loan-1', 0, numbered('loan-1', 0, '1')),
        async () => {
          await advanceAll(book);
          expect(await versions()).toEqual({ loans: {}, upTo: { events: 0, behind: 1 } });
        },
      );
      await schemas.settled(schema);
      // The second event has the earlier number: with a step of one file it comes first, and waits for the first event.
      await advanceAll(book, { limit: 1 });
      expect(await versions()).toEqual({ loans: { 'loan-1': 2 }, upTo: { events: 2, behind: 0 } });
    });

    test('that locks the state makes a step say that another process is at work', async () => {
      await advanceAll(book);
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`select * from ${schema}.book_state for update`);
        expect(await book.advance(step)).toEqual({ files: 0, hasMore: true, isBusy: true });
        expect(await book.count({})).toMatchObject({ count: 0 });
        await client.query('rollback');
      } finally {
        client.release();
      }
      expect(await book.advance(step)).toEqual({ files: 0, hasMore: false });
    });

    test('that commits much is never divided', async () => {
      await advanceAll(book);
      await early(
        async (within) => {
          for (let loan = 0; loan < 50; loan += 1)
            await within.append(`loan-${loan}`, 0, sampleEvents(`loan-${loan}`, 0, 3, { note: '1' }));
        },
        async () => {},
      );
      await store.append('loan-50', 0, numbered('loan-50', 0, '2'));
      await schemas.settled(schema);
      expect(await book.advance({ ...step, limit: 2 })).toEqual({ files: 50, hasMore: true });
      expect(await book.advance({ ...step, limit: 2 })).toEqual({ files: 1, hasMore: false });
    });
  });
}
