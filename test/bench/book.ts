/** The book: a rebuild beside reading the files by hand, and all figures beside reading the histories and plain SQL. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { migratePostgres } from '../../src/stores/postgres/index.ts';
import { playFiles, writeFiles } from './book-files.ts';
import { type BookPlace, type BookResult, type BookTask, openPlace } from './book-run.ts';
import type { BenchContext, PartResult } from './context.ts';
import type { PostgresPlace } from './postgres.ts';
import { scratchFolder, watched } from './processes.ts';
import { compareRounds, measureRounds, type Round } from './rounds.ts';
import type { BenchRow, MeasuredRow } from './rows.ts';

/** Says to the bundle that it is to run one task and nothing else. */
export const BOOK_RUN = '--book-run=';

const SCHEMA = 'repaykit_bench_book';
const LOANS = 3_000;
const FULL_LOANS = 100_000;
const ROUNDS = 3;
const subjects = ['rebuild', 'events', 'figures', 'histories', 'sums'] as const;

type Rounds = readonly Round<(typeof subjects)[number], BookResult>[];

/** Rows for each store. */
export async function benchBook({ isFull, loans: asked, postgres, log }: BenchContext): Promise<PartResult> {
  const loans = asked ?? (isFull ? FULL_LOANS : LOANS);
  log('playing loans');
  const played = await playFiles();
  const measured = async (store: string, place: BookPlace): Promise<readonly BenchRow[]> => {
    log(`${store}: writing ${loans} files`);
    const opened = openPlace(place);
    await writeFiles(opened.store, played, loans);
    await opened.close();
    // The first round builds what the others read.
    await measure({ place, what: 'rebuild' });
    const rounds = await measureRounds(ROUNDS, subjects, (what, round) => {
      log(`${store}: ${what}, round ${round + 1}`);
      return measure({ place, what });
    });
    return rowsOf(`${store}, ${loans.toLocaleString('en')} loans`, loans, rounds);
  };
  return { rows: [...(await ofSqlite(measured)), ...(await ofPostgres(postgres, measured))] };
}

type Measured = (store: string, place: BookPlace) => Promise<readonly BenchRow[]>;

async function ofSqlite(measured: Measured): Promise<readonly BenchRow[]> {
  const folder = scratchFolder();
  try {
    return await measured('SQLite', { path: join(folder.path, 'book.db') });
  } finally {
    folder.remove();
  }
}

async function ofPostgres({ url, ...place }: PostgresPlace, measured: Measured): Promise<readonly BenchRow[]> {
  if (url === undefined)
    return [{ what: 'the book in PostgreSQL', against: 'by hand', skipped: 'missing' in place ? place.missing : '' }];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const drop = () => pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  try {
    await drop();
    await migratePostgres({ pool, schema: SCHEMA });
    return await measured('PostgreSQL', { url, schema: SCHEMA });
  } finally {
    await drop();
    await pool.end();
  }
}

function rowsOf(of: string, loans: number, rounds: Rounds): readonly MeasuredRow[] {
  const timeOf = ({ ms }: BookResult) => ms;
  const rebuild = compareRounds(rounds, ['rebuild', 'events'], timeOf);
  const byHand = compareRounds(rounds, ['figures', 'histories'], timeOf);
  const sql = compareRounds(rounds, ['figures', 'sums'], timeOf);
  const peak = Math.max(...rounds.map((round) => round.rebuild.peakMiB));
  const each = ((rebuild.ours * 1_000) / loans).toFixed(0);
  const figures = { what: `all figures of a month end: ${of}`, better: 'less' } as const;
  return [
    {
      what: `rebuild: ${of}`,
      result: rebuild.ratio,
      better: 'less',
      against: 'by hand',
      figures: `${each} µs a loan; ${rebuild.spread}; at most ${peak.toFixed(0)} MiB resident`,
    },
    {
      ...figures,
      result: byHand.ratio,
      against: 'by hand',
      figures: `${byHand.ours.toFixed(0)} against ${byHand.theirs.toFixed(0)} ms; ${byHand.spread}`,
    },
    {
      ...figures,
      result: sql.ratio,
      against: 'plain SQL',
      figures: `${sql.ours.toFixed(0)} against ${sql.theirs.toFixed(0)} ms; ${sql.spread}`,
    },
  ];
}

function measure(task: BookTask): Promise<BookResult> {
  return new Promise((resolve, reject) => {
    const script = [process.argv[1] as string, BOOK_RUN + JSON.stringify(task)];
    const child = execFile(process.execPath, script, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as BookResult);
    });
    watched(child).stderr?.pipe(process.stderr);
  });
}
