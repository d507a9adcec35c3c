import { systemClock } from '../../clock/clock.ts';
import { type FaultyResponse, headerPairs, type RequestHandler } from '../message.ts';
import { type BodyBytes, collectBody, piecesOf } from './bodies.ts';
import { undiciError } from './dispatch-exchange.ts';

/** `fetch` to the server in this process: the same arguments, without a port. A path alone is enough. */
export type ServerFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

export interface FetchContext {
  readonly origin: () => string;
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** Aborts when the server closes. It ends answers that a fault delays. */
  readonly closing: () => AbortSignal;
}

export function serverFetch(handle: RequestHandler, { origin, bodyLimit, closing }: FetchContext): ServerFetch {
  return async (input, init) => {
    const request =
      input instanceof Request && init === undefined
        ? input
        : new Request(typeof input === 'string' ? new URL(input, origin()) : input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const answered = handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      ...(await bodyOf(request, bodyLimit)),
    });
    const response = answered instanceof Promise ? await untilAborted(answered, request.signal) : answered;
    request.signal.throwIfAborted();
    const { status, headers, effect } = response;
    const sent = effect
      ? await actOutInFetch({ ...response, effect }, { caller: request.signal, closing: closing() })
      : (response.body as string | Uint8Array<ArrayBuffer>);
    return new Response(request.method === 'HEAD' ? null : sent, { status, headers: headerPairs(headers) });
  };
}

async function bodyOf(request: Request, limit: number): Promise<BodyBytes> {
  if (request.body === null) return { body: undefined, isTooLarge: false };
  return collectBody(request.body as unknown as AsyncIterable<Uint8Array>, limit);
}

/** Applies the fault of an answer: rejects like `fetch`, or returns the body. */
async function actOutInFetch(
  response: FaultyResponse,
  { caller, closing }: { readonly caller: AbortSignal; readonly closing: AbortSignal },
): Promise<string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const { effect, body } = response;
  if (effect.kind === 'reset') throw fetchFailed(undiciError('socket'));
  const ended = AbortSignal.any([caller, closing]);
  const unwanted = new AbortController();
  const pieces = piecesOf(response, AbortSignal.any([ended, unwanted.signal]));
  if (pieces) return streamOf(pieces, () => unwanted.abort());
  try {
    if (effect.kind === 'timeout') await untilAborted(new Promise<never>(() => undefined), ended);
    else if (effect.kind === 'latency') await systemClock.sleep(effect.delayMs, ended);
  } catch (error) {
    throw caller.aborted ? error : fetchFailed(undiciError('destroyed'));
  }
  return body as string | Uint8Array<ArrayBuffer>;
}

/** Returns the result of the work, or rejects with the reason of a signal that aborts first. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function fetchFailed(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause });
}

function streamOf(pieces: AsyncGenerator<Uint8Array>, cancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    // A rejection of the wait errors the stream.
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel,
  });
}
