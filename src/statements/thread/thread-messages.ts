import {
  ConfigurationError,
  type FieldIssue,
  RepayKitError,
  StatementError,
  type StatementErrorCode,
} from '../../errors.ts';
import type { OcrWord, PassPicture } from '../ocr/ocr-reader.ts';
import { damaged } from '../pdf/pdf-failures.ts';
import type { ReadProgress } from '../read-options.ts';
import type { PdfReading } from '../read-pdf.ts';
import type { Statement } from '../statement.ts';

export interface ThreadData {
  readonly report: SharedArrayBuffer;
}

/** Messages to a thread: a task, and during the task words for each of its `pictures`. */
export type ThreadRequest = ThreadTask | ThreadWords;

export interface ThreadWords {
  readonly kind: 'words';
  readonly words: readonly (readonly OcrWord[])[];
}

export interface ThreadTask extends PdfReading {
  readonly kind: 'task';
  /** Transferred to the thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reportsProgress: boolean;
  /** Scans are read by the process that started the thread. */
  readonly readsScans: boolean;
}

/** Messages of a thread: any number of `progress` and `pictures`, then one of the others. */
export type ThreadMessage =
  | ({ readonly kind: 'progress' } & ReadProgress)
  /** The thread waits for their words. */
  | { readonly kind: 'pictures'; readonly pictures: readonly PassPicture[] }
  | { readonly kind: 'read'; readonly statement: Statement }
  | { readonly kind: 'failed'; readonly failure: TravellingFailure };

/** An error in transit between threads, which loses its class. */
export interface TravellingFailure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly cause: unknown;
}

/** Packs an error for transit. A foreign error means that the file could not be read. */
export function packFailure(error: unknown): TravellingFailure {
  const ours = error instanceof RepayKitError ? error : damaged(error);
  const issues = ours instanceof ConfigurationError ? ours.issues : [];
  // Only the message of a cause, which may be an object that cannot be cloned.
  const cause = ours.cause instanceof Error ? ours.cause.message : undefined;
  return { name: ours.name, code: ours.code, message: ours.message, issues, cause };
}

/** Restores the error with its class. */
export function unpackFailure({ name, code, message, issues, cause }: TravellingFailure): RepayKitError {
  const facts = cause === undefined ? {} : { cause: new Error(String(cause)) };
  if (name === 'ConfigurationError') return new ConfigurationError('repaykit/statements', issues, facts);
  // Only a `StatementError` has another name, so its code is one of its own.
  return new StatementError(code as StatementErrorCode, message, facts);
}
