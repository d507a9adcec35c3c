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
  /** This request may reach the wire at most once: use a connection of its own, send nothing again, whatever happens. */
  readonly once: boolean;
  /** Refuse an answer whose body is longer than this. */
  readonly maxResponseBytes: number;
  /** Aborted when the call ends early: its deadline passed or its caller gave up. Made when first asked for, because it costs. */
  readonly signal: AbortSignal;
  /** The same without the cost of a signal: the listener is called once, at the latest when it is set. */
  onEnd(listener: (reason: unknown) => void): void;
  /**
   * Call it right before the first byte may leave; only a transport that declares `reportsLeaving` is believed when it has not.
   * @throws where it is too late to send, because the clock moved on while the request waited: send nothing, and reject with what it throws
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
  /** True if it calls `request.leaving()` before the first byte of every request; without it every failed request counts as sent, unless `provesUnsent` says otherwise. */
  readonly reportsLeaving?: boolean;
  /** Does this error of `send` prove that no connection was made, so that nothing left? Asked only where `leaving()` was not called. */
  provesUnsent?(error: unknown): boolean;
  /** Resolves with any answer, whatever its status; rejects when there is none. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Frees the connections it made itself, after the requests under way have ended. */
  close(): Promise<void>;
}
