import { systemClock } from '../clock/clock.ts';
import {
  AbortedError,
  AnswerError,
  ConnectionError,
  DeadlineError,
  InputError,
  type RepayKitError,
} from '../errors.ts';
import { looseFields } from '../validation/checks.ts';
import { type CheckedAnswer, readAnswer } from './answer-reading.ts';
import { type AttemptResult, attempt, type Ended, type Unanswered } from './attempt.ts';
import { callFacts, describeRequest, type OutgoingCall, outcomeAfter } from './outgoing-call.ts';
import type { TransportResponse } from './transport.ts';
import { BodyTooLongError, codeOf, retryAfterMs } from './transport-answer.ts';
import type { UploadBody } from './upload-body.ts';
import { UploadSourceError } from './upload-source.ts';

export interface CallAnswer {
  readonly checked: CheckedAnswer;
  readonly response: TransportResponse;
}

export async function sendCall(call: OutgoingCall): Promise<CallAnswer> {
  try {
    // A call that ended before it began must not touch its source.
    if (call.draft.upload && !call.limit.end) await prepareUpload(call, call.draft.upload);
    const first = await attempt(call);
    return finish(call, mayTryAgain(call, first) ? await retry(call, first) : first);
  } finally {
    call.draft.upload?.release();
    call.limit.close();
  }
}

function finish(call: OutgoingCall, result: AttemptResult): CallAnswer {
  if (result.kind === 'ended') throw endedError(call, result);
  if (result.kind === 'unanswered') throw unansweredError(call, result);
  return { checked: readAnswer(call, result.response), response: result.response };
}

// A source that stalls must not outlast the deadline. An ended call is reported by its first attempt.
async function prepareUpload(call: OutgoingCall, upload: UploadBody): Promise<void> {
  const ended = new Promise<void>((resolve) => call.limit.onEnd(() => resolve()));
  try {
    await Promise.race([upload.prepare(), ended]);
  } catch (error) {
    if (!(error instanceof UploadSourceError)) throw error;
    const issues = [{ path: 'statement', message: error.message }];
    throw new InputError(`The input of ${call.row.id} is invalid`, issues, callFacts(call, 'none'));
  }
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether the call may be sent again. Reads may, after any temporary failure. */
function mayTryAgain(call: OutgoingCall, result: AttemptResult): boolean {
  if (result.kind === 'ended') return false;
  if (result.kind === 'answered') return call.row.repeat === 'safe' && retryableStatuses.has(result.response.status);
  return call.row.repeat === 'safe' || !result.mayHaveLeft;
}

/** Repeats a call. The first attempt does without it, because the loop costs as much as the rest of the client. */
async function retry(call: OutgoingCall, first: AttemptResult): Promise<AttemptResult> {
  const { default: pRetry } = await import('p-retry');
  let result = first;
  const next = async (count: number) => {
    if (count > 1) result = await attempt(call);
    if (mayTryAgain(call, result)) throw new WorthAnotherAttempt();
  };
  let mayWait = true;
  try {
    await pRetry(next, {
      retries: call.pace.retries,
      // p-retry counts and repeats. The waits are ours, because of randomness, `Retry-After` and the deadline.
      minTimeout: 0,
      onFailedAttempt: async ({ error, retriesLeft, retriesConsumed }) => {
        if (!(error instanceof WorthAnotherAttempt) || retriesLeft === 0) return;
        mayWait = await waitBeforeRetry(call, result, retriesConsumed);
      },
      shouldRetry: ({ error }) => error instanceof WorthAnotherAttempt && mayWait,
    });
  } catch (error) {
    if (!(error instanceof WorthAnotherAttempt)) throw error;
  }
  return call.limit.end && mayTryAgain(call, result) ? { kind: 'ended', end: call.limit.end } : result;
}

class WorthAnotherAttempt extends Error {}

/** Waits as long as the service asked, otherwise a random time up to a growing limit. */
async function waitBeforeRetry(call: OutgoingCall, result: AttemptResult, retriesBefore: number): Promise<boolean> {
  const asked = result.kind === 'answered' ? retryAfterMs(result.response.headers, systemClock.now()) : undefined;
  const { firstDelayMs, maxDelayMs } = call.pace;
  const delayMs = asked ?? Math.round(call.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** retriesBefore));
  if (delayMs >= call.limit.remainingMs) return false;
  call.observer?.('onRetry', { ...describeRequest(call), delayMs, reason: call.mask(reasonFor(result)) });
  try {
    await systemClock.sleep(delayMs, call.limit.signal);
    return true;
  } catch {
    return false;
  }
}

function reasonFor(result: AttemptResult): string {
  if (result.kind === 'answered') return `status ${result.response.status}`;
  const code = result.kind === 'unanswered' ? looseFields(result.error).code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}

function endedError(call: OutgoingCall, { end }: Ended): RepayKitError {
  const outcome = outcomeAfter(call, call.sent > 0);
  const facts = { ...callFacts(call, outcome), retryable: outcome === 'none' };
  if (end.kind === 'aborted') {
    return new AbortedError(`${call.row.id} was ended by its caller's signal; ${advice(outcome)}`, {
      ...facts,
      retryable: false,
      cause: end.reason,
    });
  }
  const { deadlineMs } = call.limit;
  const what =
    end.kind === 'late'
      ? 'was held back: the clock moved on, or was set back, before it could leave'
      : `did not end within ${deadlineMs} ms`;
  return new DeadlineError(`${call.row.id} ${what}; ${advice(outcome)}`, deadlineMs, facts);
}

function unansweredError(call: OutgoingCall, { error, mayHaveLeft }: Unanswered): RepayKitError {
  const outcome = outcomeAfter(call, mayHaveLeft);
  const facts = { ...callFacts(call, outcome), cause: error };
  if (error instanceof BodyTooLongError) {
    const issues = [{ path: '', message: `is longer than ${error.maxBytes} bytes` }];
    const { status } = error;
    return new AnswerError(`The answer of ${call.row.id} is too long to be read`, { status, issues }, facts);
  }
  const what = error instanceof UploadSourceError ? error.message : call.mask(codeOf(error));
  const where = mayHaveLeft ? 'lost its connection' : `could not reach ${call.draft.origin}`;
  return new ConnectionError(`${call.row.id} ${where} (${what}); ${advice(outcome)}`, {
    ...facts,
    retryable: outcome === 'none',
  });
}

function advice(outcome: 'none' | 'unknown'): string {
  return outcome === 'none'
    ? 'it took no effect and can be called again'
    : 'it may have taken effect: ask before you call it again';
}
