import { MAX_REPORT_ATTEMPTS, nextReport, splitContent, stuckReport } from '../../../domain/loan/report-content.ts';
import type { FiledReport, LoanState } from '../../../domain/loan/state.ts';
import { DeadlineError, type ErrorCode, RepayKitError } from '../../../errors.ts';
import { looseFields } from '../../../validation/checks.ts';
import { maskError } from '../../call-mask.ts';
import {
  defer,
  heldForMs,
  isRunningOut,
  LEASE_MS,
  type Lease,
  leaseWork,
  planAgain,
  release,
  requeue,
  workLimitMs,
} from '../leases.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { knownPayer, withoutPersonal } from '../payer/known-payer.ts';
import { keepAsking, keepTrying, withinTime } from '../wait.ts';

export interface DeliveryTerms {
  readonly maxAttempts?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The result of delivering a loan's reports. */
export interface Delivery {
  readonly state: LoanState;
  readonly delivered: number;
  /**
   * `more`: it can continue at once. `failed`: it is retried later. `stuck`: the next report waits for a person.
   * `stopped`: the signal ended it. `elsewhere`: another process delivers.
   */
  readonly end: 'done' | 'more' | 'failed' | 'stuck' | 'stopped' | 'elsewhere';
  /** What the reporter threw, if it failed or is stuck. */
  readonly error?: unknown;
  /** The error as text without personal data. */
  readonly reason?: string;
}

/**
 * Submits the waiting reports of a loan to the bureau in order, and records each acknowledgement. Stops at the first
 * failure. If an acknowledgement was lost, asks the bureau for the report, or sends it again under its id. Spec §6.3.
 */
export async function deliverReports(
  context: LoanContext,
  loanId: string,
  terms: DeliveryTerms = {},
): Promise<Delivery> {
  // A report that was filed in an uncommitted transaction may still be rolled back.
  const state = await context.files.intend(loanId, () => []);
  if (!nextReport(state)) return { state, delivered: 0, end: 'done' };
  const [held] = await leaseWork(context, { loanId, kinds: ['reports'], leaseMs: LEASE_MS, limit: 1 });
  return held ? deliverHeld(context, held, terms) : { state, delivered: 0, end: 'elsewhere' };
}

/** Like {@link deliverReports}, for an existing lease. */
export async function deliverHeld(context: LoanContext, held: Lease, terms: DeliveryTerms = {}): Promise<Delivery> {
  try {
    return await deliverInOrder(context, held, terms);
  } catch (error) {
    // Submissions so far are not on file, and the next claim must know about them.
    await defer(context, held, {
      attempts: held.claim.attempts,
      reason: 'the file of the loan could not be read or written',
    }).catch(() => undefined);
    throw error;
  }
}

async function deliverInOrder(context: LoanContext, held: Lease, terms: DeliveryTerms): Promise<Delivery> {
  const { loanId } = held.claim;
  let state = await context.files.intend(loanId, () => []);
  for (let delivered = 0; ; delivered++) {
    const next = nextReport(state);
    const isLate = delivered > 0 && isRunningOut(context, held);
    if (!next || isLate) {
      // A file restored from a backup may lack the report that was claimed. Without this it would be claimed forever.
      if (!next && delivered === 0) await planAgain(context, state, { reports: null });
      await release(context, held, { kind: 'done' });
      return { state, delivered, end: next ? 'more' : 'done' };
    }
    // An acknowledgement starts a new count: the report after it was never submitted before.
    const attempts = delivered > 0 ? 1 : held.claim.attempts;
    try {
      await submit(context, held, { next, mayBeKnown: attempts > 1, signal: terms.signal });
    } catch (error) {
      return { ...(await settleError(context, held, { terms, state, next, attempts, error })), delivered };
    }
    state = await acknowledge(context, loanId, next);
  }
}

interface Submission {
  readonly next: FiledReport;
  /** Whether an earlier process may have submitted it without recording that. */
  readonly mayBeKnown: boolean;
  readonly signal: AbortSignal | undefined;
}

// A submission ends before the lease does, so that the next process to claim the loan is alone with the bureau.
async function submit(context: LoanContext, held: Lease, { next: { report }, mayBeKnown, signal }: Submission) {
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

async function settleError(context: LoanContext, held: Lease, failure: Failure): Promise<Omit<Delivery, 'delivered'>> {
  const { terms, state, next, attempts, error } = failure;
  if (terms.signal?.aborted) {
    await requeue(context, held);
    return { state, end: 'stopped' };
  }
  if (error instanceof RepayKitError) maskError(error, knownPayer(state));
  const reason = reasonOf(error, state, next);
  const isOver = isPermanent(error) || attempts >= (terms.maxAttempts ?? MAX_REPORT_ATTEMPTS);
  // Once the lease has expired, another process decides about the report.
  if (isOver && heldForMs(context, held) > 0)
    return { state: await stick(context, held, { ...failure, reason }), end: 'stuck', error, reason };
  const isHeld = await defer(context, held, { attempts, reason, atLeastMs: askedPauseMs(error) });
  return { state, end: isHeld ? 'failed' : 'elsewhere', error, reason };
}

async function stick(context: LoanContext, held: Lease, { next, attempts, reason }: Failure & { reason: string }) {
  const { reportId } = next.report;
  const state = await context.files.decide(held.claim.loanId, (now) =>
    nextReport(now)?.report.reportId === reportId
      ? [{ type: 'report.stuck', at: nowText(context), reportId, attempts, reason }]
      : [],
  );
  await release(context, held, { kind: 'done' });
  return state;
}

const permanentCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'service_refused',
  'input_invalid',
  'config_invalid',
  'rule_refused',
]);

