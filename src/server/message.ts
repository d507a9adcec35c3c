/** Headers of a request: names in lower case, as `node:http` gives them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as the core takes it, whichever adapter it came through. Plain data: Web objects cost four times as much at the socket. */
export interface ServerRequest {
  /** In upper case. */
  readonly method: string;
  /** The path alone, still percent-encoded, without the query. */
  readonly path: string;
  /** What stood after `?`, without it; empty if nothing. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The body, as bytes or as the text they stand for; undefined if there was none or it was larger than the limit. */
  readonly body: Uint8Array | string | undefined;
  /** The body was larger than the limit and was not kept. */
  readonly isTooLarge: boolean;
}

/** An answer as the core gives it. */
export interface ServerResponse {
  readonly status: number;
  /** Name, value, name, value, …; names in lower case. A flat list goes to the socket as it is. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** The fault on its way; each adapter acts it out. */
  readonly effect?: AnswerEffect;
}

/**
 * A fault of an answer on its way. `latency`: it leaves later. `reset`: the connection breaks before its first byte. `timeout`: it never comes.
 * `slow-body`: the headers come at once, the body in pieces. Milliseconds are real ones.
 */
export type AnswerEffect =
  | { readonly kind: 'latency'; readonly delayMs: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'slow-body'; readonly pieceDelayMs: number };

/** An answer with a fault on its way. */
export type FaultyResponse = ServerResponse & { readonly effect: AnswerEffect };

/** The core: takes a request, gives an answer; only clock moves, deliveries and uploads make it asynchronous. */
export type RequestHandler = (request: ServerRequest) => ServerResponse | Promise<ServerResponse>;

/** One header's value; the first if it came several times. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** The pairs of a flat header list. */
export function headerPairs(headers: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] as string,
    headers[2 * index + 1] as string,
  ]);
}

/** Splits a request target into path and query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
