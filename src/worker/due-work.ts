/** The kinds of due work except visits: debits, reports, the inbox, checkpoints. */

import { bookStep } from '../book/entry.ts';
import { settleOpenDebits } from '../client/workflows/debits/settle-debits.ts';
import { defer, type Lease, release, requeue, workLimitMs } from '../client/workflows/leases.ts';
import { type LoanContext, loanAt } from '../client/workflows/loan-context.ts';
import { checkpointNow } from '../client/workflows/payer/evidence-of.ts';
import { deliverHeld } from '../client/workflows/reports/deliver-reports.ts';
import { withinTime } from '../client/workflows/wait.ts';
import { steadyClock } from '../clock/clock.ts';
import { parseInstant } from '../domain/calendar.ts';
import { isOpenDebit } from '../domain/loan/balances.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { ConflictError, DeadlineError } from '../errors.ts';
import type { Checkpoint } from '../evidence/checkpoint.ts';
import { given } from '../validation/record.ts';
import type { MissedStateChange } from './reconcile/notifier.ts';
import { endVisit, type VisitTools } from './reconcile/visit-work.ts';
import type { RunDueOptions, RunSettings } from './run-options.ts';
import { type RunTally, reasonOf, type WorkDone } from './run-report.ts';

/**
 * Asks how the open debits of a loan ended, and plans when to ask again. Nothing is ever sent again. It reads the
 * mandate and its instalments, so it counts as a visit: the handlers are notified of what it found, and the loan's next
 * visit is planned from it. Spec §4.7, §4.10.
 * @throws StoreError, EvidenceError
 */
export async function doDebits(
  context: LoanContext,
  lease: Lease,
  { notifier, signal }: Pick<VisitTools, 'notifier' | 'signal'>,
): Promise<WorkDone> {
  const { loanId, attempts } = lease.claim;
  const before = await context.files.read(loanId);
  const askedAt = context.engine.settings.clock.now();
  const missing: MissedStateChange[] = [];
  const found = () => ({ reconcile: { missing: missing.length }, found: { missing, differed: [] } });
  try {
    if (before.stage === 'collecting') await askAboutDebits(context, lease, { before, signal });
    const after = await endVisit(context, { before, askedAt, notifier, missing, isAboutDebits: true });
    await release(context, lease, { kind: 'done' });
    return { debits: debitsDone(before, after), ...found() };
  } catch (error) {
    if (signal?.aborted) {
      await requeue(context, lease);
      return found();
    }
    const reason = reasonOf(error);
    await defer(context, lease, { attempts, reason });
    return { debits: { failed: 1 }, ...found(), reason };
  }
}

