import { checkpointNow } from '../client/workflows/checkpoint-now.ts';
import { settleOpenDebits } from '../client/workflows/debits/settle-debits.ts';
import { giveBack, type HeldWork, letGo, putOff, workLimitMs } from '../client/workflows/leases.ts';
import type { LoanContext } from '../client/workflows/loan-context.ts';
import { loanAt } from '../client/workflows/refusals.ts';
import { deliverHeld } from '../client/workflows/reports/deliver-reports.ts';
import { withinTime } from '../client/workflows/wait.ts';
import { parseInstant } from '../domain/calendar.ts';
import { isOpenDebit } from '../domain/loan/balances.ts';
import type { DebitState, LoanState } from '../domain/loan/state.ts';
import { ConflictError, DeadlineError } from '../errors.ts';
import type { Checkpoint } from '../evidence/checkpoint.ts';
import type { MissingNews } from './reconcile/notifier.ts';
import { endLook, type Looking } from './reconcile/visit-work.ts';
import type { RunDueOptions, RunSettings } from './run-options.ts';
import { type RunTally, reasonOf, type WorkDone } from './run-report.ts';

/**
 * Asks how the open debits of a loan ended, and when to ask again. Nothing is ever sent again. Asking reads the mandate and hears its instalments, so it is a look of
 * reconciliation, too: what it found is told, and the loan's next look counts from it. Spec §4.7, §4.10. @throws StoreError, EvidenceError
 */
export async function doDebits(
  context: LoanContext,
  held: HeldWork,
  { teller, signal }: Pick<Looking, 'teller' | 'signal'>,
): Promise<WorkDone> {
  const { loanId, attempts } = held.claim;
  const before = await context.files.read(loanId);
  const askedAt = context.engine.settings.clock.now();
  const missing: MissingNews[] = [];
  try {
    if (before.stage === 'collecting') await ask(context, held, { before, signal });
    const after = await endLook(context, { before, askedAt, teller, missing, isAboutDebits: true });
    await letGo(context, held, { kind: 'done' });
    return { debits: whatBecame(before, after), ...tellingOf(missing) };
  } catch (error) {
    if (signal?.aborted) {
      await giveBack(context, held);
      return tellingOf(missing);
    }
    const reason = reasonOf(error);
    await putOff(context, held, { attempts, reason });
    return { debits: { failed: 1 }, ...tellingOf(missing), reason };
  }
}

function tellingOf(missing: readonly MissingNews[]): WorkDone {
  return { reconcile: { missing: missing.length }, found: { missing, differed: [] } };
}

async function ask(
  context: LoanContext,
  held: HeldWork,
  { before, signal }: { readonly before: LoanState; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const timeoutMs = workLimitMs(held);
  const timeout = () =>
    new DeadlineError(`The service did not tell within ${timeoutMs} ms how the debits ended`, timeoutMs, {
      retryable: true,
    });
  await withinTime({ timeoutMs, timeout, signal }, (ending) =>
    settleOpenDebits(context, loanAt(before, 'collecting'), { how: {}, options: { signal: ending } }),
  );
}

function whatBecame(before: LoanState, after: LoanState): NonNullable<WorkDone['debits']> {
  const asked =
    before.stage === 'collecting'
      ? before.debits.filter((debit) => isOpenDebit(debit) && debit.status !== 'parked')
      : [];
  const now = new Map<string, DebitState>(after.debits.map((debit) => [debit.debitId, debit]));
  const became = (holds: (debit: DebitState) => boolean) =>
    asked.filter(({ debitId }) => holds(now.get(debitId) as DebitState)).length;
  return {
    asked: asked.length,
    settled: became((debit) => !isOpenDebit(debit)),
    parked: became(({ status }) => status === 'parked'),
  };
}

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

/** Delivers the reports of a loan. Spec §6.3. @throws StoreError, EvidenceError */
export async function doReports(
  context: LoanContext,
  held: HeldWork,
  { maxAttempts, signal }: RunSettings,
): Promise<WorkDone> {
  const { delivered, end, reason } = await deliverHeld(context, held, {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    signal,
  });
  const reports = { delivered, failed: end === 'failed' ? 1 : 0, stuck: end === 'stuck' ? 1 : 0 };
  return reason === undefined ? { reports } : { reports, reason };
}
