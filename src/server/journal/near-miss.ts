/** One thing that was nearly right about a request. Values that were sent do not appear, only what they look like. */
export interface Hint {
  readonly kind: 'route' | 'method' | 'key' | 'body' | 'merchant' | 'field' | 'unknown-field';
  /** The path of a field, the name of a header, or `path`, `method`, `body`. */
  readonly where: string;
  /** What came, as kind and length: `text of 10 characters`. */
  readonly sent: string;
  /** What belongs there. */
  readonly expected: string;
  /** How to fix it, as a sentence; null where `expected` says all. */
  readonly suggestion: string | null;
}

/** A hint with the request that it is about. */
export interface NearMiss extends Hint {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
  /** Null for a path that leads nowhere. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** Masked. */
  readonly path: string;
  /** The HTTP status of the answer; 200 for a request that was taken although fields of it were overlooked. */
  readonly status: number;
}
