import { checkpointNow } from '../client/workflows/checkpoint-now.ts';
import type { LoanContext } from '../client/workflows/loan-context.ts';
import { withinTime } from '../client/workflows/wait.ts';
import { parseInstant } from '../domain/calendar.ts';
import { ConflictError, DeadlineError } from '../errors.ts';
import type { Checkpoint } from '../evidence/checkpoint.ts';
import type { RunSettings } from './run-options.ts';
import { type RunTally, reasonOf } from './run-report.ts';

// A million files take some seconds. A place that never answers must not keep the worker from its next run.
const LONGEST_MS = 300_000;

/** Takes the next checkpoint when the latest is old enough, where the client keeps checkpoints. A failure stops nothing else. */
export async function takeDueCheckpoint(
  context: LoanContext,
  { checkpointEveryMs, signal }: RunSettings,
  tally: RunTally,
): Promise<void> {
  if (!context.engine.settings.checkpoints || checkpointEveryMs === 0) return;
  const timeout = () =>
    new DeadlineError(`No checkpoint could be taken within ${LONGEST_MS} ms`, LONGEST_MS, { retryable: true });
  try {
    const taken = await withinTime({ timeoutMs: LONGEST_MS, timeout, signal }, () =>
      takeIfDue(context, checkpointEveryMs),
    );
    if (taken) tally.tookCheckpoint(taken.number);
  } catch (error) {
    // With a conflict, another process has just taken it.
    if (!signal?.aborted && !(error instanceof ConflictError))
      tally.fail({ kind: 'checkpoint', reason: reasonOf(error) });
  }
}

async function takeIfDue(context: LoanContext, everyMs: number): Promise<Checkpoint | undefined> {
  const latest = await context.engine.settings.checkpoints?.sink.latest();
  const isDue = latest ? isOld(latest, { now: context.engine.settings.clock.now(), everyMs }) : await hasFiles(context);
  return isDue ? checkpointNow(context, { after: latest }) : undefined;
}

// One that is dated far ahead was signed by a machine whose clock was wrong: waiting for its time to come would leave everything unsigned until then.
function isOld({ at }: Checkpoint, { now, everyMs }: { readonly now: number; readonly everyMs: number }): boolean {
  const signedAt = parseInstant(at);
  return signedAt === undefined || Math.abs(now - signedAt) >= everyMs;
}

async function hasFiles({ files }: LoanContext): Promise<boolean> {
  return (await files.store.list({ limit: 1 })).heads.length > 0;
}
