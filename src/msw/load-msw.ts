import { createRequire } from 'node:module';
import { ConfigurationError } from '../errors.ts';

/**
 * An msw request handler; it goes wherever msw takes one. Its type is every type at once, because msw's own classes can only be named by importing
 * declarations that want the types of a browser.
 */
export type MswHandler = never;

/** What is used of msw. */
export interface Msw {
  readonly http: {
    all(url: RegExp, resolve: (call: { readonly request: Request }) => Promise<Response>): MswHandler;
  };
}

/** The optional peer; handlers are plain enough to work with whichever copy of msw the tests import. @throws ConfigurationError with the install command */
export function loadMsw(load: (name: string) => unknown = createRequire(import.meta.url)): Msw {
  let msw: Partial<Msw>;
  try {
    msw = load('msw') as Partial<Msw>;
  } catch (cause) {
    if ((cause as { readonly code?: unknown } | null)?.code !== 'MODULE_NOT_FOUND') throw cause;
    throw new ConfigurationError('repaykit/msw', [{ path: 'msw', message: 'is not installed: npm install --save-dev msw@2' }], { cause });
  }
  if (typeof msw.http?.all === 'function') return msw as Msw;
  throw new ConfigurationError('repaykit/msw', [{ path: 'msw', message: 'is older than version 2: npm install --save-dev msw@2' }]);
}
