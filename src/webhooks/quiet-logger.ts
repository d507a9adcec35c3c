import { quietly } from '../clock/mutex.ts';
import type { ReceiverLogger } from './receive-options.ts';

type Level = keyof ReceiverLogger;

/** A logger that never throws and leaves no rejection behind: a line that cannot be written must not undo what was done with a delivery. */
export function quietLogger(logger: ReceiverLogger): ReceiverLogger {
  const write = (level: Level) => (message: string, facts: Readonly<Record<string, unknown>>) =>
    quietly(() => logger[level]?.(message, facts));
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
