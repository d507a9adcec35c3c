import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import type { StatementLimits } from '../../statements/read-options.ts';

/** The flags of `repaykit statement`, as they were written. */
export interface StatementFlags {
  readonly passwordFile?: string;
  readonly account?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly insight?: true;
  readonly maxMegabytes: string;
  readonly maxPages: string;
  readonly maxSeconds: string;
}

const BYTES_PER_MEGABYTE = 1_048_576;
const MS_PER_SECOND = 1_000;

/** Checks the flags, all at once, and gives the limits that they set. @throws ConfigurationError */
export function readFlags({
  account,
  csv,
  insight,
  maxMegabytes,
  maxPages,
  maxSeconds,
}: StatementFlags): Partial<StatementLimits> {
  const issues: FieldIssue[] = [];
  const flags = { '--max-megabytes': maxMegabytes, '--max-pages': maxPages, '--max-seconds': maxSeconds };
  for (const [path, text] of Object.entries(flags)) {
    if (!/^[1-9]\d{0,3}$/.test(text)) issues.push({ path, message: 'must be a whole number from 1 to 9999' });
  }
  if (account !== undefined && !/^\d{3,34}$/.test(account))
    issues.push({ path: '--account', message: 'must be an account number or its last digits, three or more' });
  if (csv && insight)
    issues.push({ path: '--insight', message: 'has no place in the rows of --csv: use --json, or run it twice' });
  if (issues.length > 0) throw new ConfigurationError('repaykit statement', issues);
  return {
    bytes: Number(maxMegabytes) * BYTES_PER_MEGABYTE,
    pages: Number(maxPages),
    timeMs: Number(maxSeconds) * MS_PER_SECOND,
  };
}
