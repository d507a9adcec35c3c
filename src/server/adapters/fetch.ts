import { headerPairs, type RequestHandler } from '../message.ts';
import { type BodyBytes, collectBody } from './body-bytes.ts';
import { actOutInFetch, untilAborted } from './troubled-fetch.ts';

/** `fetch` onto the server in this process: same arguments, no port. A path alone is enough. */
export type ServerFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** What the `fetch` skin needs to know. */
export interface FetchSurroundings {
  readonly origin: () => string;
  /** Largest request body that is kept, in bytes. */
  readonly bodyLimit: number;
  /** Aborted when the server closes: answers that a fault keeps back end. */
  readonly closing: AbortSignal;
}

/** Makes the `fetch` skin over the core. */
export function serverFetch(handle: RequestHandler, { origin, bodyLimit, closing }: FetchSurroundings): ServerFetch {
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
    const { status, headers, trouble } = response;
    const sent = trouble
      ? await actOutInFetch({ ...response, trouble }, { caller: request.signal, closing })
      : (response.body as Uint8Array<ArrayBuffer>);
    return new Response(request.method === 'HEAD' ? null : sent, { status, headers: headerPairs(headers) });
  };
}

async function bodyOf(request: Request, limit: number): Promise<BodyBytes> {
  if (request.body === null) return { body: undefined, isTooLarge: false };
  return collectBody(request.body as unknown as AsyncIterable<unknown>, limit);
}
