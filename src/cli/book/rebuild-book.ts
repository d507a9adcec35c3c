import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { type BookPlace, bookProgress, doneText, GRACE_MS, STOPPED, upToText, withBook } from './open-book.ts';

const command = 'repaykit book rebuild';

/**
 * Builds the whole book from the loan files, or goes on with a build that was interrupted. Returns the exit code.
 * @throws ConfigurationError, StoreError, EvidenceError
 */
export async function rebuildBook(flags: BookPlace, io: CliIo): Promise<number> {
  io.takesLong?.(GRACE_MS);
  return withBook(command, flags, async (book) => {
    const { build: begun } = await book.state();
    if (begun && !flags.json) io.err(`goes on with a build that was interrupted: ${doneText(begun)} are done\n`);
    const progress = bookProgress(io);
    try {
      await book.rebuild({ signal: io.stop, onProgress: progress.show });
    } finally {
      progress.end();
    }
    const state = await book.state();
    const { build, upTo } = state;
    if (flags.json) io.out(`${JSON.stringify(state)}\n`);
    if (io.stop.aborted) {
      const far = build ? `: ${doneText(build)} are done, and the next run goes on` : '';
      io.err(`${command}: stopped${far}\n`);
      return STOPPED;
    }
    if (!flags.json && upTo) io.out(`the book is built\n${upToText(upTo, paintWith(io.showsColour))}`);
    return 0;
  });
}
