import type { RunDueOptions } from './run-options.ts';
import { type RunTally, reasonOf } from './run-report.ts';

const BATCH = 100;

/** Works on what is due in an inbox, until nothing is. An inbox that fails stops nothing else. */
export async function drainInbox(
  inbox: NonNullable<RunDueOptions['inbox']>,
  tally: RunTally,
  isStopped: () => boolean,
): Promise<void> {
  try {
    while (!isStopped()) {
      const drained = await inbox.drain({ limit: BATCH, dueOnly: true });
      tally.addDrained(drained);
      // What failed twice is due later only, so the batches come to an end.
      if (Object.values(drained).reduce((sum, count) => sum + count, 0) < BATCH) return;
    }
  } catch (error) {
    tally.fail({ kind: 'inbox', reason: reasonOf(error) });
  }
}
