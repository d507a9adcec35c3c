import { StatementError } from '../errors.ts';
import type { StatementLimits } from './limits.ts';

const passed: Readonly<Record<keyof StatementLimits, (limit: string) => string>> = {
  bytes: (limit) => `The file is larger than ${limit} bytes`,
  pages: (limit) => `The PDF has more than ${limit} pages`,
  items: (limit) => `The PDF has more than ${limit} pieces of text`,
  streamBytes: (limit) => `A stream of the PDF inflates to more than ${limit} bytes`,
  memoryBytes: (limit) => `Reading the PDF takes more than ${limit} bytes of memory`,
  timeMs: (limit) => `Reading the PDF takes more than ${limit} ms`,
};

/** The reading went past a limit: which, its value, and how it is raised. */
export function limitExceeded(limit: keyof StatementLimits, limits: StatementLimits): StatementError {
  // In groups of three: digits in a row would be masked as an account number.
  const message = `${passed[limit](limits[limit].toLocaleString('en'))}. If the file can be trusted, raise \`limits.${limit}\`.`;
  return new StatementError('limit_exceeded', message);
}
