import type { Random } from '../clock/clock.ts';
import type { ErrorFacts, Outcome, RepayKitError } from '../errors.ts';
import { maskAccountNumber, redactUrl } from '../redact/redact.ts';
import type { WireRow } from '../wire/operations.ts';
import { operationPath, type PathSegments, queryString } from '../wire/request-target.ts';
import type { CallLimit } from './call-limit.ts';
import type { RefusalAssumption } from './refusal-proof.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { requestIdOf } from './transport-answer.ts';
import type { UploadBody } from './upload-body.ts';

export interface RetryPace {
  readonly retries: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Everything that one call needs, and its two counters. */
export interface OutgoingCall {
  readonly callId: number;
  readonly row: WireRow;
  readonly draft: RequestDraft;
  readonly transport: Transport;
  readonly limit: CallLimit;
  readonly pace: RetryPace;
  readonly random: Random;
  readonly maxResponseBytes: number;
  readonly observer: CallObserver | undefined;
  /** Where people find help. Spec §7. */
  readonly supportContact: string | undefined;
  /** Set if the lender trusts more answers to mean that a write took no effect. */
  readonly acceptRefusals: RefusalAssumption | undefined;
  /** The lender's own function for the answers of this operation. Its result is checked. */
  readonly adapt: ((raw: unknown, body: unknown) => unknown) | undefined;
  /** Removes the client's own keys, and what is known of the payer, from the service's texts. */
  readonly mask: (text: string) => string;
  attempt: number;
  /** Attempts that may have sent something. */
  sent: number;
}

export function describeRequest(call: OutgoingCall): RequestEvent {
  const { draft } = call;
  return {
    callId: call.callId,
    operation: call.row.id,
    attempt: call.attempt,
    method: draft.method,
    url: draft.maskedUrl(),
    requestBody: draft.bodyFacts(),
  };
}

/** An attempt is sent. Nothing in it is secret or personal. */
export interface RequestEvent {
  /** Identifies a call in this process. All attempts of a call share it. */
  readonly callId: number;
  /** The operation's id, such as `getMandate`. */
  readonly operation: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: string;
  /** The URL without query values. */
  readonly url: string;
  /** The body's media type and length, never its content. Undefined without a body. */
  readonly requestBody: BodyFacts | undefined;
}

/** An answer arrived, with any status. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The response's id, if the service sent one. */
  readonly requestId: string | undefined;
  /** Milliseconds from the start of the attempt. */
  readonly elapsedMs: number;
  /** The body's media type and length, never its content. */
  readonly responseBody: BodyFacts;
}

/** Another attempt follows this one. */
export interface RetryEvent extends RequestEvent {
  /** The wait before the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** Why: `status 503`, `ECONNRESET`. */
  readonly reason: string;
}

/** The call failed. */
export interface FailureEvent extends RequestEvent {
  /** The error that the caller gets. */
  readonly error: RepayKitError;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs: number;
}

/** The facts of a body that may be logged. */
export interface BodyFacts {
  /** Media type without parameters. */
  readonly type: string;
  /** Bytes. Undefined while a stream has not ended. */
  readonly length: number | undefined;
}

/** The events of a call, by the hooks that get them. */
export interface CallEvents {
  readonly beforeRequest: RequestEvent;
  readonly afterResponse: ResponseEvent;
  readonly onRetry: RetryEvent;
  readonly onError: FailureEvent;
}

/** Observes calls. A call without an observer pays no cost. */
export type CallObserver = <Name extends keyof CallEvents>(name: Name, event: CallEvents[Name]) => void;

/** Whether the call may have taken effect. Reads have none. Only the sender of a write knows that nothing left. */
export function outcomeAfter(call: OutgoingCall, effectPossible: boolean): Outcome {
  return call.row.repeat !== 'safe' && effectPossible ? 'unknown' : 'none';
}

// A longer text, or one with blanks, is no id. A text with as many digits as an account number may be one.
const plausibleId = /^[!-~]{1,200}$/;

/** The response's id without personal data. Undefined if there is none. */
export function maskedRequestId(call: OutgoingCall, headers: TransportResponse['headers']): string | undefined {
  const requestId = requestIdOf(headers);
  if (requestId === undefined || !plausibleId.test(requestId)) return undefined;
  return call.mask(requestId).replace(/\d{10,}/g, (digits) => maskAccountNumber(digits));
}

export function callFacts(call: OutgoingCall, outcome: Outcome, response?: TransportResponse): ErrorFacts {
  const requestId = response && maskedRequestId(call, response.headers);
  return {
    operation: call.row.id,
    attempts: call.sent,
    elapsedMs: Math.round(call.limit.elapsedMs),
    outcome,
    ...(requestId !== undefined && { requestId }),
  };
}

/** Where requests go, and the headers of each. */
export interface Destination {
  readonly origin: string;
  readonly basePath: string;
  readonly segments: PathSegments;
  /** The headers of an operation, credential included. Names in lower case. */
  headersOf(row: WireRow): Readonly<Record<string, string>>;
}

interface DraftedCall {
  readonly row: WireRow;
  readonly input: object;
  readonly destination: Destination;
  readonly upload?: UploadBody | undefined;
}

/** A request to send, once or several times. */
export class RequestDraft {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly origin: string;
  readonly path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #json: string | undefined;
  readonly upload: UploadBody | undefined;

  constructor({ row, input, destination, upload }: DraftedCall) {
    const path = destination.basePath + operationPath(row, destination.segments);
    this.method = row.method;
    this.origin = destination.origin;
    this.path = row.encoding === 'query' ? path + queryString(input) : path;
    this.#headers = destination.headersOf(row);
    this.#json = row.encoding === 'json' ? JSON.stringify(input) : undefined;
    this.upload = upload;
  }

  /** Holds credentials: never print it. */
  get headers(): Readonly<Record<string, string>> {
    return this.upload ? { ...this.#headers, ...this.upload.headers } : this.#headers;
  }

  /** The body of one attempt. A stream is opened anew. */
  openBody(): string | AsyncIterable<Uint8Array> | undefined {
    return this.upload ? this.upload.open() : this.#json;
  }

  /** The body's media type and length, never its content. */
  bodyFacts(): BodyFacts | undefined {
    if (this.upload) return { type: 'multipart/form-data', length: this.upload.totalBytes };
    return this.#json === undefined ? undefined : { type: 'application/json', length: Buffer.byteLength(this.#json) };
  }

  maskedUrl(): string {
    return redactUrl(this.origin + this.path);
  }
}
