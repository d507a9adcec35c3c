import { requireInput, StatementError } from '../errors.ts';
import { anyText, func, optional, signal, text, wholeNumber } from '../validation/checks.ts';
import { record } from '../validation/record.ts';

/** A statement's PDF: path of a file, bytes, a Blob, or a stream that has not been read yet. */
export type StatementSource = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>;

/** How far the reading has come. */
export interface ReadProgress {
  /** Pages read. */
  readonly page: number;
  /** Pages of the file. */
  readonly pages: number;
}

/** How a statement is read. */
export interface ReadStatementOptions {
  /** User or owner password of the PDF. It never appears in an error, a log or an answer. */
  readonly password?: string | undefined;
  /** Which account, where the file holds several: its number, or the last digits of it (three or more). */
  readonly account?: string | undefined;
  /** Goes into each transaction as `bankCode`; `''` if left out, because statements do not print it. Spec §2.11. */
  readonly bankCode?: string | undefined;
  /** What the reading may cost; each left out has its default. */
  readonly limits?: Partial<StatementLimits> | undefined;
  /** Ends the reading with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each page. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** What reading one statement may cost. Past a limit it ends with `limit_exceeded`, whatever the file does. */
export interface StatementLimits {
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Pages. */
  readonly pages: number;
  /** Pieces of text in the whole file, without blanks. */
  readonly items: number;
  /** Size of one stream of the file once inflated, in bytes. */
  readonly streamBytes: number;
  /** Memory of the reading thread with the engine in it, in bytes. */
  readonly memoryBytes: number;
  /** Time of loading and reading, in milliseconds; waiting for a free thread is not counted. */
  readonly timeMs: number;
}

const MEGABYTE = 1_048_576;

/** The limits where none are given. */
export const defaultLimits: StatementLimits = {
  bytes: 10 * MEGABYTE,
  pages: 300,
  items: 200_000,
  streamBytes: 64 * MEGABYTE,
  memoryBytes: 256 * MEGABYTE,
  timeMs: 20_000,
};

const limit = optional(wholeNumber({ min: 1 }));
const readOptions = record<ReadStatementOptions>({
  password: optional(anyText),
  account: optional(text('an account number or its last digits, three at least', (digits) => /^\d{3,}$/.test(digits))),
  bankCode: optional(anyText),
  limits: optional(
    record<Partial<StatementLimits>>({
      bytes: limit,
      pages: limit,
      items: limit,
      streamBytes: limit,
      memoryBytes: limit,
      timeMs: limit,
    }),
  ),
  signal: optional(signal),
  onProgress: optional(func),
});

/** Checks the options all at once and fills the limits in. @throws InputError */
export function checkReadOptions(options: unknown): ReadStatementOptions & { readonly limits: StatementLimits } {
  const given = requireInput('readStatement', readOptions, options);
  const limits = Object.entries(given.limits ?? {}).filter(([, value]) => value !== undefined);
  return { ...given, limits: { ...defaultLimits, ...Object.fromEntries(limits) } };
}

const exceeded: Readonly<Record<keyof StatementLimits, (limit: string) => string>> = {
  bytes: (limit) => `The file is larger than ${limit} bytes`,
  pages: (limit) => `The PDF has more than ${limit} pages`,
  items: (limit) => `The PDF has more than ${limit} pieces of text`,
  streamBytes: (limit) => `A stream of the PDF inflates to more than ${limit} bytes`,
  memoryBytes: (limit) => `Reading the PDF takes more than ${limit} bytes of memory`,
  timeMs: (limit) => `Reading the PDF takes more than ${limit} ms`,
};

/** The reading exceeded a limit: which, its value, and how it is raised. */
export function limitExceeded(limit: keyof StatementLimits, limits: StatementLimits): StatementError {
  // In groups of three: digits in a row would be masked as an account number.
  const what = exceeded[limit](limits[limit].toLocaleString('en'));
  return new StatementError('limit_exceeded', `${what}. If the file can be trusted, raise \`limits.${limit}\`.`);
}
