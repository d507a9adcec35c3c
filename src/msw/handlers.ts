import { ConfigurationError } from '../errors.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import { type FoundMsw, found } from './msw-module.ts';

/** Where the mocked service is. */
export interface RepaykitHandlersOptions {
  /** The base URL that the code under test calls, maybe with a path before `/v1`. Default: the server's own `url`. */
  readonly baseUrl?: string;
}

/**
 * One msw handler that gives every request under a base URL to a reference server:
 * `setupServer(...repaykitHandlers(server, { baseUrl }))`. msw sees `fetch` and `node:http`, not undici, so a client of
 * this package takes `transport: fetchTransport()`. Keys choose the world, as everywhere.
 * @throws ConfigurationError when msw is not installed, or the base URL is none
 */
export function repaykitHandlers(
  server: Pick<ReferenceServer, 'fetch' | 'url'>,
  { baseUrl = server.url }: RepaykitHandlersOptions = {},
): MswHandler[] {
  const base = readBase(baseUrl);
  const isUnderBase = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[/?#]|$)`, 'i');
  // One handler for all: msw tries all of its handlers for every request.
  return [loadMsw().http.all(isUnderBase, ({ request }) => answer(server, request, request.url.slice(base.length)))];
}

async function answer(
  server: Pick<ReferenceServer, 'fetch' | 'url'>,
  request: Request,
  path: string,
): Promise<Response> {
  const { method, headers, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  try {
    return await server.fetch(new URL(path.startsWith('/') ? path : `/${path}`, server.url), {
      method,
      headers,
      signal,
      body,
    });
  } catch {
    // A lost connection, as faults make it: msw lets the caller's fetch fail.
    return Response.error();
  }
}

function readBase(baseUrl: string): string {
  const parsed = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash)
    return parsed.href.replace(/\/+$/, '');
  throw new ConfigurationError('repaykitHandlers', [
    { path: 'baseUrl', message: 'must be an absolute http: or https: URL without query' },
  ]);
}

/**
 * An msw request handler; it goes wherever msw takes one. Its type is every type at once: msw's own classes can only be
 * named by importing declarations that need the types of a browser.
 */
export type MswHandler = never;

/** What is used of msw. */
interface Msw {
  readonly http: { all(url: RegExp, resolve: (call: { readonly request: Request }) => Promise<Response>): MswHandler };
}

/** The optional peer. @throws ConfigurationError with the install command, if it is not there or too old */
export function loadMsw(result: FoundMsw = found): Msw {
  if ('cause' in result) {
    if (!isMissing(result.cause)) throw result.cause;
    throw new ConfigurationError(
      'repaykit/msw',
      [{ path: 'msw', message: 'is not installed: npm install --save-dev msw@2' }],
      { cause: result.cause },
    );
  }
  const msw = result.msw as Partial<Msw>;
  if (typeof msw.http?.all === 'function') return msw as Msw;
  throw new ConfigurationError('repaykit/msw', [
    { path: 'msw', message: 'is older than version 2: npm install --save-dev msw@2' },
  ]);
}

// `import` and `require` name it differently; a package that msw itself misses is msw's failure.
function isMissing(cause: unknown): boolean {
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause);
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
    /^Cannot find (package|module) 'msw'/.test(String(message))
  );
}
