import { ConfigurationError } from '../errors.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import { type FoundMsw, found } from './msw-module.ts';

/** Options of `repaykitHandlers`. */
export interface RepaykitHandlersOptions {
  /** The base URL that the code under test calls. It may have a path before `/v1`. Default: the `url` of the server. */
  readonly baseUrl?: string;
}

/**
 * Creates an msw handler that passes every request under a base URL to a reference server:
 * `setupServer(...repaykitHandlers(server, { baseUrl }))`. msw intercepts `fetch` and `node:http` but not undici, so
 * give the client of this package `transport: fetchTransport()`. The keys select the world.
 * @throws ConfigurationError if msw is not installed, or the base URL is invalid
 */
export function repaykitHandlers(
  server: Pick<ReferenceServer, 'fetch' | 'url'>,
  { baseUrl = server.url }: RepaykitHandlersOptions = {},
): MswHandler[] {
  const base = readBase(baseUrl);
  const isUnderBase = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[/?#]|$)`, 'i');
  // One handler for all routes, because msw tries every handler for each request.
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
    const url = new URL(path.startsWith('/') ? path : `/${path}`, server.url);
    return await server.fetch(url, { method, headers, signal, body });
  } catch {
    // A fault broke the connection. msw makes the caller's fetch fail.
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

/** An msw request handler. The type `never` fits everywhere, and needs no types of a browser. */
export type MswHandler = never;

interface Msw {
  readonly http: { all(url: RegExp, resolve: (call: { readonly request: Request }) => Promise<Response>): MswHandler };
}

/** The optional peer. @throws ConfigurationError with the install command, if msw is missing or too old */
export function loadMsw(result: FoundMsw = found): Msw {
  const unfit = (what: string, cause?: unknown) =>
    new ConfigurationError('repaykit/msw', [{ path: 'msw', message: `${what}: npm install --save-dev msw@2` }], {
      cause,
    });
  if ('cause' in result) throw isMissing(result.cause) ? unfit('is not installed', result.cause) : result.cause;
  const msw = result.msw as Partial<Msw>;
  if (typeof msw.http?.all === 'function') return msw as Msw;
  throw unfit('is older than version 2');
}

// `import` and `require` use different codes. If a dependency of msw is missing, msw's own error is the right one.
function isMissing(cause: unknown): boolean {
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause);
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
    /^Cannot find (package|module) 'msw'/.test(String(message))
  );
}
