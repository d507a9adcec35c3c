import { defaultLimits, type ReadStatementOptions } from '../../../src/statements/read-options.ts';
import { readPdf } from '../../../src/statements/read-pdf.ts';
import type { Statement } from '../../../src/statements/statement.ts';

/** Reads a statement in this thread, without the pool of others: the same reader, started at once. */
export function readInPlace(
  pdf: Uint8Array,
  { password, account }: Pick<ReadStatementOptions, 'password' | 'account'> = {},
): Promise<Statement> {
  return readPdf(pdf.slice(), { password, account, limits: defaultLimits });
}
