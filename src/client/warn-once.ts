import { quietly } from '../http/quietly.ts';
import type { Logger } from './hooks.ts';

const told = new WeakMap<Logger, Set<string>>();

/** Warns once for each logger, so once in a process as a rule, however many clients it makes for its transactions. */
export function warnOnce(
  logger: Logger | undefined,
  message: string,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  if (!logger) return;
  const before = told.get(logger) ?? new Set();
  if (before.has(message)) return;
  told.set(logger, before.add(message));
  quietly(() => logger.warn?.(message, facts));
}
