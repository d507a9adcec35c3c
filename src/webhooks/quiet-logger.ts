import type { ReceiverLogger } from './receive-options.ts';

type Level = keyof ReceiverLogger;

/** A logger that never throws and leaves no rejection behind: a line that cannot be written must not undo what was done with a delivery. */
export function quietLogger(logger: ReceiverLogger): ReceiverLogger {
  const write = (level: Level) => (message: string, facts: Readonly<Record<string, unknown>>) =>
    quietly(() => logger[level]?.(message, facts));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** Calls what belongs to the host or the merchant's observers; what it throws, or its promise rejects with, is told to `onFailure` and goes no further. */
export function quietly(call: () => unknown, onFailure: (error: unknown) => void = () => {}): void {
  try {
    const answer = call();
    if (typeof (answer as { readonly then?: unknown } | null | undefined)?.then === 'function')
      Promise.resolve(answer).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
