import { systemClock } from '../../clock/clock.ts';
import {
  type FaultyResponse,
  type RequestHandler,
  type ServerRequest,
  type ServerResponse,
  splitTarget,
} from '../message.ts';
import { type BodyBytes, bodyFrom, collectBody, piecesOf } from './bodies.ts';
import { type DispatchHandler, Exchange, undiciError } from './dispatch-exchange.ts';

/** The used options of a request that undici passes to a dispatcher. */
export interface DispatchRequest {
  /** With the query, unless it is in `query`. */
  readonly path: string;
  /** The HTTP method. */
  readonly method: string;
  /** In any form that undici accepts. */
  readonly headers?: unknown;
  /** Text, bytes, or a stream. */
  readonly body?: unknown;
  /** Added to the path. */
  readonly query?: Readonly<Record<string, unknown>> | null;
  /** Milliseconds to wait for the answer. 0 waits without a limit. */
  readonly headersTimeout?: number | null;
  /** Milliseconds to wait for each piece of the body. 0 waits without a limit. */
  readonly bodyTimeout?: number | null;
}

/** Replaces an undici `Dispatcher`: undici and this package's client then reach the server without a port. */
export interface ServerDispatcher {
  /** Serves a request like one over a connection. */
  dispatch(request: DispatchRequest, handler: DispatchHandler): boolean;
  /** Refuses later requests, and ends answers that a fault delays. The server itself stays open. */
  close(): Promise<void>;
  /** The same as `close`. */
  destroy(): Promise<void>;
}

/** Does not load undici, because importing undici replaces the process's global dispatcher. */
export function serverDispatcher(handle: RequestHandler, bodyLimit: number): ServerDispatcher {
  let isClosed = false;
  // Exchanges with a faulted answer. It may never come, so closing does not wait for it.
  const faulty = new Set<Exchange>();
  const close = async () => {
    isClosed = true;
    for (const exchange of faulty) exchange.fail(undiciError('destroyed'));
  };
  return {
    dispatch(request, handler) {
      const exchange = new Exchange(handler);
      // As with a socket, nothing happens before `dispatch` returns.
      queueMicrotask(() => {
        if (isClosed) exchange.fail(undiciError('destroyed'));
        else if (exchange.start()) answer(request, exchange, { handle, bodyLimit, faulty });
      });
      return true;
    },
    close,
    destroy: close,
  };
}

interface Answering {
  readonly handle: RequestHandler;
  readonly bodyLimit: number;
  readonly faulty: Set<Exchange>;
}

// Most bodies and answers are available at once, and need no waiting.
function answer(request: DispatchRequest, exchange: Exchange, { handle, bodyLimit, faulty }: Answering): void {
  try {
    const headers = headersOf(request.headers);
    const body = presentBody(request.body, bodyLimit);
    const response = body
      ? handle(requestOf(request, headers, body))
      : writtenBody(request.body, headers, bodyLimit).then((written) =>
          exchange.isOver ? undefined : handle(requestOf(request, headers, written)),
        );
    if (response instanceof Promise || response.effect) void answerLater(request, exchange, { response, faulty });
    else exchange.respond(response, request.method === 'HEAD');
  } catch (error) {
    exchange.fail(error);
  }
}

interface LateAnswer extends Pick<Answering, 'faulty'> {
  /** Undefined if the exchange ended before its body was read. */
  readonly response: ServerResponse | Promise<ServerResponse | undefined>;
}

async function answerLater(
  request: DispatchRequest,
  exchange: Exchange,
  { response, faulty }: LateAnswer,
): Promise<void> {
  try {
    exchange.expectWithin(request.headersTimeout);
    const settled = await response;
    if (!settled) return;
    const { effect } = settled;
    if (effect === undefined) {
      exchange.respond(settled, request.method === 'HEAD');
      return;
    }
    faulty.add(exchange);
    await actOutOnExchange(exchange, { ...settled, effect }, request);
  } catch (error) {
    exchange.fail(error);
  } finally {
    faulty.delete(exchange);
  }
}

type Headers = Record<string, string | readonly string[]>;

function requestOf(request: DispatchRequest, headers: Headers, { body, isTooLarge }: BodyBytes): ServerRequest {
  const { path, query } = splitTarget(request.path);
  return { method: request.method, path, query: queryOf(query, request.query), headers, body, isTooLarge };
}

function queryOf(written: string, extra: DispatchRequest['query']): string {
  if (!extra) return written;
  const pairs = Object.entries(extra).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  );
  return [written, new URLSearchParams(pairs).toString()].filter(Boolean).join('&');
}

// undici accepts a flat list, pairs, an iterable of pairs, or an object.
function headersOf(given: unknown): Headers {
  const headers: Headers = {};
  for (const [name, value] of headerPairs(given)) {
    if (value !== undefined && value !== null)
      headers[String(name).toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return headers;
}

function headerPairs(given: unknown): Iterable<readonly [unknown, unknown]> {
  if (given === null || given === undefined) return [];
  if (Array.isArray(given) && !Array.isArray(given[0])) {
    return Array.from({ length: given.length / 2 }, (_, index) => [given[2 * index], given[2 * index + 1]] as const);
  }
  return Symbol.iterator in Object(given) ? (given as Iterable<readonly [unknown, unknown]>) : Object.entries(given);
}

function presentBody(body: unknown, limit: number): BodyBytes | undefined {
  if (body === null || body === undefined) return { body: undefined, isTooLarge: false };
  return typeof body === 'string' || body instanceof Uint8Array ? bodyFrom(body, limit) : undefined;
}

async function writtenBody(body: unknown, headers: Headers, limit: number): Promise<BodyBytes> {
  if (Symbol.asyncIterator in Object(body)) return collectBody(body as AsyncIterable<Uint8Array>, limit);
  // `Response` serializes FormData, Blob and similar bodies.
  const written = new Response(body as FormData);
  const contentType = written.headers.get('content-type');
  if (contentType !== null) headers['content-type'] ??= contentType;
  return bodyFrom(new Uint8Array(await written.arrayBuffer()), limit);
}

/** Applies the fault of an answer to an exchange. Resolves when the exchange is over. */
async function actOutOnExchange(
  exchange: Exchange,
  response: FaultyResponse,
  { headersTimeout, bodyTimeout }: DispatchRequest,
): Promise<void> {
  const { effect } = response;
  if (exchange.isOver) return;
  try {
    switch (effect.kind) {
      case 'reset':
        exchange.fail(undiciError('socket'));
        return;
      case 'timeout':
        exchange.expectWithin(headersTimeout);
        await exchange.ended;
        return;
      case 'latency':
        exchange.expectWithin(headersTimeout);
        await systemClock.sleep(effect.delayMs, exchange.signal);
        exchange.respond(response, false);
        return;
      case 'slow-body':
      case 'stream': {
        const pieces = piecesOf(response, exchange.signal);
        exchange.begin(response.status, response.headers);
        if (pieces) await dripOnto(exchange, pieces, bodyTimeout);
      }
    }
  } catch (error) {
    // The exchange is over, so the error of the wait needs no report.
    if (!exchange.isOver) throw error;
  }
}

async function dripOnto(
  exchange: Exchange,
  pieces: AsyncGenerator<Uint8Array>,
  bodyTimeout: DispatchRequest['bodyTimeout'],
): Promise<void> {
  while (!exchange.isOver) {
    exchange.expectPieceWithin(bodyTimeout);
    const { value, done } = await pieces.next();
    if (done) break;
    exchange.add(value);
  }
  exchange.finish();
}
