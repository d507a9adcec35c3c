import buffer from 'node:buffer';
import { readJsonText } from '../wire/json-text.ts';
import { type Answer, refuse } from './answer.ts';

/** Headers of a request: names in lower case, as `node:http` gives them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request to the core, the same for all adapters. Plain data: Web objects cost four times as much at the socket. */
export interface ServerRequest {
  /** In upper case. */
  readonly method: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  /** Without the `?`; empty if there is no query. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** As bytes or as decoded text; undefined if there was no body or it exceeded the limit. */
  readonly body: Uint8Array | string | undefined;
  /** The body exceeded the limit and was not kept. */
  readonly isTooLarge: boolean;
}

/** An answer of the core. */
export interface ServerResponse {
  readonly status: number;
  /** Name, value, name, value, …; names in lower case. A flat list can go to the socket without conversion. */
  readonly headers: readonly string[];
  /** The text of a JSON answer, or the bytes of a file. */
  readonly body: string | Uint8Array;
  /** A fault in transit, or a body in pieces. Each adapter performs it. */
  readonly effect?: AnswerEffect;
}

/**
 * A fault in transit. `latency`: the answer leaves later. `reset`: the connection breaks before the first byte.
 * `timeout`: no answer is sent. `slow-body`: the headers come at once, the body in pieces. Milliseconds of real time.
 * `stream` is no fault: the pieces are the body, until they or the exchange end.
 */
export type AnswerEffect =
  | { readonly kind: 'latency'; readonly delayMs: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'slow-body'; readonly pieceDelayMs: number }
  | { readonly kind: 'stream'; readonly pieces: (ended: AbortSignal) => AsyncGenerator<Uint8Array> };

export type FaultyResponse = ServerResponse & { readonly effect: AnswerEffect };

/** The core as a function. It is asynchronous only for clock moves, deliveries and uploads. */
export type RequestHandler = (request: ServerRequest) => ServerResponse | Promise<ServerResponse>;

/** The value of a header; the first if there are several. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

export function headerPairs(headers: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] as string,
    headers[2 * index + 1] as string,
  ]);
}

export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Reads a JSON body. Invalid JSON, invalid UTF-8 and deep nesting are refused, without quoting the body. */
export function readJsonBody(body: ServerRequest['body']): Answer<unknown> {
  const reading = readJsonText(body === undefined ? '' : asciiText(body));
  if (reading.ok) return { ok: true, data: reading.value };
  return refuse({
    status: 400,
    code: 'body_malformed',
    message: `${reading.problem.replace(/^t/, 'T')}: send a JSON object in UTF-8.`,
  });
}

export function bodyLength(body: ServerRequest['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}

// Most bodies are plain ASCII, which decodes five times as fast.
function asciiText(body: Uint8Array | string): Uint8Array | string {
  return Buffer.isBuffer(body) && buffer.isAscii(body) ? body.toString('latin1') : body;
}
