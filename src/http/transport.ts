import { looseFields } from '../validation/checks.ts';

/** One attempt to send, and how to end it. */
export interface TransportRequest {
  /** The HTTP method of the row. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** Path and query, starting with `/`. */
  readonly path: string;
  /** Header names in lower case. Holds credentials: never print it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a stream that can be read once. Undefined sends no body. */
  readonly body: string | AsyncIterable<Uint8Array> | undefined;
  /** The request may reach the wire at most once: use a separate connection, and never send it again. */
  readonly once: boolean;
  /** Refuse an answer with a longer body. */
  readonly maxResponseBytes: number;
  /** Aborted when the call ends early. Created on first use, because it is costly. */
  readonly signal: AbortSignal;
  /** Like `signal` without its cost: calls the listener once when the call ends, or at once if it has ended. */
  onEnd(listener: (reason: unknown) => void): void;
  /**
   * Call it right before the first byte may leave. Used only for a transport that declares `reportsLeaving`.
   * @throws when it is too late to send: send nothing, and reject with this error
   */
  leaving(): void;
}

/** The whole answer of one attempt. A transport follows no redirects and returns them like any other answer. */
export interface TransportResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
  /** The body's length in bytes. */
  readonly bodyBytes: number;
}

/** Sends requests. The package has two: `undiciTransport` and `fetchTransport`. */
export interface Transport {
  /**
   * True if it calls `request.leaving()` before the first byte of every request. Without it, every failed request
   * counts as sent, unless `provesUnsent` says otherwise.
   */
  readonly reportsLeaving?: boolean;
  /** Whether this error proves that nothing left. Called only if `leaving()` was not called. */
  provesUnsent?(error: unknown): boolean;
  /** Resolves with any answer, whatever its status. Rejects if there is none. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Waits for the requests in progress, then frees the connections that it opened. */
  close(): Promise<void>;
}

/** Thrown right before the first byte of a request, when it is too late to send. */
export class HeldBackError extends Error {
  override readonly name = 'HeldBackError';
  readonly code = 'REPAYKIT_HELD_BACK';

  constructor() {
    super('The request was held back: the clock is outside of the time in which it may leave.');
  }
}

/** Whether the transport failed for this reason. `fetch` wraps errors of the body. */
export function wasHeldBack(error: unknown): boolean {
  for (let each = error, depth = 0; depth < 4; each = looseFields(each).cause, depth += 1)
    if (each instanceof HeldBackError) return true;
  return false;
}

/** A lower layer, such as a retrying dispatcher, tried to send a body a second time. */
class BodyReadAgainError extends Error {
  override readonly name = 'BodyReadAgainError';
  readonly code = 'REPAYKIT_BODY_READ_AGAIN';

  constructor() {
    super('The body was read once already and is never sent a second time.');
  }
}

/** The body of a request that may reach the wire once. */
export class ReadOnceBody implements AsyncIterable<Uint8Array> {
  readonly #chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly #onRead: () => void;
  /** Bytes. Undefined for a stream: its headers give the length, if it is known. */
  readonly length: number | undefined;
  #isRead = false;

  constructor(body: string | AsyncIterable<Uint8Array>, onRead: () => void) {
    const chunks = typeof body === 'string' ? [new TextEncoder().encode(body)] : body;
    this.#chunks = chunks;
    this.length = Array.isArray(chunks) ? chunks[0]?.byteLength : undefined;
    this.#onRead = onRead;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#isRead) throw new BodyReadAgainError();
    this.#onRead();
    this.#isRead = true;
    yield* this.#chunks;
  }
}

/** A transport for a second client. When that client closes, the connections stay open for their owner. */
export function lentTransport(transport: Transport): Transport {
  return {
    ...(transport.reportsLeaving === undefined ? {} : { reportsLeaving: transport.reportsLeaving }),
    provesUnsent: (error) => transport.provesUnsent?.(error) ?? false,
    send: (request) => transport.send(request),
    close: async () => {},
  };
}
