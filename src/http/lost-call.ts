import { AbortedError, AnswerError, ConnectionError, DeadlineError, type RepayKitError } from '../errors.ts';
import type { Ended, Unanswered } from './attempt.ts';
import { callFacts, outcomeAfter } from './call-facts.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import { BodyTooLongError } from './transport-answer.ts';
import { UploadSourceError } from './upload-checks.ts';

/** The error of a call that got no answer, and what its caller should do next. */
export function lostCallError(call: OutgoingCall, result: Unanswered | Ended): RepayKitError {
  return result.kind === 'ended' ? endedError(call, result) : unansweredError(call, result);
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
  if (end.kind === 'late') {
    return new DeadlineError(
      `${call.row.id} was held back: the clock moved on, or was set back, before it could leave; ${advice(outcome)}`,
      call.limit.deadlineMs,
      facts,
    );
  }
  return new DeadlineError(
    `${call.row.id} did not end within ${call.limit.deadlineMs} ms; ${advice(outcome)}`,
    call.limit.deadlineMs,
    facts,
  );
}

function unansweredError(call: OutgoingCall, { error, mayHaveLeft }: Unanswered): RepayKitError {
  const outcome = outcomeAfter(call, mayHaveLeft);
  const facts = { ...callFacts(call, outcome), cause: error };
  if (error instanceof BodyTooLongError) {
    const issue = { path: '', message: `is longer than ${error.maxBytes} bytes` };
    return new AnswerError(
      `The answer of ${call.row.id} is too long to be read`,
      { status: error.status, issues: [issue] },
      facts,
    );
  }
  const what = error instanceof UploadSourceError ? error.message : call.mask(describe(error));
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

// Codes say enough; messages of the layers below may hold addresses and more.
function describe(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as {
    readonly code?: unknown;
    readonly name?: unknown;
    readonly cause?: unknown;
  };
  if (typeof code === 'string') return code;
  if (cause !== undefined && cause !== null) return describe(cause);
  return typeof name === 'string' ? name : 'no answer';
}
