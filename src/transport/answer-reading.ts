import { AnswerError, type FieldIssue, type RepayKitError } from '../errors.ts';
import { type FailureReading, readEnvelope } from '../wire/envelope.ts';
import { shapeIssues } from '../wire/shape-issues.ts';
import { callFacts, outcomeAfter } from './call-facts.ts';
import type { OutgoingCall } from './outgoing-call.ts';
import { refusalError } from './refusal.ts';
import type { TransportResponse } from './transport.ts';
import { contentCodingOf, mediaTypeOf, parseBody } from './transport-answer.ts';

/** The payload of a checked answer and the envelope's message. */
export interface CheckedAnswer {
  readonly data: unknown;
  readonly message: string | null;
}

/**
 * Reads an answer: status, JSON, envelope, shape. A 200 proves nothing by itself.
 * @throws ServiceError | RateLimitError when it refuses; AnswerError when it is not what the interface promises.
 */
export function readAnswer(call: OutgoingCall, response: TransportResponse): CheckedAnswer {
  if (response.status < 200 || response.status > 299) throw refusalError(call, response);
  const body = parseJson(call, response);
  const reading = call.row.isBare ? ({ kind: 'success', data: body, message: null } as const) : readEnvelope(body);
  if (reading.kind === 'failure') throw failureError(call, response, reading);
  if (reading.kind === 'foreign')
    throw answerError(call, response, [{ path: '', message: 'is JSON without the envelope of the service (status, message, error, data)' }]);
  const checked = call.row.output.safeParse(reading.data);
  if (checked.success) return { data: checked.data, message: reading.message };
  throw answerError(
    call,
    response,
    shapeIssues(checked.error).map(({ path, message }) => ({ path: path ? `data.${path}` : 'data', message })),
  );
}

// A refusal is believed unless the same answer also says success of something that may have had an effect.
function failureError(call: OutgoingCall, response: TransportResponse, reading: FailureReading): RepayKitError {
  if (!reading.isContradictory || call.row.repeat === 'safe') return refusalError(call, response, reading);
  const said = reading.message ? `: ${reading.message}` : '';
  return answerError(call, response, [{ path: '', message: `says success and failure at once${said}` }]);
}

function parseJson(call: OutgoingCall, response: TransportResponse): unknown {
  try {
    return parseBody(response.body);
  } catch {
    const coding = contentCodingOf(response.headers);
    const kind = coding === undefined ? mediaTypeOf(response.headers) : `${mediaTypeOf(response.headers)} with content-encoding ${coding}`;
    const what = response.bodyBytes === 0 ? 'is empty' : `is not JSON (${kind}, ${response.bodyBytes} bytes)`;
    throw answerError(call, response, [{ path: '', message: what }]);
  }
}

function answerError(call: OutgoingCall, response: TransportResponse, found: readonly FieldIssue[]): AnswerError {
  const outcome = outcomeAfter(call, true);
  const issues = found.map(({ path, message }) => ({ path: call.mask(path), message: call.mask(message) }));
  const list = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  const hint = outcome === 'unknown' ? '; it may have taken effect: ask before you call it again' : '';
  return new AnswerError(
    `${call.row.id} was answered with status ${response.status}, but the body ${listed(list)}${hint}`,
    { status: response.status, issues },
    callFacts(call, outcome, response),
  );
}

function listed(list: string): string {
  return list.startsWith('data') ? `does not fit the interface: ${list}` : list;
}
