import { systemClock } from '../clock/clock.ts';
import {
  AnswerError,
  type FieldIssue,
  type Outcome,
  RateLimitError,
  type RepayKitError,
  ServiceError,
} from '../errors.ts';
import { isRecord, looseFields } from '../validation/checks.ts';
import { type FailureReading, readEnvelope } from '../wire/envelope.ts';
import { listIn, payloadOfRead, showsPartOfList } from '../wire/shapes/answer-forms.ts';
import { readShape, shapeIssues } from '../wire/shapes/shape-issues.ts';
import { callFacts, type OutgoingCall, outcomeAfter } from './outgoing-call.ts';
import { contradictionOfSuccess, provesNoEffect } from './refusal-proof.ts';
import type { TransportResponse } from './transport.ts';
import { contentCodingOf, mediaTypeOf, parseBody, retryAfterMs } from './transport-answer.ts';

export interface CheckedAnswer {
  readonly data: unknown;
  readonly message: string | null;
  /** The answer says that its list has more than it shows. */
  readonly isPartial: boolean;
}

/** Reads an answer: status, JSON, envelope, shape. A status of 200 alone proves nothing. */
export function readAnswer(call: OutgoingCall, response: TransportResponse): CheckedAnswer {
  if (response.status < 200 || response.status > 299) throw refusalError(call, response);
  const body = parseJson(call, response);
  const reading = call.row.isBare ? ({ kind: 'success', data: body, message: null } as const) : readEnvelope(body);
  if (reading.kind === 'failure') throw failureError(call, response, reading);
  // For an operation that is sent at most once, only the envelope proves success.
  if (reading.kind === 'foreign' && (!call.adapt || call.row.repeat === 'never'))
    throw bodyError(call, response, 'is JSON without the envelope of the service (status, message, error, data)');
  const contradiction = call.row.repeat === 'never' ? contradictionOfSuccess(response.body, body) : undefined;
  if (contradiction !== undefined) throw bodyError(call, response, `says success, and ${contradiction} says otherwise`);
  const data = payloadOf(call, body, reading.kind === 'success' ? reading.data : body);
  const isPartial = call.row.id !== 'collectionLog' && showsPartOfList(body, data, ['collections']);
  const message = reading.kind === 'success' ? reading.message : null;
  if (call.adapt) return { data: adaptAnswer(call, response, body), message, isPartial };
  const checked = readShape(call.row.output, data);
  if (checked.success) return { data: checked.data, message, isPartial };
  const readable = readableRecords(call, data);
  if (readable !== undefined) return { data: readable, message, isPartial: true };
  throw answerError(call, response, issuesOf(checked.error, 'data'));
}

// Leaves out records that cannot be read, so that one odd record does not hide all others. The list is then partial and
// proves no absence. Attempts on an instalment are never left out: the money on it is their sum.
function readableRecords({ row }: OutgoingCall, data: unknown): unknown {
  const names = namesOfRecords[row.id];
  const list = names && listIn(data, names)?.filter((entry) => readShape(row.output, [entry]).success);
  // If no log can be read, it is unknown which is the newest.
  if (!list || (row.id === 'collectionLog' && list.length === 0)) return undefined;
  const checked = readShape(row.output, list);
  return checked.success ? checked.data : undefined;
}

const namesOfRecords: Readonly<Record<string, readonly string[]>> = {
  listCollections: ['collections'],
  collectionLog: ['logs', 'collectionLogs'],
};

// For a write only `data` is trusted. Fields beside the envelope prove nothing about what was done.
function payloadOf({ row }: OutgoingCall, body: unknown, data: unknown): unknown {
  return row.repeat === 'safe' && !row.isBare ? payloadOfRead(body, data) : data;
}

function issuesOf(error: Parameters<typeof shapeIssues>[0], under: string): readonly FieldIssue[] {
  return shapeIssues(error).map(({ path, message }) => ({ path: path ? `${under}.${path}` : under, message }));
}

// The result of the lender's adapter is checked like an answer.
function adaptAnswer(call: OutgoingCall, response: TransportResponse, body: unknown): unknown {
  const name = `answers.${call.row.id}`;
  const fail = (what: string, issues: readonly FieldIssue[], cause?: unknown) =>
    brokenAnswer(call, response, { what, issues, cause });
  let made: unknown;
  try {
    made = call.adapt?.(isRecord(body) && 'data' in body ? body.data : body, body);
  } catch (error) {
    const message = `threw ${error instanceof Error ? error.constructor.name : typeof error}`;
    throw fail(`the adapter ${name} ${message}; what it threw is the cause`, [{ path: name, message }], error);
  }
  if (typeof looseFields(made).then === 'function') {
    const issues = [{ path: name, message: 'returned a promise' }];
    throw fail(`the adapter ${name} returned a promise: it has to return the answer itself`, issues);
  }
  const checked = readShape(call.row.output, made);
  const issues = checked.success ? unreadAccounts(checked.data, made, name) : issuesOf(checked.error, name);
  if (checked.success && issues.length === 0) return checked.data;
  const masked = maskIssues(call, issues);
  const list = masked.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw fail(`what the adapter ${name} returned does not fit the interface: ${list}`, masked);
}

