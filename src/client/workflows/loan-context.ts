import { formatInstant } from '../../domain/calendar.ts';
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
