import { ConfigurationError } from '../errors.ts';
import { type FoundMsw, found } from './msw-module.ts';

/**
 * An msw request handler; it goes wherever msw takes one. Its type is every type at once, because msw's own classes can only be named by importing
 * declarations that want the types of a browser.
 */
export type MswHandler = never;

/** What is used of msw. */
export interface Msw {
  readonly http: { all(url: RegExp, resolve: (call: { readonly request: Request }) => Promise<Response>): MswHandler };
}

/** The optional peer. @throws ConfigurationError with the install command, if it is not there or too old */
export function loadMsw(looked: FoundMsw = found): Msw {
  if ('cause' in looked) {
    if (!isMissing(looked.cause)) throw looked.cause;
    throw new ConfigurationError(
      'repaykit/msw',
      [{ path: 'msw', message: 'is not installed: npm install --save-dev msw@2' }],
      { cause: looked.cause },
    );
  }
  const msw = looked.msw as Partial<Msw>;
  if (typeof msw.http?.all === 'function') return msw as Msw;
  throw new ConfigurationError('repaykit/msw', [
    { path: 'msw', message: 'is older than version 2: npm install --save-dev msw@2' },
  ]);
}

// `import` and `require` have words of their own for it; a package that msw itself misses is msw's failure.
function isMissing(cause: unknown): boolean {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
    /^Cannot find (package|module) 'msw'/.test(String(message))
  );
}
