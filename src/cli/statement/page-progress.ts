import type { ReadProgress } from '../../statements/read-options.ts';
import type { CliIo } from '../io.ts';
import { progressBar } from '../progress-bar.ts';

/** Shows how many pages are read. */
export interface PageProgress {
  readonly tell: (progress: ReadProgress) => void;
  /** Takes the bar away, so that what follows begins on a line of its own. */
  readonly end: () => void;
}

/** A bar on a terminal, elsewhere nothing; on standard error, so that what is printed can be piped. */
export function pageProgress(io: CliIo): PageProgress {
  let isShown = false;
  return {
    tell({ page, pages }) {
      if (io.isTerminal !== true) return;
      isShown = true;
      io.err(`\r\u001b[2K${progressBar(page / Math.max(1, pages))} page ${page} of ${pages}`);
    },
    end() {
      if (isShown) io.err('\r\u001b[2K');
      isShown = false;
    },
  };
}
