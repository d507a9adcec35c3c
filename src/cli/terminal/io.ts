import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What a command has of the outside. */
export interface CliIo {
  /** Writes to standard output, as it is. */
  readonly out: (text: string) => void;
  /** Writes to standard error, as it is. */
  readonly err: (text: string) => void;
  /** Is standard output to show colours? */
  readonly showsColour: boolean;
  /** Is standard error a terminal, on which a line can be written over? Default no. */
  readonly isTerminal?: boolean;
  /** Cells in a line of standard output, where it is a terminal; elsewhere lines may be of any length. */
  readonly columns?: number | undefined;
  /** Can standard output show more than ASCII, such as block characters? Default yes. */
  readonly drawsBlocks?: boolean;
  /** Standard input, not read before it is asked for. Default: there is none. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** How many bytes wait because standard output is not read; a log then drops lines. Default: none. */
  readonly backlog?: () => number;
  /** How long the command may take to end once the user stops it, in milliseconds; otherwise it is killed after a second. */
  readonly takesLong?: (graceMs: number) => void;
  /** Aborted when the user stops the command (Ctrl-C). */
  readonly stop: AbortSignal;
}

const [STDOUT, STDERR] = [1, 2];

/**
 * Keeps standard output for what a command prints, and answers with the way to print there. Whatever else writes to it for as long as the process lasts, such as the
 * logger of a config file, writes to standard error: through `console`, `process.stdout`, or the descriptor itself, as pino does.
 */
export function ownStandardOutput(): (text: string) => void {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // A proxy keeps what else hangs on them, such as how they are made to give promises.
  Object.assign(fs, { write: new Proxy(fs.write, elsewhere), writeSync: new Proxy(fs.writeSync, elsewhere) });
  syncBuiltinESMExports();
  return (text) => void print(text);
}

const elsewhere: ProxyHandler<(descriptor: number, ...rest: never[]) => unknown> = {
  apply: (write, self, [descriptor, ...rest]) =>
    Reflect.apply(write, self, [descriptor === STDOUT ? STDERR : descriptor, ...rest]),
};

const BAR_WIDTH = 24;

/** How much of something is done, as `[######------------------]`; `share` from 0 to 1. */
export function progressBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
}

/** A line that is overwritten. */
interface PassingLine {
  readonly show: (text: string) => void;
  /** Removes it, so that what follows begins on a line of its own. */
  readonly end: () => void;
}

// Back to the first column, and erase the line.
const OVER = '\r\u001b[2K';

/** A line on a terminal, elsewhere nothing; on standard error, so that what is printed can be piped. */
export function passingLine(io: CliIo): PassingLine {
  let isShown = false;
  return {
    show(text) {
      if (io.isTerminal !== true) return;
      isShown = true;
      io.err(`${OVER}${text}`);
    },
    end() {
      if (isShown) io.err(OVER);
      isShown = false;
    },
  };
}

/** A bar that shows how many of how many are done, and a text beside it. */
export function shownBar(io: CliIo) {
  const { show, end } = passingLine(io);
  const update = (done: number, total: number, what: string) =>
    show(`${progressBar(done / Math.max(1, total))} ${what}`);
  return { update, end };
}
