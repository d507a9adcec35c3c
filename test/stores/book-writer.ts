/**
 * A program that appends to loans, brings their book forward and begins builds of it, until it is killed: `book-writer.js FILE` for SQLite, or
 * `book-writer.js URL SCHEMA` for PostgreSQL. After each of these acts it says a line.
 */
import { writeSync } from 'node:fs';
import { Pool } from 'pg';
import { ConflictError } from '../../src/errors.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { postgresStore } from '../../src/stores/postgres/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { sampleEvent } from './sample-events.ts';
import { openDatabase } from './sqlite-database.ts';
import { projectOn, TODAY } from './suite/book-model.ts';

const [place = '', schema] = process.argv.slice(2);
const store: LoanStore =
  schema === undefined
    ? sqliteStore({ database: openDatabase(place), busyTimeoutMs: 30_000 })
    : postgresStore({ pool: new Pool({ connectionString: place, max: 3 }), schema });

async function append(loanId: string, count: number): Promise<void> {
  try {
    const version = (await store.load(loanId))?.version ?? 0;
    const events = Array.from({ length: count }, (_, index) =>
      sampleEvent(loanId, version + index + 1, { note: String(version + index) }),
    );
    await store.append(loanId, version, events);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

for (let turn = process.pid; ; turn += 1) {
  await append(turn % 7 === 0 ? 'request' : `loan-${turn % 11}`, 1 + (turn % 3));
  writeSync(1, 'appended\n');
  const rebuild = turn % 20 === 0 ? 'begin' : turn % 3 === 0 ? 'continue' : undefined;
  await store.book?.advance({ project: projectOn(), today: TODAY, limit: 1 + (turn % 4), ...(rebuild && { rebuild }) });
  writeSync(1, 'advanced\n');
}
