import { MAX_REPORT_ATTEMPTS, nextReport } from '../../../domain/loan/report-content.ts';
import type { FiledReport, LoanState } from '../../../domain/loan/state.ts';
import { DeadlineError, RepayKitError } from '../../../errors.ts';
import { maskError } from '../../call-mask.ts';
import {
  giveBack,
  type HeldWork,
  heldForMs,
  holdWork,
  isRunningOut,
  LEASE_MS,
  letGo,
  planAgain,
  putOff,
  workLimitMs,
} from '../held-work.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { knownPayer } from '../payer/known-payer.ts';
import { withinTime } from '../wait.ts';
import { askedPauseMs, isPermanent, reasonOf } from './report-failure.ts';

/** How reports are delivered. */
export interface DeliveryTerms {
  /** After how many attempts a report waits for a person; default 12. */
  readonly maxAttempts?: number;
  /** Ends the delivery at once; what was acknowledged stays so. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a loan's reports. */
export interface Delivery {
  readonly state: LoanState;
  /** How many were acknowledged. */
  readonly delivered: number;
  /**
   * `done`: nothing is left. `more`: there is, and it can go on at once. `failed`: the next one is tried again later. `stuck`: the next one waits for a person.
   * `stopped`: the signal ended it. `elsewhere`: somebody else is delivering.
   */
  readonly end: 'done' | 'more' | 'failed' | 'stuck' | 'stopped' | 'elsewhere';
  /** What the reporter threw, where it failed or is stuck. */
  readonly error?: unknown;
  /** The same as text without personal data. */
  readonly reason?: string;
}

/**
 * Hands the waiting reports of a loan to the bureau, in order, and writes down each acknowledgement. Only who holds the loan's claim submits. Stops at the first
 * that fails; what was acknowledged stays so. A report whose acknowledgement was lost is asked for where the bureau can be asked, else it goes out again under
 * the same reportId. Spec §6.3. @throws StoreError, EvidenceError; RuleError inside a transaction of the merchant's own
 */
export async function deliverReports(
  context: LoanContext,
  loanId: string,
  terms: DeliveryTerms = {},
): Promise<Delivery> {
  // What is filed may still be rolled back there.
  const state = await context.files.intend(loanId, () => []);
  if (!nextReport(state)) return { state, delivered: 0, end: 'done' };
  const [held] = await holdWork(context, { loanId, kinds: ['reports'], leaseMs: LEASE_MS, limit: 1 });
  return held ? deliverHeld(context, held, terms) : { state, delivered: 0, end: 'elsewhere' };
}

/** As {@link deliverReports}, for a claim that was made already. */
export async function deliverHeld(context: LoanContext, held: HeldWork, terms: DeliveryTerms = {}): Promise<Delivery> {
  try {
    return await deliverInOrder(context, held, terms);
  } catch (error) {
    // The store failed: what was submitted meanwhile is not on file, and whoever claims it next has to know that. If this fails too, the lease runs out.
    await putOff(context, held, {
      attempts: held.claim.attempts,
      reason: 'the file of the loan could not be read or written',
    }).catch(() => undefined);
    throw error;
  }
}

async function deliverInOrder(context: LoanContext, held: HeldWork, terms: DeliveryTerms): Promise<Delivery> {
  const { loanId } = held.claim;
  let state = await context.files.intend(loanId, () => []);
  for (let delivered = 0; ; delivered++) {
    const next = nextReport(state);
    const isLate = delivered > 0 && isRunningOut(context, held);
    if (!next || isLate) {
      // A file that was restored from a backup may not have what it was claimed for, and it would be claimed again and again.
      if (!next && delivered === 0) await planAgain(context, state, { reports: null });
      await letGo(context, held, { kind: 'done' });
      return { state, delivered, end: next ? 'more' : 'done' };
    }
    // An acknowledgement begins a new count; what comes after it was never submitted before.
    const attempts = delivered > 0 ? 1 : held.claim.attempts;
    try {
      await submit(context, held, { next, mayBeKnown: attempts > 1, signal: terms.signal });
    } catch (error) {
      return { ...(await settleFailure(context, held, { terms, state, next, attempts, error })), delivered };
    }
    state = await acknowledge(context, loanId, next);
  }
}

interface Submission {
  readonly next: FiledReport;
  /** May an earlier process have submitted it without being able to say so? */
  readonly mayBeKnown: boolean;
  readonly signal: AbortSignal | undefined;
}

// A submission ends before the lease does, so that the next process that claims the loan is alone with the bureau.
async function submit(
  context: LoanContext,
  held: HeldWork,
  { next: { report }, mayBeKnown, signal }: Submission,
): Promise<void> {
  const timeoutMs = workLimitMs(held);
  const timeout = () =>
    new DeadlineError(`The bureau did not answer within ${timeoutMs} ms`, timeoutMs, { retryable: true });
  await withinTime({ timeoutMs, timeout, signal }, async (ending) => {
    const { bureau } = context;
    if (mayBeKnown && bureau.isKnown && (await bureau.isKnown(report.reportId, { signal: ending }))) return;
    ending.throwIfAborted();
    await bureau.submit(report, { signal: ending });
  });
}

function acknowledge(context: LoanContext, loanId: string, { report: { reportId } }: FiledReport): Promise<LoanState> {
  return context.files.decide(loanId, (now) => {
    const isKnown = now.reports.some(({ report, acknowledged }) => report.reportId === reportId && acknowledged);
    return isKnown ? [] : [{ type: 'report.acknowledged', at: nowText(context), reportId }];
  });
}

interface Failure {
  readonly terms: DeliveryTerms;
  readonly state: LoanState;
  readonly next: FiledReport;
  readonly attempts: number;
  readonly error: unknown;
}

async function settleFailure(
  context: LoanContext,
  held: HeldWork,
  failure: Failure,
): Promise<Omit<Delivery, 'delivered'>> {
  const { terms, state, next, attempts, error } = failure;
  if (terms.signal?.aborted) {
    await giveBack(context, held);
    return { state, end: 'stopped' };
  }
  if (error instanceof RepayKitError) maskError(error, knownPayer(state));
  const reason = reasonOf(error, state, next);
  const isOver = isPermanent(error) || attempts >= (terms.maxAttempts ?? MAX_REPORT_ATTEMPTS);
  // Once the lease has run out, it is somebody else who decides what becomes of the report.
  if (isOver && heldForMs(context, held) > 0)
    return { state: await stick(context, held, { next, attempts, reason }), end: 'stuck', error, reason };
  const isHeld = await putOff(context, held, { attempts, reason, atLeastMs: askedPauseMs(error) });
  return { state, end: isHeld ? 'failed' : 'elsewhere', error, reason };
}

async function stick(
  context: LoanContext,
  held: HeldWork,
  { next, attempts, reason }: { readonly next: FiledReport; readonly attempts: number; readonly reason: string },
): Promise<LoanState> {
  const { reportId } = next.report;
  const state = await context.files.decide(held.claim.loanId, (now) =>
    nextReport(now)?.report.reportId === reportId
      ? [{ type: 'report.stuck', at: nowText(context), reportId, attempts, reason }]
      : [],
  );
  await letGo(context, held, { kind: 'done' });
  return state;
}
