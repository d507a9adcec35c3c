import { existsSync } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from '../../book/book.ts';
import type { BookFigures } from '../../book/figures/figures.ts';
import { systemClock } from '../../clock/clock.ts';
import { parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { day } from '../../domain/values.ts';
import { check, optional } from '../../validation/checks.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, checkFlags, commandErrors, durationFlag, durationMs } from '../in-flags.ts';
import { writeNewFile } from '../new-file.ts';
import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { figureFiles } from './figures-csv.ts';
import { figuresText } from './figures-text.ts';
import { askInFlags, type BookPlace, bringForward, STOPPED, upToText, withBook } from './open-book.ts';

export type ShowFlags = BookPlace & CommandFlags<'every', 'asOf' | 'knownAt' | 'csv', 'watch'>;

const command = 'repaykit book';
const { wrong } = commandErrors(command);
const flagNames = { asOf: '--as-of', knownAt: '--known-at' };

/**
 * Prints the figures of the book, or writes them. Returns the exit code.
 * @throws ConfigurationError, InputError, StoreError, EvidenceError
 */
export async function showBook(flags: ShowFlags, io: CliIo): Promise<number> {
  checkShowFlags(flags);
  return withBook(command, flags, (book) => {
    if (flags.watch) return watch(book, flags, io);
    return showOnce(book, flags, io);
  });
}

const dayOrTime = check({
  type: 'string',
  test: (value) =>
    parseInstant(value) !== undefined ||
    parsePlainDate(value) !== undefined ||
    'must be a day, YYYY-MM-DD, or a time, ISO 8601 with its offset',
});

// The days are checked before the book is opened, because to bring it forward may take a while.
function checkShowFlags({ every, asOf, knownAt, csv, watch }: ShowFlags): void {
  checkFlags(
    command,
    {
      '--every': [durationFlag, every],
      '--as-of': [optional(day), asOf],
      '--known-at': [optional(dayOrTime), knownAt],
    },
    watch && csv !== undefined ? [{ path: '--csv', message: 'writes its files once: leave out --watch' }] : [],
  );
}

async function showOnce(book: Book, flags: ShowFlags, io: CliIo): Promise<number> {
  const figures = await currentFigures(book, flags, io);
  if (!figures) return STOPPED;
  if (flags.csv === undefined) io.out(shown(figures, flags, io));
  else io.out(await writeFigures(figures, flags.csv, io));
  return 0;
}

/** Undefined if the user stopped it. */
async function currentFigures(book: Book, flags: ShowFlags, io: CliIo): Promise<BookFigures | undefined> {
  const { asOf, knownAt } = flags;
  if (!(await bringForward(book, { command, flags, io }))) return undefined;
  try {
    return await askInFlags(command, flagNames, () => book.figures({ ...given({ asOf, knownAt }), signal: io.stop }));
  } catch (error) {
    if (io.stop.aborted) return undefined;
    throw error;
  }
}

function shown(figures: BookFigures, { json }: ShowFlags, io: CliIo): string {
  return json ? `${JSON.stringify(figures)}\n` : figuresText(figures, io);
}

const CLEAR = '\u001b[H\u001b[2J';

/** Draws the figures again and again, until the user stops it. Elsewhere than on a terminal, one after the other. */
async function watch(book: Book, flags: ShowFlags, io: CliIo): Promise<number> {
  const isDrawn = io.columns !== undefined && !flags.json;
  for (let isFirst = true; !io.stop.aborted; isFirst = false) {
    const figures = await currentFigures(book, flags, io);
    if (!figures) break;
    const text = shown(figures, flags, io);
    if (isDrawn) io.out(`${CLEAR}${inWindow(text, io)}`);
    else io.out(isFirst || flags.json ? text : `\n${text}`);
    await systemClock.sleep(durationMs(flags.every), io.stop).catch(() => undefined);
  }
  return 0;
}

// What scrolls out above could not be read.
function inWindow(text: string, { rows, showsColour }: CliIo): string {
  const lines = text.trimEnd().split('\n');
  if (rows === undefined || lines.length < rows) return text;
  const hidden = lines.length - rows + 2;
  const note = paintWith(showsColour)('dim', `${hidden} more lines: make the window higher`);
  return `${lines.slice(0, -hidden).join('\n')}\n${note}\n`;
}

async function writeFigures(figures: BookFigures, folder: string, io: CliIo): Promise<string> {
  const files = figureFiles(figures);
  const written: string[] = [];
  const there = [...files.keys()].find((name) => existsSync(join(folder, name)));
  if (there !== undefined) throw wrong('--csv', `there is ${join(folder, there)} already: name a new folder`);
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) {
      const path = join(folder, name);
      await writeNewFile(path, [text], ([message, cause]) => wrong('--csv', `${path}: ${message}`, cause));
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await unlink(path).catch(() => undefined);
    if (error instanceof Error && 'syscall' in error) throw wrong('--csv', 'the folder cannot be made', error);
    throw error;
  }
  const upTo = upToText(figures.upTo, paintWith(io.showsColour));
  return `wrote the figures of ${figures.asOf} to ${written.length} files in ${folder}\n${upTo}`;
}
