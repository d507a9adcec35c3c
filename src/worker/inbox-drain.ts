import type { RunDueOptions } from './run-options.ts';
import { type RunTally, reasonOf } from './run-report.ts';

const BATCH = 100;

/** Works on what is unfinished in an inbox, until all that is left has failed. An inbox that fails stops nothing else. */
export async function drainInbox(inbox: NonNullable<RunDueOptions['inbox']>, tally: RunTally, isStopped: () => boolean): Promise<void> {
  try {
    while (!isStopped()) {
      const drained = await inbox.drain({ limit: BATCH });
      tally.addDrained(drained);
      // Those that failed come last in the next batch; a batch without anything else brings nothing.
      if (drained.failed + drained.elsewhere > 0 || drained.done + drained.quarantined < BATCH) return;
    }
  } catch (error) {
    tally.fail({ kind: 'inbox', reason: reasonOf(error) });
  }
}
