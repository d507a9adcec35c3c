import { AbortedError } from '../../errors.ts';
import type { LoanContext } from './loan-context.ts';

/** Waits on the client's clock. @throws AbortedError with the signal's reason as its cause */
export async function wait(context: LoanContext, delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await context.engine.settings.clock.sleep(delayMs, signal);
  } catch (cause) {
    throw new AbortedError('The wait was ended by its signal', { cause });
  }
}
