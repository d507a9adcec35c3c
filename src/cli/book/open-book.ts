/** Opens the book of the loan files that the flags name, and brings it up to date. */
import { type Book, openBook } from '../../book/book.ts';
import { ConfigurationError, InputError, RepayKitError, StoreError } from '../../errors.ts';
import type { BookBuild, BookUpTo } from '../../loan-file/book-tables.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import type { SqliteDatabase } from '../../stores/sqlite/sqlite-connection.ts';
import { looseFields } from '../../validation/checks.ts';
import { instant } from '../control/shown-values.ts';
import type { CommandFlags } from '../in-flags.ts';
import { type StorePlace, withStore } from '../stores/store-place.ts';
import { type CliIo, passingLine, progressBar } from '../terminal/io.ts';
import { counted, type Paint } from '../terminal/terminal-text.ts';

/** Where the book is. With `--no-advance`, `advance` is false. */
export type BookPlace = StorePlace & CommandFlags<never, never, 'json'> & { readonly advance?: boolean };

/** The exit code of a command that the user stopped. */
export const STOPPED = 130;

/** A step of the book may take some seconds, and is finished. */
export const GRACE_MS = 60_000;

/** As long as a reader waits for a process that writes. */
const MOST_WAITING_MS = 5_000;

/** Opens the book for `work`, and closes its store after it. @throws ConfigurationError, StoreError */
export function withBook<Result>(
  command: string,
  flags: BookPlace,
  work: (book: Book) => Promise<Result>,
): Promise<Result> {
  const isReadOnly = flags.advance === false;
  return withStore(
    flags,
    {
      command,
      holds: 'the loan files',
      isReadOnly,
      postgres: async (options) => (await import('../../stores/postgres/index.ts')).postgresStore(options),
      sqlite: (database) => openSqlite(command, database, isReadOnly),
    },
    (store) => work(openBook({ store })),
  );
}

async function openSqlite(
  command: string,
  database: SqliteDatabase,
  isReadOnly: boolean,
): Promise<Pick<LoanStore, 'book'>> {
  const { sqliteReader, sqliteStore } = await import('../../stores/sqlite/sqlite-store.ts');
  // A store would create its tables in any file, and a mistyped path must not become one.
  sqliteReader(database);
  if (!isReadOnly) return sqliteStore({ database });
  const { SqliteConnection } = await import('../../stores/sqlite/sqlite-connection.ts');
  const { sqliteBook } = await import('../../stores/sqlite/book-tables.ts');
  try {
    return { book: sqliteBook(new SqliteConnection(database, MOST_WAITING_MS)) };
  } catch (cause) {
    const isOlder = cause instanceof StoreError && /no such table/.test(cause.message);
    if (!isOlder) throw cause;
    const message = 'this file is of an earlier version and has no book: leave the option out once, to make one';
    throw new ConfigurationError(command, [{ path: '--no-advance', message }], { cause });
  }
}

/**
 * Brings the book up to the end of the log, unless the user asked for it as it is. Returns false if the user stopped it
 * before that.
 * @throws ConfigurationError if the database only reads
 */
export async function bringForward(
  book: Book,
  { command, flags, io }: { readonly command: string; readonly flags: BookPlace; readonly io: CliIo },
): Promise<boolean> {
  if (flags.advance === false) return true;
  io.takesLong?.(GRACE_MS);
  const progress = bookProgress(io);
  try {
    await book.advance({ signal: io.stop, onProgress: progress.show });
  } catch (error) {
    if (!(error instanceof RepayKitError && onlyReads(error.cause))) throw error;
    const message =
      'is needed, because this role or file can only be read: the answer then says how many events it lacks';
    throw new ConfigurationError(command, [{ path: '--no-advance', message }], { cause: error });
  } finally {
    progress.end();
  }
  return !io.stop.aborted;
}

// PostgreSQL: no permission, or a server or transaction that only reads. SQLite: the primary code is the lowest byte.
const READ_ONLY_CODES: readonly unknown[] = ['42501', '25006', 'SQLITE_READONLY'];
const SQLITE_READONLY = 8;

function onlyReads(cause: unknown): boolean {
  const { code, errcode } = looseFields(cause);
  return READ_ONLY_CODES.includes(code) || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_READONLY);
}

/** A bar while the whole book is built, otherwise a count. */
export function bookProgress(io: CliIo) {
  const { show, end } = passingLine(io);
  let brought = 0;
  return {
    show({ files, build }: { readonly files: number; readonly build?: BookBuild }) {
      brought += files;
      if (build) show(`${progressBar(build.done / Math.max(1, build.total))} ${doneText(build)}`);
      else if (brought > 0) show(`${counted(brought, 'loan file')} brought up to date`);
    },
    end,
  };
}

/** How far a build is. */
export function doneText({ done, total }: BookBuild): string {
  return `${done} of ${counted(total, 'loan file')}`;
}

/** How current an answer is. */
export function upToText({ events, at, behind }: BookUpTo, paint: Paint): string {
  const of = at === undefined ? '' : `, of ${instant(at)}`;
  const lacks = behind === 0 ? 'the latest' : paint('yellow', `${counted(behind, 'later event')} not in it yet`);
  return `up to event ${events}${of}: ${lacks}\n`;
}

/** Rewrites what was refused as an error about the flags that the user wrote. @throws InputError, ConfigurationError */
export async function askInFlags<Answer>(
  command: string,
  flags: Readonly<Record<string, string>>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const isInput = error instanceof InputError;
    if (!isInput && !(error instanceof ConfigurationError)) throw error;
    const issues = error.issues.map(({ path, message }) => ({
      path: flags[path] ?? flags[/^\w+/.exec(path)?.[0] ?? ''] ?? path,
      message,
    }));
    throw isInput ? new InputError(command, issues) : new ConfigurationError(command, issues, { cause: error });
  }
}
