/** In a process of its own: one piece of work on a book, or what it is compared with. */
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { openBook } from '../../src/book/index.ts';
import { type PlainDate, parseInstant } from '../../src/domain/calendar.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { TODAY } from './book-files.ts';

/** Where the files are: a file of SQLite, or a schema of PostgreSQL. */
export type BookPlace = { readonly path: string } | { readonly url: string; readonly schema: string };

/** What is measured. */
export interface BookTask {
  readonly place: BookPlace;
  readonly what: keyof typeof works;
}

/** What was measured. */
export interface BookResult {
  readonly ms: number;
  /** The most that was resident. */
  readonly peakMiB: number;
}

interface Opened {
  readonly store: LoanStore;
  /** Runs a statement, in which `{}` stands for the schema. */
  readonly rows: (sql: string) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** Opens the store, and the database by hand. */
export function openPlace(place: BookPlace): Opened {
  if ('path' in place) {
    const database = new DatabaseSync(place.path);
    const rows = async (sql: string) => database.prepare(sql.replaceAll('{}.', '')).all();
    return { store: sqliteStore({ database }), rows, close: async () => database.close() };
  }
  const pool = new pg.Pool({ connectionString: place.url, max: 8 });
  const rows = async (sql: string) => (await pool.query(sql.replaceAll('{}', place.schema))).rows;
  return { store: postgresStore({ pool, schema: place.schema }), rows, close: () => pool.end() };
}

const now = parseInstant(`${TODAY}T12:00:00Z`) ?? 0;
const clock = { now: () => now, today: () => TODAY as PlainDate, sleep: async () => undefined };
const bookOf = ({ store }: Opened) => openBook({ store, clock });

const works = {
  /** Ours. */
  rebuild: (opened: Opened) => bookOf(opened).rebuild(),
  figures: (opened: Opened) => bookOf(opened).figures({ asOf: '2025-12-31' }),
  /** The floor: what any reader of the files has to do. */
  async events({ store }: Opened) {
    for (let after: string | undefined; ; ) {
      const { heads, next } = await store.list({ limit: 500, ...(after !== undefined && { after }) });
      for (const { loanId } of heads)
        for (const { body, hash } of (await store.load(loanId))?.events ?? [])
          if (sha256(body) !== hash || typeof JSON.parse(body).seq !== 'number') throw new Error('an altered event');
      if (next === undefined) return;
      after = next;
    }
  },
  histories: ({ rows }: Opened) => rows('select loan_id, history from {}.book_histories order by generation, file'),
  /** What a database adds up alone, from the rows of today. */
  sums: ({ rows }: Opened) =>
    rows(`select stage, count(*), sum(due), sum(collected), sum(outstanding),
      sum(case when unpaid_since < '2025-12-07' then outstanding else 0 end) from {}.book_loans group by stage`),
} as const;

/** Runs a task. */
export async function runBook({ place, what }: BookTask): Promise<BookResult> {
  const opened = openPlace(place);
  try {
    await opened.store.list({ limit: 1 });
    const start = performance.now();
    await works[what](opened);
    return { ms: performance.now() - start, peakMiB: process.resourceUsage().maxRSS / 1_024 };
  } finally {
    await opened.close();
  }
}
