import type { RepayKitError } from '../errors.ts';

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
