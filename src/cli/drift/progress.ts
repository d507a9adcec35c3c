import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';
import { progressBar } from '../progress-bar.ts';

/** Shows how far a comparison is. */
export interface DriftProgress {
  readonly tell: (done: number, what: string) => void;
  /** Takes the bar away, so that what follows begins on a line of its own. */
  readonly end: () => void;
}

const LONGEST_NAME = 60;

/** A bar on a terminal, elsewhere nothing; on standard error, so that what is printed can be piped. */
export function driftProgress(io: CliIo, total: number): DriftProgress {
  let isShown = false;
  return {
    tell(done, what) {
      if (io.isTerminal !== true) return;
      isShown = true;
      io.err(`\r\u001b[2K${progressBar(done / Math.max(1, total))} ${done}/${total} ${printable(what, LONGEST_NAME)}`);
    },
    end() {
      if (isShown) io.err('\r\u001b[2K');
      isShown = false;
    },
  };
}
