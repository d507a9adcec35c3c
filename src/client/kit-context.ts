import { ConfigurationError } from '../errors.ts';
import type { LoanContext } from './workflows/loan-context.ts';

/** Under this a client carries what its steps work with; of the global registry, so that a worker of the CJS copy can work for a client of the ESM copy. */
export const KIT_CONTEXT = Symbol.for('repaykit.context');

/** What the steps of a client work with, for the work that happens without a caller. @throws ConfigurationError if it is no client */
export function contextOf(kit: unknown): LoanContext {
  const context = (kit as { readonly [KIT_CONTEXT]?: LoanContext } | undefined)?.[KIT_CONTEXT];
  if (context) return context;
  throw new ConfigurationError('There is no client to work for', [
    { path: 'kit', message: 'must be a RepayKit of this version' },
  ]);
}
