import { type BodyBytes, collectBody } from './body-bytes.ts';
import { headerPairs, type RequestHandler } from './message.ts';

/** `fetch` onto the server in this process: same arguments, no port. A path alone is enough. */
export type ServerFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Makes the `fetch` skin over the core. */
export function serverFetch(handle: RequestHandler, { origin, bodyLimit }: { readonly origin: () => string; readonly bodyLimit: number }): ServerFetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(typeof input === 'string' ? new URL(input, origin()) : input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const response = await handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      ...(await bodyOf(request, bodyLimit)),
    });
    request.signal.throwIfAborted();
    const body = request.method === 'HEAD' ? null : (response.body as Uint8Array<ArrayBuffer>);
    return new Response(body, { status: response.status, headers: headerPairs(response.headers) });
  };
}

async function bodyOf(request: Request, limit: number): Promise<BodyBytes> {
  if (request.body === null) return { body: undefined, isTooLarge: false };
  return collectBody(request.body as unknown as AsyncIterable<unknown>, limit);
}
