import { AbortedError } from '../../errors.ts';
import type { LoanContext } from './loan-context.ts';
import { requireNoProblems } from './refusals.ts';

/** Waits on the client's clock. @throws AbortedError with the signal's reason as its cause */
export async function wait(context: LoanContext, delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await context.engine.settings.clock.sleep(delayMs, signal);
  } catch (cause) {
    throw new AbortedError('The wait was ended by its signal', { cause });
  }
}

/** Checks how long to wait: with a limit that is no number, a wait would never end. @throws InputError */
export function checkWait(options: { readonly timeoutMs?: number }): void {
  const timeoutMs: unknown = options?.timeoutMs;
  const isGood = options !== null && (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs >= 0));
  requireNoProblems('The options of the wait are not right', isGood ? [] : [{ path: 'timeoutMs', message: 'must be milliseconds, zero or more' }]);
}
