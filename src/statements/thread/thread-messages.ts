import {
  ConfigurationError,
  type FieldIssue,
  RepayKitError,
  StatementError,
  type StatementErrorCode,
} from '../../errors.ts';
import { damaged } from '../pdf/pdf-failures.ts';
import type { ReadProgress } from '../read-options.ts';
import type { PdfReading } from '../read-pdf.ts';
import type { Statement } from '../statement.ts';

export interface ThreadData {
  /** Of a {@link MemoryReport}. */
  readonly report: SharedArrayBuffer;
}

export interface ThreadTask extends PdfReading {
  /** Given away to the thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reportsProgress: boolean;
}

/** What a thread sends: any number of pages, then one of the others. */
export type ThreadMessage =
  | ({ readonly kind: 'progress' } & ReadProgress)
  | { readonly kind: 'read'; readonly statement: Statement }
  | { readonly kind: 'failed'; readonly failure: TravellingFailure };

/** An error as it travels between threads, where classes are lost. */
export interface TravellingFailure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly cause: unknown;
}

/** Makes an error fit to travel; one that is not ours means that the file could not be read. */
export function packFailure(error: unknown): TravellingFailure {
  const ours = error instanceof RepayKitError ? error : damaged(error);
  const issues = ours instanceof ConfigurationError ? ours.issues : [];
  // Of causes the message only: they may be objects that cannot travel.
  const cause = ours.cause instanceof Error ? ours.cause.message : undefined;
  return { name: ours.name, code: ours.code, message: ours.message, issues, cause };
}

/** The error again, of its own class. */
export function unpackFailure({ name, code, message, issues, cause }: TravellingFailure): RepayKitError {
  const facts = cause === undefined ? {} : { cause: new Error(String(cause)) };
  if (name === 'ConfigurationError') return new ConfigurationError('repaykit/statements', issues, facts);
  // Only an error of this class has another name; its code came from its own kind.
  return new StatementError(code as StatementErrorCode, message, facts);
}
