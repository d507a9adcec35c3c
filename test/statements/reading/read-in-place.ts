import { defaultLimits, type ReadStatementOptions } from '../../../src/statements/read-options.ts';
import { readPdf } from '../../../src/statements/read-pdf.ts';
import type { Statement } from '../../../src/statements/statement.ts';

/** Reads a statement in this thread, without the pool of others: the same reader, started at once. */
export function readInPlace(
  pdf: Uint8Array,
  options: Pick<ReadStatementOptions, 'password' | 'account' | 'integrity'> = {},
): Promise<Statement> {
  return readPdf(pdf.slice(), { ...options, limits: defaultLimits });
}