/** Whether submitting the report again, unchanged, cannot help. Anything else that is thrown may be temporary. */
export function isPermanent(error: unknown): boolean {
  if (looseFields(error).permanent === true) return true;
  return error instanceof RepayKitError && !error.retryable && permanentCodes.has(error.code);
}

/** How long the bureau asked to wait, in milliseconds. 0 if it did not. */
function askedPauseMs(error: unknown): number {
  const asked = looseFields(error).retryAfterMs;
  return typeof asked === 'number' && asked > 0 && asked <= LONGEST_ASKED_MS ? Math.ceil(asked) : 0;
}

// More than a week is rather a mistake than a request.
const LONGEST_ASKED_MS = 7 * 24 * 3_600_000;

/** The text of an error without the payer: bureaus repeat what they refuse. */
function reasonOf(error: unknown, state: LoanState, { report }: FiledReport): string {
  return withoutPersonal(textOf(error), state, splitContent(report.event, report.content).extra);
}

// Any value may be thrown, even one that does not convert to text.
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the reporter failed with something that is no error';
  try {
    return `${error.name}: ${error.message}`;
  } catch {
    return 'the reporter failed with an error without a text';
  }
}

/** How to wait for the bureau. */
export interface AwaitReportedOptions {
  /** How long to try, on the client's clock (for another process also the machine's). Default 2 minutes. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
}

const DEFAULT_WAIT_MS = 120_000;
const retryPauses = { firstPauseMs: 1_000, longestPauseMs: 30_000, growth: 2 };

/** Delivers the reports of a loan until none is left. */
export async function awaitDelivery(
  context: LoanContext,
  loanId: string,
  { timeoutMs = DEFAULT_WAIT_MS, signal }: AwaitReportedOptions,
): Promise<LoanState> {
  let cause: unknown;
  const message = `The bureau did not acknowledge the reports of loan '${loanId}' within ${timeoutMs} ms; they stay filed and are delivered later`;
  const timeout = () => new DeadlineError(message, timeoutMs, { cause, retryable: true });
  const schedule = { timeoutMs, timeout, signal, ...retryPauses };
  return keepTrying(context, schedule, async (limit) => {
    const delivery = await keepAsking(context, { timeoutMs, timeout, signal: limit.signal }, async () => {
      const tried = await deliverOnce(context, loanId, limit.signal);
      cause = tried.error ?? cause;
      return tried.end === 'elsewhere' ? undefined : tried;
    });
    if (delivery.end === 'stuck') throw delivery.error;
    return delivery.end === 'done' ? delivery.state : undefined;
  });
}

/** Releases the stuck report, if there is one and the condition holds. */
export function releaseReport(
  context: LoanContext,
  loanId: string,
  isWanted: (now: LoanState) => boolean,
): Promise<LoanState> {
  const at = nowText(context);
  return context.files.decide(loanId, (now) => {
    const mayRelease = isWanted(now);
    const reportId = stuckReport(now)?.report.reportId;
    return mayRelease && reportId !== undefined ? [{ type: 'report.released', at, reportId }] : [];
  });
}

async function deliverOnce(context: LoanContext, loanId: string, signal: AbortSignal): Promise<Delivery> {
  for (;;) {
    const delivery = await deliverReports(context, loanId, { maxAttempts: Number.POSITIVE_INFINITY, signal });
    const isStuck = delivery.end === 'done' && stuckReport(delivery.state) !== undefined;
    // Another process gave up on it in the meantime. This one tries for itself, to learn why.
    if (isStuck) await releaseReport(context, loanId, () => true);
    else if (delivery.end !== 'more') return delivery;
  }
}
