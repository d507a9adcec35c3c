import { giveBack, type HeldWork, letGo, planAgain, putOff, workLimitMs } from '../../client/workflows/leases.ts';
import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { type LoanVisit, lookAtLoan } from '../../client/workflows/sync/differences.ts';
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
import { type MissingNews, type Teller, tellNews } from './notifier.ts';

/** What a look is taken with. */
export interface Looking {
  readonly limiter: RateLimiter;
  readonly teller: Teller | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly tellsAll?: boolean;
}

/** Asks the service about a loan, tells what nobody had told, and says when to ask again. Spec §4.6, §4.9. @throws StoreError, EvidenceError */
export async function doLook(context: LoanContext, held: HeldWork, looking: Looking): Promise<WorkDone> {
  const { loanId } = held.claim;
  const before = await context.files.read(loanId);
  if (!isAskedAbout(before.stage)) return passOver(context, held, before);
  const askedAt = context.engine.settings.clock.now();
  const found: Found = { missing: [], differed: [] };
  try {
    const { differed, times } = await look(context, held, { before, looking });
    found.differed.push(...differed.map((each) => ({ loanId, ...each })));
    await endLook(context, { before, askedAt, times, ...looking, missing: found.missing });
    await letGo(context, held, { kind: 'done' });
    return doneWith(found, { looked: 1 });
  } catch (error) {
    return failedWith(context, held, { error, found, looking });
  }
}

interface Found {
  readonly missing: MissingNews[];
  readonly differed: LoanDifference[];
}

function doneWith(found: Found, counts: NonNullable<WorkDone['reconcile']>): WorkDone {
  return { reconcile: { ...counts, missing: found.missing.length }, found };
}

// What was told before it failed was told, and nobody will find it missing any more.
async function failedWith(
  context: LoanContext,
  held: HeldWork,
  { error, found, looking }: { readonly error: unknown; readonly found: Found; readonly looking: Looking },
): Promise<WorkDone> {
  if (looking.signal?.aborted) {
    await giveBack(context, held);
    return doneWith(found, {});
  }
  const reason = reasonOf(error);
  await putOff(context, held, { attempts: held.claim.attempts, reason, atLeastMs: looking.limiter.pausedForMs });
  return { ...doneWith(found, { failed: 1 }), reason };
}

// The loan has come to its end since the look was planned.
async function passOver(context: LoanContext, held: HeldWork, state: LoanState): Promise<WorkDone> {
  await planAgain(context, state, { reconcile: null });
  await letGo(context, held, { kind: 'done' });
  return {};
}

function look(
  context: LoanContext,
  held: HeldWork,
  { before, looking }: { readonly before: LoanState; readonly looking: Looking },
): Promise<LoanVisit> {
  const timeoutMs = workLimitMs(held);
  const timeout = () =>
    new DeadlineError(`The service did not tell within ${timeoutMs} ms how the loan stands`, timeoutMs, {
      retryable: true,
    });
  return withinTime({ timeoutMs, timeout, signal: looking.signal }, (signal) =>
    lookAtLoan(context, before, { signal, limiter: looking.limiter }),
  );
}

/** Tells what a loan's file shows and what may not have been told: its webhook may be lost, or who wrote it down may have ended. Asks the service nothing. */
export async function doNews(context: LoanContext, held: HeldWork, looking: Looking): Promise<WorkDone> {
  const found: Found = { missing: [], differed: [] };
  try {
    if (looking.teller) await tellFile(context, held.claim.loanId, { teller: looking.teller, found });
    await letGo(context, held, { kind: 'done' });
    return doneWith(found, {});
  } catch (error) {
    return failedWith(context, held, { error, found, looking });
  }
}

/** Tells what the file of a loan shows that is not asked about: it is over, or has not begun. Nobody has to hold it: the inbox notices what two tell. @throws StoreError */
export async function tellUnasked(context: LoanContext, loanId: string, { teller }: Looking): Promise<WorkDone> {
  const found: Found = { missing: [], differed: [] };
  if (teller) await tellFile(context, loanId, { teller, found });
  return doneWith(found, {});
}

async function tellFile(
  context: LoanContext,
  loanId: string,
  { teller, found }: { readonly teller: Teller; readonly found: Found },
): Promise<void> {
  for (let isPlanned = false; !isPlanned; ) {
    const state = await context.files.read(loanId);
    await tellNews(context, teller, { state, missing: found.missing });
    isPlanned = await planAgain(context, state, {
      news: notificationDueAt(state, context.engine.settings.clock.now()) ?? null,
    });
  }
}

/** A look at a loan that is over but for its end. */
interface EndingLook {
  readonly before: LoanState;
  /** When the asking began. */
  readonly askedAt: Instant;
  readonly times?: EventTimes | undefined;
  /** Undefined: nobody is told, and what there is to tell waits until somebody can. */
  readonly teller: Teller | undefined;
  /** Tell everything on file, also where the look changed nothing. */
  readonly tellsAll?: boolean | undefined;
  /** Say in any case when debits are asked about next. */
  readonly isAboutDebits?: boolean;
  /** Where what nobody had told is noted. */
  readonly missing: MissingNews[];
}

/**
 * Ends a look, whoever took it: tells what is new on file, then says when to look again. In this order and on the file as it is when that is written: who dies in between
 * tells it again, which the inbox notices, and what somebody else wrote down meanwhile is not passed over.
 */
export async function endLook(
  context: LoanContext,
  { before, askedAt, times, teller, tellsAll = false, isAboutDebits = false, missing }: EndingLook,
): Promise<LoanState> {
  for (;;) {
    const after = await context.files.read(before.loanId);
    const isTold = teller !== undefined && (tellsAll || after.version !== before.version);
    if (isTold) await tellNews(context, teller, { state: after, before, times, missing });
    const plan = {
      reconcile: reconcileDueAt(after, askedAt) ?? null,
      // Reading the mandate asks about open debits, too.
      ...(isAboutDebits || [before, after].some(({ debits }) => debits.some(isOpenDebit))
        ? { debits: debitsDueAt(after, askedAt) ?? null }
        : {}),
      ...(isTold ? { news: notificationDueAt(after, context.engine.settings.clock.now()) ?? null } : {}),
    };
    if (await planAgain(context, after, plan)) return after;
  }
}