// Discovery skips what it cannot read in the service's own answer. An adapter has no reason to leave anything out.
function unreadAccounts(read: unknown, made: unknown, name: string): readonly FieldIssue[] {
  if (name !== 'answers.discoverAccounts') return [];
  const accounts = looseFields(read).accounts;
  const isWhole = Array.isArray(accounts) && Array.isArray(made) && accounts.length === made.length;
  return isWhole
    ? []
    : [{ path: name, message: 'must be a list of accounts, each with accountNumber, bankCode and active' }];
}

// A refusal is trusted, unless the same answer also reports success of something that may have had an effect.
function failureError(call: OutgoingCall, response: TransportResponse, reading: FailureReading): RepayKitError {
  if (!reading.isContradictory || call.row.repeat === 'safe') return refusalError(call, response, reading);
  const said = reading.message ? `: ${reading.message}` : '';
  return bodyError(call, response, `says success and failure at once${said}`);
}

function parseJson(call: OutgoingCall, response: TransportResponse): unknown {
  try {
    return parseBody(response.body);
  } catch {
    const { headers, bodyBytes } = response;
    const coding = contentCodingOf(headers);
    const kind = mediaTypeOf(headers) + (coding === undefined ? '' : ` with content-encoding ${coding}`);
    const what = bodyBytes === 0 ? 'is empty' : `is not JSON (${kind}, ${bodyBytes} bytes)`;
    throw bodyError(call, response, what);
  }
}

function bodyError(call: OutgoingCall, response: TransportResponse, message: string): AnswerError {
  return answerError(call, response, [{ path: '', message }]);
}

function answerError(call: OutgoingCall, response: TransportResponse, found: readonly FieldIssue[]): AnswerError {
  const issues = maskIssues(call, found);
  const list = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return brokenAnswer(call, response, { what: `the body ${listed(list)}`, issues, cause: undefined });
}

function maskIssues({ mask }: OutgoingCall, issues: readonly FieldIssue[]): readonly FieldIssue[] {
  return issues.map(({ path, message }) => ({ path: mask(path), message: mask(message) }));
}

function brokenAnswer(
  call: OutgoingCall,
  response: TransportResponse,
  { what, issues, cause }: { readonly what: string; readonly issues: readonly FieldIssue[]; readonly cause: unknown },
): AnswerError {
  const outcome = outcomeAfter(call, true);
  const message = `${call.row.id} was answered with status ${response.status}, but ${what}${ambiguity(outcome)}`;
  return new AnswerError(
    message,
    { status: response.status, issues },
    { ...callFacts(call, outcome, response), ...(cause === undefined ? {} : { cause }) },
  );
}

function listed(list: string): string {
  return list.startsWith('data') ? `does not fit the interface: ${list}` : list;
}

/** The error for a refusal: a status outside 2xx, or a failure envelope with any status. Spec §7. */
function refusalError(call: OutgoingCall, response: TransportResponse, reading = readFailure(response.body)) {
  const { status } = response;
  const outcome = outcomeAfter(call, !provesNoEffect(response, call.acceptRefusals));
  const isPassing = status === 408 || status === 425 || status === 429 || status >= 500;
  const facts = { ...callFacts(call, outcome, response), retryable: isPassing && outcome === 'none' };
  const waitMs = retryAfterMs(response.headers, systemClock.now());
  const wait = waitMs === undefined ? '' : `; it asks to wait ${waitMs} ms`;
  const said = reading?.message ? `: ${call.mask(reading.message)}` : '';
  const doubt = ambiguity(outcome);
  const met = doubt ? 'met' : 'was refused,';
  if (status === 429)
    return new RateLimitError(`${call.row.id} ${met} too many requests${said}${wait}${doubt}`, waitMs, facts);
  const refusal = {
    status,
    ...(reading?.code !== undefined && { serviceCode: call.mask(reading.code) }),
    ...(reading?.rule !== undefined && { rule: call.mask(reading.rule) }),
    ...(reading?.fields && { fields: maskIssues(call, reading.fields) }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
  const message = `${call.row.id} ${whatHappened(status, outcome)}${said}${wait}${doubt}`;
  return withContact(new ServiceError(message, refusal, facts), call.supportContact);
}

function whatHappened(status: number, outcome: Outcome): string {
  if (status >= 300 && status < 400)
    return `was redirected with status ${status}, which is never followed so that credentials go nowhere else; check baseUrl`;
  if (outcome === 'unknown')
    return `was answered with a failure, status ${status}, which does not prove that nothing was done`;
  if (status === 401) return 'was refused with status 401; check publicKey and secretKey';
  if (status === 403)
    return 'was refused with status 403; check appId, businessId and whether the merchant is approved';
  return status < 300 ? `was refused in an answer with status ${status}` : `was refused with status ${status}`;
}

function ambiguity(outcome: Outcome): string {
  return outcome === 'unknown' ? '; it may have taken effect: ask before you call it again' : '';
}

function readFailure(body: string): FailureReading | undefined {
  try {
    const reading = readEnvelope(parseBody(body));
    return reading.kind === 'failure' ? reading : undefined;
  } catch {
    return undefined;
  }
}

// Added after masking: the lender's contact is no personal data, but would be masked.
function withContact(error: ServiceError, contact: string | undefined): ServiceError {
  if (contact === undefined) return error;
  const { message, stack } = error;
  error.message = `${message}. Help: ${contact}`;
  if (stack) error.stack = stack.replace(message, () => error.message);
  return error;
}
