import type { CliIo } from './io.ts';

const BAR_WIDTH = 24;

/** How much of something is done, as `[######------------------]`; `share` from 0 to 1. */
export function progressBar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
}

/** A line that is written over. */
export interface PassingLine {
  readonly show: (text: string) => void;
  /** Takes it away, so that what follows begins on a line of its own. */
  readonly end: () => void;
}

// Back to the first column, and all of the line away.
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

/** Shows on a passing line how many of how many are done. */
export interface ShownBar {
  readonly tell: (done: number, total: number, what: string) => void;
  readonly end: () => void;
}

/** A bar and what is said beside it. */
export function shownBar(io: CliIo): ShownBar {
  const { show, end } = passingLine(io);
  return { tell: (done, total, what) => show(`${progressBar(done / Math.max(1, total))} ${what}`), end };
}
