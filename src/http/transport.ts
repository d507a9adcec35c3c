import { looseFields } from '../validation/checks.ts';

/** One attempt to send: what goes out, and how it may be ended. */
export interface TransportRequest {
  /** The HTTP method of the row. */
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** Path with query, beginning with `/`. */
  readonly path: string;
  /** Names in lower case. Holds credentials: never print it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a stream that can be read once; undefined sends none. */
  readonly body: string | AsyncIterable<Uint8Array> | undefined;
  /** May reach the wire at most once: use a connection of its own, and send nothing again. */
  readonly once: boolean;
  /** Refuse an answer whose body is longer than this. */
  readonly maxResponseBytes: number;
  /** Aborted when the call ends early. Made when first asked for, because it costs. */
  readonly signal: AbortSignal;
  /** The same without the cost of a signal: the listener is called once, at the latest when it is set. */
  onEnd(listener: (reason: unknown) => void): void;
  /**
   * Call it right before the first byte may leave; believed only of a transport that declares `reportsLeaving`.
   * @throws where it is too late to send: send nothing, and reject with what it throws
   */
  leaving(): void;
}

/** The whole answer of one attempt. Redirects are answers like any other: a transport follows none. */
export interface TransportResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body: string;
  /** The body's length in bytes. */
  readonly bodyBytes: number;
}

/** How requests travel. Two ship: `undiciTransport` and `fetchTransport`. */
export interface Transport {
  /**
   * True if it calls `request.leaving()` before the first byte of every request; without it every failed request counts
   * as sent, unless `provesUnsent` says otherwise.
   */
  readonly reportsLeaving?: boolean;
  /** Does this error prove that nothing left? Asked only where `leaving()` was not called. */
  provesUnsent?(error: unknown): boolean;
  /** Resolves with any answer, whatever its status; rejects when there is none. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Frees the connections it made itself, after the requests under way have ended. */
  close(): Promise<void>;
}

/** Thrown where the first byte of a request is about to leave, when it is too late for that. */
export class HeldBackError extends Error {
  override readonly name = 'HeldBackError';
  readonly code = 'REPAYKIT_HELD_BACK';

  constructor() {
    super('The request was held back: the clock is outside of the time in which it may leave.');
  }
}

/** Is this why a transport failed? `fetch` wraps what its body threw. */
export function wasHeldBack(error: unknown): boolean {
  for (let each = error, depth = 0; depth < 4; each = looseFields(each).cause, depth += 1)
    if (each instanceof HeldBackError) return true;
  return false;
}

/** Someone below, such as a retrying dispatcher, wanted to send a body a second time. */
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
  /** Bytes; undefined for a stream, whose headers give its length if it is known. */
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

/** A transport for a second client to use: closing that client leaves the connections to the one who lent them. */
export function lentTransport(transport: Transport): Transport {
  return {
    ...(transport.reportsLeaving === undefined ? {} : { reportsLeaving: transport.reportsLeaving }),
    provesUnsent: (error) => transport.provesUnsent?.(error) ?? false,
    send: (request) => transport.send(request),
    close: async () => {},
  };
}
