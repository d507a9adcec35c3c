/** The figures of a book by SQL over its raw events, in PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPGlite, type TestDatabase } from '../../stores/postgres/pglite.ts';
import type { MadeFile } from './made-books.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const shared = read('shared.sql');
const groups = ['risk', 'rolls', 'cohorts', 'days', 'attempts', 'unknown', 'found'].map((name) => read(`${name}.sql`));

export class SqlJudge {
  readonly #database: TestDatabase;

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  static async start(): Promise<SqlJudge> {
    const database = await startPGlite();
    await database.exec('create table events (loan_id text, seq int, body jsonb, primary key (loan_id, seq))');
    return new SqlJudge(database);
  }

  /** Replaces the events by those of a book. */
  async load(files: readonly MadeFile[]): Promise<void> {
    const rows = files.flatMap(({ loanId, stored }) => stored.map(({ seq, body }) => ({ loanId, seq, body })));
    await this.#database.exec('truncate events');
    await this.#database.query(
      `insert into events select r ->> 'loanId', (r ->> 'seq')::int, (r ->> 'body')::jsonb
       from jsonb_array_elements($1::text::jsonb) r`,
      [JSON.stringify(rows)],
    );
  }

  /** All figures of a day, as far as something was known at a time. */
  async figures({ asOf, knownAt }: { readonly asOf: string; readonly knownAt: string }): Promise<object> {
    await this.#database.exec('begin');
    try {
      await this.#database.exec(
        `create temp table asked on commit drop as
         select '${asOf}'::date as as_of, '${knownAt}'::timestamptz as known_at`,
      );
      await this.#database.exec(shared);
      let all = {};
      for (const group of groups) {
        const { rows } = await this.#database.query(group);
        all = { ...all, ...(rows[0] as { figures: object }).figures };
      }
      return all;
    } finally {
      await this.#database.exec('rollback');
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
