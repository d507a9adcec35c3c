import { systemClock } from '../clock/system-clock.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import { describeRequest, type OutgoingCall } from './outgoing-call.ts';
import { retryAfterMs } from './retry-after.ts';

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** May the call be sent again after this? A read: after any passing trouble. Anything else: only when nothing of it can have left. */
export function mayTryAgain(call: OutgoingCall, result: AttemptResult): boolean {
  if (result.kind === 'ended') return false;
  if (result.kind === 'answered') return call.row.repeat === 'safe' && retryableStatuses.has(result.response.status);
  return call.row.repeat === 'safe' || !result.mayHaveLeft;
}

/**
 * Repeats a call after its first failure, until it succeeds, may not be repeated, or there is no time left for the next wait. Entered only then: wrapped around every
 * call, the loop alone would cost as much as the rest of the client. Waits run on the machine's time, as deadlines do.
 */
export async function retry(call: OutgoingCall, first: AttemptResult): Promise<AttemptResult> {
  const { default: pRetry } = await import('p-retry');
  let result = first;
  const next = async (count: number) => {
    if (count > 1) result = await attempt(call);
    if (mayTryAgain(call, result)) throw new WorthAnotherAttempt();
  };
  let isPatient = true;
  try {
    await pRetry(next, {
      retries: call.pace.retries,
      // p-retry counts and repeats; the waits are ours, for their chance, `Retry-After` and deadline.
      minTimeout: 0,
      onFailedAttempt: async ({ error, retriesLeft, retriesConsumed }) => {
        if (!(error instanceof WorthAnotherAttempt) || retriesLeft === 0) return;
        isPatient = await waitBeforeRetry(call, result, retriesConsumed);
      },
      shouldRetry: ({ error }) => error instanceof WorthAnotherAttempt && isPatient,
    });
  } catch (error) {
    if (!(error instanceof WorthAnotherAttempt)) throw error;
  }
  return call.limit.end && mayTryAgain(call, result) ? { kind: 'ended', end: call.limit.end } : result;
}

class WorthAnotherAttempt extends Error {}

/** Waits as long as the service asked, else by chance up to a growing limit. False: there is not so much time, or the call was ended. */
async function waitBeforeRetry(call: OutgoingCall, result: AttemptResult, retriesBefore: number): Promise<boolean> {
  const asked = result.kind === 'answered' ? retryAfterMs(result.response.headers, systemClock.now()) : undefined;
  const { firstDelayMs, maxDelayMs } = call.pace;
  const delayMs = asked ?? Math.round(call.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** retriesBefore));
  if (delayMs >= call.limit.remainingMs) return false;
  call.observer?.retryPlanned({ ...describeRequest(call), delayMs, reason: call.mask(reasonFor(result)) });
  try {
    await systemClock.sleep(delayMs, call.limit.signal);
    return true;
  } catch {
    return false;
  }
}

function reasonFor(result: AttemptResult): string {
  if (result.kind === 'answered') return `status ${result.response.status}`;
  const code = result.kind === 'unanswered' ? (result.error as { code?: unknown } | undefined)?.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}
