/** A visit to a loan: ask the service about it, notify of changes, plan the next visit. */
import { defer, type Lease, planAgain, release, requeue, workLimitMs } from '../../client/workflows/leases.ts';
import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { visitLoan } from '../../client/workflows/sync/differences.ts';
import type { EventTimes } from '../../client/workflows/sync/notification-body.ts';
import { withinTime } from '../../client/workflows/wait.ts';
import type { RateLimiter } from '../../clock/rate-limiter.ts';
import type { Instant } from '../../domain/calendar.ts';
import { isOpenDebit } from '../../domain/loan/balances.ts';
import { debitsDueAt } from '../../domain/loan/debits/debit-window.ts';
import { isAskedAbout, notificationDueAt, reconcileDueAt } from '../../domain/loan/reconcile-due.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { DeadlineError } from '../../errors.ts';
import { type LoanDifference, reasonOf, type WorkDone } from '../run-report.ts';
import { type MissedStateChange, type Notifier, notifyOf } from './notifier.ts';

export interface VisitTools {
  readonly limiter: RateLimiter;
  /** If undefined, no one is notified, and notifications wait. */
  readonly notifier: Notifier | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Notify of everything on file, even if the visit changed nothing. */
  readonly notifiesOfAll?: boolean;
}

/** Visits a loan and ends its lease. Spec §4.6, §4.9. @throws StoreError, EvidenceError */
export async function doVisit(context: LoanContext, lease: Lease, tools: VisitTools): Promise<WorkDone> {
  const { loanId } = lease.claim;
  const before = await context.files.read(loanId);
  if (!isAskedAbout(before.stage)) {
    // The loan has ended since the visit was planned.
    await planAgain(context, before, { reconcile: null });
    await release(context, lease, { kind: 'done' });
    return {};
  }
  const askedAt = context.engine.settings.clock.now();
  const found: Found = { missing: [], differed: [] };
  try {
    const timeoutMs = workLimitMs(lease);
    const message = `The service did not tell within ${timeoutMs} ms how the loan stands`;
    const timeout = () => new DeadlineError(message, timeoutMs, { retryable: true });
    const { differed, times } = await withinTime({ timeoutMs, timeout, signal: tools.signal }, (signal) =>
      visitLoan(context, before, { signal, limiter: tools.limiter }),
    );
    found.differed.push(...differed.map((each) => ({ loanId, ...each })));
    await endVisit(context, { before, askedAt, times, ...tools, missing: found.missing });
    await release(context, lease, { kind: 'done' });
    return doneWith(found, { looked: 1 });
  } catch (error) {
    return failedWith(context, lease, { error, found, tools });
  }
}

interface Found {
  readonly missing: MissedStateChange[];
  readonly differed: LoanDifference[];
}

function doneWith(found: Found, counts: NonNullable<WorkDone['reconcile']>): WorkDone {
  return { reconcile: { ...counts, missing: found.missing.length }, found };
}

// Notifications that succeeded before the failure are reported, because no later visit finds them missing.
async function failedWith(
  context: LoanContext,
  lease: Lease,
  { error, found, tools }: { readonly error: unknown; readonly found: Found; readonly tools: VisitTools },
): Promise<WorkDone> {
  if (tools.signal?.aborted) {
    await requeue(context, lease);
    return doneWith(found, {});
  }
  const reason = reasonOf(error);
  await defer(context, lease, { attempts: lease.claim.attempts, reason, atLeastMs: tools.limiter.pausedForMs });
  return { ...doneWith(found, { failed: 1 }), reason };
}

/**
 * Notifies of what a loan's file shows, without asking the service: a webhook may be lost, or the process that wrote
 * the file may have stopped.
 */
export async function doNotify(context: LoanContext, lease: Lease, tools: VisitTools): Promise<WorkDone> {
  const found: Found = { missing: [], differed: [] };
  try {
    await notifyOfFile(context, lease.claim.loanId, { ...tools, found });
    await release(context, lease, { kind: 'done' });
    return doneWith(found, {});
  } catch (error) {
    return failedWith(context, lease, { error, found, tools });
  }
}

/**
 * Notifies of a loan that is not visited, because it has ended or has not begun. It needs no lease: the inbox
 * recognises duplicates of two processes.
 * @throws StoreError
 */
export async function notifyWithoutVisit(context: LoanContext, loanId: string, tools: VisitTools): Promise<WorkDone> {
  const found: Found = { missing: [], differed: [] };
  await notifyOfFile(context, loanId, { ...tools, found });
  return doneWith(found, {});
}

async function notifyOfFile(
  context: LoanContext,
  loanId: string,
  { notifier, found }: Pick<VisitTools, 'notifier'> & { readonly found: Found },
): Promise<void> {
  for (let isPlanned = notifier === undefined; notifier && !isPlanned; ) {
    const state = await context.files.read(loanId);
    await notifyOf(context, notifier, { state, missing: found.missing });
    const news = notificationDueAt(state, context.engine.settings.clock.now()) ?? null;
    isPlanned = await planAgain(context, state, { news });
  }
}

/** A visit before its final step. */
export interface EndingVisit extends Pick<VisitTools, 'notifier' | 'notifiesOfAll'> {
  readonly before: LoanState;
  /** When the reads of the service began. */
  readonly askedAt: Instant;
  readonly times?: EventTimes | undefined;
  /** Always plan when to ask about debits next. */
  readonly isAboutDebits?: boolean;
  /** Collects the missed state changes. */
  readonly missing: MissedStateChange[];
}

/**
 * Ends a visit: notifies of changes on file, then plans the next visit from the file's state at that time. The order
 * matters. A process that dies in between notifies again, and the inbox recognises the duplicates. Changes that another
 * process wrote in the meantime are not skipped.
 */
export async function endVisit(context: LoanContext, visit: EndingVisit): Promise<LoanState> {
  const { before, askedAt, times, notifier, notifiesOfAll = false, isAboutDebits = false, missing } = visit;
  for (;;) {
    const after = await context.files.read(before.loanId);
    const notifies = notifier !== undefined && (notifiesOfAll || after.version !== before.version);
    if (notifies) await notifyOf(context, notifier, { state: after, before, times, missing });
    const plan = {
      reconcile: reconcileDueAt(after, askedAt) ?? null,
      // Reading the mandate also answers open debits.
      ...(isAboutDebits || [before, after].some(({ debits }) => debits.some(isOpenDebit))
        ? { debits: debitsDueAt(after, askedAt) ?? null }
        : {}),
      ...(notifies ? { news: notificationDueAt(after, context.engine.settings.clock.now()) ?? null } : {}),
    };
    if (await planAgain(context, after, plan)) return after;
  }
}
