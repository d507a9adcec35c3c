import { stuckReport } from '../../../domain/loan/report-content.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { DeadlineError } from '../../../errors.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { keepLooking, keepTrying } from '../wait.ts';
import { type Delivery, deliverReports } from './deliver-reports.ts';

/** How to wait for the bureau. */
export interface AwaitReportedOptions {
  /** How long to try, on the client's clock; default 2 minutes. Another process that delivers is waited for no longer on the machine's clock either. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
}

const DEFAULT_WAIT_MS = 120_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Delivers the reports of a loan until none is left. Whoever waits tries more often than the worker would, and gives up by time, not by number; only a refusal
 * for good ends it at once. @throws DeadlineError, with the bureau's last failure as its cause; what the reporter threw, when it refuses for good
 */
export async function awaitDelivery(
  context: LoanContext,
  loanId: string,
  { timeoutMs = DEFAULT_WAIT_MS, signal }: AwaitReportedOptions,
): Promise<LoanState> {
  let cause: unknown;
  const message = `The bureau did not acknowledge the reports of loan '${loanId}' within ${timeoutMs} ms; they stay filed and are delivered later`;
  const timeout = () => new DeadlineError(message, timeoutMs, { cause, retryable: true });
  const patience = {
    timeoutMs,
    timeout,
    signal,
    firstPauseMs: FIRST_RETRY_MS,
    longestPauseMs: LONGEST_RETRY_MS,
    growth: 2,
  };
  return keepTrying(context, patience, async (limit) => {
    const delivery = await keepLooking(context, { timeoutMs, timeout, signal: limit.signal }, async () => {
      const tried = await deliverOnce(context, loanId, limit.signal);
      cause = tried.error ?? cause;
      return tried.end === 'elsewhere' ? undefined : tried;
    });
    if (delivery.end === 'stuck') throw delivery.error;
    return delivery.end === 'done' ? delivery.state : undefined;
  });
}

/** Has the report that is stuck tried again, where it is wanted and there is one. */
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
    // Another process gave up on it meanwhile: whoever waits here finds out for itself why.
    if (isStuck) await releaseReport(context, loanId, () => true);
    else if (delivery.end !== 'more') return delivery;
  }
}
