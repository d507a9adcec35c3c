import { type CallEnd, reasonOf } from './call-limit.ts';
import { describeRequest, maskedRequestId, type OutgoingCall } from './outgoing-call.ts';
import { HeldBackError, type TransportRequest, type TransportResponse, wasHeldBack } from './transport.ts';
import { mediaTypeOf } from './transport-answer.ts';

export type AttemptResult = Answered | Unanswered | Ended;

export interface Answered {
  readonly kind: 'answered';
  readonly response: TransportResponse;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  readonly error: unknown;
  /** Whether part of it may have reached the service. */
  readonly mayHaveLeft: boolean;
}

export interface Ended {
  readonly kind: 'ended';
  readonly end: CallEnd;
}

export function attempt(call: OutgoingCall): Promise<AttemptResult> {
  call.attempt += 1;
  const end: CallEnd | undefined = call.limit.end ?? (call.limit.mayLeave ? undefined : { kind: 'late' });
  if (end) return Promise.resolve({ kind: 'ended', end });
  const startedAt = call.observer ? performance.now() : 0;
  call.observer?.('beforeRequest', describeRequest(call));
  return new Promise((resolve) => {
    const request = new OutgoingRequest(call);
    const settle = (result: AttemptResult) => {
      request.isSettled = true;
      call.draft.upload?.close();
      resolve(result);
    };
    call.limit.onEnd((end) => {
      if (request.isSettled) return;
      if (mayHaveLeft(call, request)) call.sent += 1;
      settle({ kind: 'ended', end });
    });
    send(call, request).then(
      (response) => {
        if (request.isSettled) return;
        call.sent += 1;
        settle({ kind: 'answered', response });
        if (call.observer) reportResponse(call, response, startedAt);
      },
      (error: unknown) => {
        if (request.isSettled) return;
        const hasMaybeLeft =
          mayHaveLeft(call, request) && (request.hasLeft || call.transport.provesUnsent?.(error) !== true);
        if (hasMaybeLeft) call.sent += 1;
        settle(
          wasHeldBack(error)
            ? { kind: 'ended', end: { kind: 'late' } }
            : { kind: 'unanswered', error, mayHaveLeft: hasMaybeLeft },
        );
      },
    );
  });
}

// A transport of the lender may throw. An async function would cost a promise per call.
function send(call: OutgoingCall, request: OutgoingRequest): Promise<TransportResponse> {
  try {
    return Promise.resolve(call.transport.send(request));
  } catch (error) {
    return Promise.reject(error);
  }
}

// Without a transport that reports when the first byte leaves, every request counts as sent.
function mayHaveLeft({ transport }: OutgoingCall, { hasLeft }: OutgoingRequest): boolean {
  return hasLeft || transport.reportsLeaving !== true;
}

function reportResponse(call: OutgoingCall, response: TransportResponse, startedAt: number): void {
  call.observer?.('afterResponse', {
    ...describeRequest(call),
    status: response.status,
    requestId: maskedRequestId(call, response.headers),
    elapsedMs: performance.now() - startedAt,
    responseBody: { type: call.mask(mediaTypeOf(response.headers)), length: response.bodyBytes },
  });
}

// A class: an object literal with a getter costs twenty times as much to create.
class OutgoingRequest implements TransportRequest {
  readonly method: TransportRequest['method'];
  readonly origin: string;
  readonly path: string;
  readonly headers: TransportRequest['headers'];
  readonly body: TransportRequest['body'];
  readonly once: boolean;
  readonly maxResponseBytes: number;
  hasLeft = false;
  isSettled = false;
  readonly #limit: OutgoingCall['limit'];

  constructor({ draft, row, limit, maxResponseBytes }: OutgoingCall) {
    this.method = draft.method;
    this.origin = draft.origin;
    this.path = draft.path;
    this.headers = draft.headers;
    this.body = draft.openBody();
    this.once = row.repeat === 'never';
    this.maxResponseBytes = maxResponseBytes;
    this.#limit = limit;
  }

  get signal(): AbortSignal {
    return this.#limit.signal;
  }

  onEnd(listener: (reason: unknown) => void): void {
    this.#limit.onEnd((end) => listener(reasonOf(end)));
  }

  leaving(): void {
    // A request that was allowed to leave has left, whatever the clock says afterwards.
    if (!this.hasLeft && !this.#limit.mayLeave) throw new HeldBackError();
    this.hasLeft = true;
  }
}
