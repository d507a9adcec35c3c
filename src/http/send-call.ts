import { InputError } from '../errors.ts';
import { type CheckedAnswer, readAnswer } from './answer-reading.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import { callFacts } from './call-facts.ts';
import { lostCallError } from './lost-call.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import { mayTryAgain, retry } from './retry.ts';
import type { TransportResponse } from './transport.ts';
import type { UploadBody } from './upload-body.ts';
import { UploadSourceError } from './upload-checks.ts';

/** A call's checked answer and the response it came in. */
export interface CallAnswer extends CheckedAnswer {
  readonly response: TransportResponse;
}

/**
 * Sends one operation as its row allows and gives its checked answer.
 * @throws InputError (a file that cannot be sent) | ConnectionError | DeadlineError | AbortedError | RateLimitError | ServiceError | AnswerError
 */
export async function sendCall(call: OutgoingCall): Promise<CallAnswer> {
  try {
    // What was ended before it began leaves its source alone.
    if (call.draft.upload && !call.limit.end) await prepareUpload(call, call.draft.upload);
    const first = await attempt(call);
    return finish(call, mayTryAgain(call, first) ? await retry(call, first) : first);
  } finally {
    call.draft.upload?.release();
    call.limit.close();
  }
}

function finish(call: OutgoingCall, result: AttemptResult): CallAnswer {
  if (result.kind !== 'answered') throw lostCallError(call, result);
  return { ...readAnswer(call, result.response), response: result.response };
}

// A source that stalls while it is looked at must not outlast the deadline; an ended call is told by its first attempt.
async function prepareUpload(call: OutgoingCall, upload: UploadBody): Promise<void> {
  const ended = new Promise<void>((resolve) => call.limit.onEnd(() => resolve()));
  try {
    await Promise.race([upload.prepare(), ended]);
  } catch (error) {
    if (!(error instanceof UploadSourceError)) throw error;
    throw new InputError(
      `The input of ${call.row.id} is not right`,
      [{ path: 'statement', message: error.message }],
      callFacts(call, 'none'),
    );
  }
}