async function askAboutDebits(
  context: LoanContext,
  lease: Lease,
  { before, signal }: { readonly before: LoanState; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const timeoutMs = workLimitMs(lease);
  const message = `The service did not tell within ${timeoutMs} ms how the debits ended`;
  const timeout = () => new DeadlineError(message, timeoutMs, { retryable: true });
  await withinTime({ timeoutMs, timeout, signal }, (ending) =>
    settleOpenDebits({ ...context, options: { signal: ending } }, loanAt(before, 'collecting'), {}),
  );
}

function debitsDone(before: LoanState, after: LoanState): NonNullable<WorkDone['debits']> {
  const wasAsked =
    before.stage === 'collecting'
      ? before.debits.filter((debit) => isOpenDebit(debit) && debit.status !== 'parked')
      : [];
  const ids = new Set<string>(wasAsked.map(({ debitId }) => debitId));
  const now = after.debits.filter(({ debitId }) => ids.has(debitId));
  return {
    asked: wasAsked.length,
    settled: now.filter((debit) => !isOpenDebit(debit)).length,
    parked: now.filter(({ status }) => status === 'parked').length,
  };
}

/** Delivers the reports of a loan. Spec §6.3. @throws StoreError, EvidenceError */
export async function doReports(context: LoanContext, lease: Lease, settings: RunSettings): Promise<WorkDone> {
  const { maxAttempts, signal } = settings;
  const { delivered, end, reason } = await deliverHeld(context, lease, { ...given({ maxAttempts }), signal });
  const reports = { delivered, failed: end === 'failed' ? 1 : 0, stuck: end === 'stuck' ? 1 : 0 };
  return { reports, ...given({ reason }) };
}

const BATCH = 100;

/** Works on the due deliveries of an inbox until none is left. A failing inbox stops nothing else. */
export async function drainInbox(
  inbox: NonNullable<RunDueOptions['inbox']>,
  tally: RunTally,
  isStopped: () => boolean,
): Promise<void> {
  try {
    while (!isStopped()) {
      const drained = await inbox.drain({ limit: BATCH, dueOnly: true });
      tally.addDrained(drained);
      // A delivery that failed twice becomes due later, so the batches end.
      if (Object.values(drained).reduce((sum, count) => sum + count, 0) < BATCH) return;
    }
  } catch (error) {
    tally.fail({ kind: 'inbox', reason: reasonOf(error) });
  }
}

// A million files take some seconds. A sink that never responds must not keep the worker from its next run.
const LONGEST_CHECKPOINT_MS = 300_000;

/**
 * Takes the next checkpoint if the client has checkpoints and the latest is old enough. A failure stops nothing else.
 */
export async function takeDueCheckpoint(
  context: LoanContext,
  { checkpointEveryMs, signal }: RunSettings,
  tally: RunTally,
): Promise<void> {
  if (!context.engine.settings.checkpoints || checkpointEveryMs === 0) return;
  const timeoutMs = LONGEST_CHECKPOINT_MS;
  const message = `No checkpoint could be taken within ${timeoutMs} ms`;
  const timeout = () => new DeadlineError(message, timeoutMs, { retryable: true });
  try {
    const taken = await withinTime({ timeoutMs, timeout, signal }, () => takeIfDue(context, checkpointEveryMs));
    if (taken) tally.checkpoint = taken.number;
  } catch (error) {
    // A conflict means that another process has just taken it.
    if (!signal?.aborted && !(error instanceof ConflictError))
      tally.fail({ kind: 'checkpoint', reason: reasonOf(error) });
  }
}

async function takeIfDue(context: LoanContext, everyMs: number): Promise<Checkpoint | undefined> {
  const { checkpoints, clock } = context.engine.settings;
  const latest = await checkpoints?.sink.latest();
  const isDue = latest
    ? isOld(latest, clock.now(), everyMs)
    : (await context.files.store.list({ limit: 1 })).heads.length > 0;
  return isDue ? checkpointNow(context, { after: latest }) : undefined;
}

// A machine with a wrong clock signed a checkpoint that is dated far ahead. Waiting for that time would leave
// everything unsigned until then.
function isOld({ at }: Checkpoint, now: number, everyMs: number): boolean {
  const signedAt = parseInstant(at);
  return signedAt === undefined || Math.abs(now - signedAt) >= everyMs;
}

// A first build of a large book takes minutes. The next run goes on with it.
const LONGEST_BOOK_MS = 30_000;

/** Brings the book of the store forward. A failure stops nothing else. */
export async function advanceBook(
  { engine, files: { store } }: LoanContext,
  { book }: RunSettings,
  { tally, isStopped }: { readonly tally: RunTally; readonly isStopped: () => boolean },
): Promise<void> {
  if (!book || !store.book) return;
  const startedAt = steadyClock.now();
  const step = bookStep(engine.settings.clock.today());
  try {
    for (let hasMore = true; hasMore && !isStopped() && steadyClock.now() - startedAt < LONGEST_BOOK_MS; )
      ({ hasMore } = await store.book.advance(step));
  } catch (error) {
    tally.fail({ kind: 'book', reason: reasonOf(error) });
  }
}
