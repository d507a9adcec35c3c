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

/** Everything one call needs, and its two counts. */
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
  /** Set where the lender believes more answers that a write took no effect. */
  readonly acceptRefusals: RefusalAssumption | undefined;
  /** The lender's own function for the answers of this operation; what it returns is checked. */
  readonly adapt: ((raw: unknown, body: unknown) => unknown) | undefined;
  /** Takes the client's own keys, and what is known of the payer, out of what a service said. */
  readonly mask: (text: string) => string;
  attempt: number;
  /** Attempts of which something may have been put on the wire. */
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

/** An attempt goes out. Nothing in it is secret or personal. */
export interface RequestEvent {
  /** Identifies a call in this process; all attempts of a call share it. */
  readonly callId: number;
  /** The operation's id, such as `getMandate`. */
  readonly operation: string;
  /** Counts the attempts of the call from 1. */
  readonly attempt: number;
  /** The HTTP method. */
  readonly method: string;
  /** The address without query values. */
  readonly url: string;
  /** The body's media type and length, never its content; undefined without a body. */
  readonly requestBody: BodyFacts | undefined;
}

/** An answer came, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The id that the service gave its answer, when it gave one. */
  readonly requestId: string | undefined;
  /** Milliseconds from the start of the attempt. */
  readonly elapsedMs: number;
  /** The body's media type and length, never its content. */
  readonly responseBody: BodyFacts;
}

/** The attempt will be followed by another one. */
export interface RetryEvent extends RequestEvent {
  /** How long the call waits before the next attempt. */
  readonly delayMs: number;
  /** Why: `status 503`, `ECONNRESET`. */
  readonly reason: string;
}

/** The call ends with an error. */
export interface FailureEvent extends RequestEvent {
  /** What the caller gets. */
  readonly error: RepayKitError;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs: number;
}

/** What may be reported about a body. */
export interface BodyFacts {
  /** Media type without parameters. */
  readonly type: string;
  /** Bytes; undefined while a stream has not ended. */
  readonly length: number | undefined;
}

/** Gets how calls go; a call without an observer pays nothing for it. */
export interface CallObserver {
  requestStarted(event: RequestEvent): void;
  responseReceived(event: ResponseEvent): void;
  retryPlanned(event: RetryEvent): void;
  callFailed(event: FailureEvent): void;
}

/** May the call have taken effect? A read has none; of a write only its sender may say that nothing left. */
export function outcomeAfter(call: OutgoingCall, effectPossible: boolean): Outcome {
  return call.row.repeat !== 'safe' && effectPossible ? 'unknown' : 'none';
}

// Longer ones, or with blanks, are no ids. As many digits as an account number has may be one.
const plausibleId = /^[!-~]{1,200}$/;

/** The id that the service gave its answer, without anything personal; undefined where there is none. */
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

/** Where requests go and what each carries. */
export interface Destination {
  readonly origin: string;
  readonly basePath: string;
  readonly segments: PathSegments;
  /** The headers of an operation, credential included; names in lower case. */
  headersOf(row: WireRow): Readonly<Record<string, string>>;
}

interface DraftedCall {
  readonly row: WireRow;
  readonly input: object;
  readonly destination: Destination;
  readonly upload?: UploadBody | undefined;
}

/** A request as it will be sent, once or several times. */
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

  /** The body of one attempt; a stream is opened anew. */
  openBody(): string | AsyncIterable<Uint8Array> | undefined {
    return this.upload ? this.upload.open() : this.#json;
  }

  /** The body's type and length, never its content. */
  bodyFacts(): BodyFacts | undefined {
    if (this.upload) return { type: 'multipart/form-data', length: this.upload.totalBytes };
    return this.#json === undefined ? undefined : { type: 'application/json', length: Buffer.byteLength(this.#json) };
  }

  maskedUrl(): string {
    return redactUrl(this.origin + this.path);
  }
}
