import { formatInstant } from '../../domain/calendar.ts';
import { ConfigurationError } from '../../errors.ts';
import type { ErasedPayer } from '../../loan-file/body-seal.ts';
import type { BureauReporter } from '../../loan-file/bureau-reporter.ts';
import type { LoanFiles } from '../../loan-file/loan-files.ts';
import type { Engine } from '../engine.ts';

/** What every step of a loan works with. */
export interface LoanContext {
  readonly engine: Engine;
  readonly files: LoanFiles;
  readonly bureau: BureauReporter;
  /** Called with each payer who is erased: those that keep deliveries for this client, such as a receiver. */
  readonly keepers?: ((payer: ErasedPayer) => Promise<void>)[];
}

/** The present instant as loan files write it. */
export function nowText(context: LoanContext): string {
  return formatInstant(context.engine.settings.clock.now());
}

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
