import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A command's access to the terminal and to signals. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly showsColour: boolean;
  /** Whether standard error is a terminal on which a line can be overwritten. Default no. */
  readonly isTerminal?: boolean;
  /** The line width of standard output in cells, if it is a terminal. Otherwise lines have no limit. */
  readonly columns?: number | undefined;
  /** The lines of the terminal of standard output, if it is one. */
  readonly rows?: number | undefined;
  /** Whether standard output can show more than ASCII, such as block characters. Default yes. */
  readonly drawsBlocks?: boolean;
  /** Standard input, read only on demand. Default: none. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** The number of bytes that wait for a slow reader of standard output. A log then drops lines. Default: none. */
  readonly backlog?: () => number;
  /** Sets how long the command may take to end after the user stops it, in milliseconds; default 3 seconds. */
  readonly takesLong?: (graceMs: number) => void;
  /** Makes the process exit once the output is written, even if something that was opened still runs. */
  readonly exitsAtEnd?: () => void;
  /** Aborted when the user stops the command (Ctrl-C). */
  readonly stop: AbortSignal;
}

const [STDOUT, STDERR] = [1, 2];

/**
 * Reserves standard output for a command and returns the function that prints there. For the rest of the process,
 * everything else that writes to it goes to standard error: through `console`, `process.stdout`, or the file
 * descriptor, as pino does. An example is the logger of a config file.
 */
export function ownStandardOutput(): (text: string) => void {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // A proxy keeps the functions' other properties, such as their promisified forms.
  Object.assign(fs, { write: new Proxy(fs.write, elsewhere), writeSync: new Proxy(fs.writeSync, elsewhere) });
  syncBuiltinESMExports();
  return (text) => void print(text);
}

const elsewhere: ProxyHandler<(descriptor: number, ...rest: never[]) => unknown> = {
  apply: (write, self, [descriptor, ...rest]) =>
    Reflect.apply(write, self, [descriptor === STDOUT ? STDERR : descriptor, ...rest]),
};

const BAR_WIDTH = 24;

/** A progress bar, as `[######------------------]`. `share` is from 0 to 1. */
export function progressBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
}

// Moves to the first column and erases the line.
const OVER = '\r\u001b[2K';

/** A status line on a terminal, otherwise nothing. It uses standard error, so that the output can be piped. */
export function passingLine(io: CliIo) {
  let isShown = false;
  return {
    show(text: string) {
      if (io.isTerminal !== true) return;
      isShown = true;
      io.err(`${OVER}${text}`);
    },
    // So that the next output starts on a new line.
    end() {
      if (isShown) io.err(OVER);
      isShown = false;
    },
  };
}

export function shownBar(io: CliIo) {
  const { show, end } = passingLine(io);
  const update = (done: number, total: number, what: string) =>
    show(`${progressBar(done / Math.max(1, total))} ${what}`);
  return { update, end };
}
