import { requireInput, StatementError } from '../errors.ts';
import { anyText, digits, flag, func, optional, signal, wholeNumber, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import type { OcrReader } from './ocr/ocr-reader.ts';

/** A statement's PDF: the path of a file, bytes, a Blob, or an unread stream. */
export type StatementSource = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>;

/** Progress of a reading. */
export interface ReadProgress {
  /** Pages read. */
  readonly page: number;
  /** Pages of the file. */
  readonly pages: number;
}

/** Options of `readStatement`. */
export interface ReadStatementOptions {
  /** User or owner password of the PDF. It never appears in an error, a log or a result. */
  readonly password?: string | undefined;
  /** The account to read from a file with several: its number, or its last digits (three or more). */
  readonly account?: string | undefined;
  /** The `bankCode` of each transaction. Default `''`, because statements do not print it. Spec §2.11. */
  readonly bankCode?: string | undefined;
  /** `false` skips the search for signs of editing, which saves a little time. Default `true`. */
  readonly integrity?: boolean | undefined;
  /**
   * Reads the pages that are scans, such as `tesseractReader()` of `repaykit/ocr`. Without it, a scan fails with
   * `no_text_layer`.
   */
  readonly ocr?: OcrReader | undefined;
  /** Limits of the reading. Each has a default. */
  readonly limits?: Partial<StatementLimits> | undefined;
  /** Ends the reading with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each page. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** Limits of one reading. Beyond a limit, the reading fails with `limit_exceeded`. */
export interface StatementLimits {
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Pages. */
  readonly pages: number;
  /** Pieces of text in the whole file, blanks not counted. */
  readonly items: number;
  /** Decompressed size of one stream of the file, in bytes. */
  readonly streamBytes: number;
  /** Memory of the reading thread, including the engine, in bytes. */
  readonly memoryBytes: number;
  /** Pixels of one picture. Larger ones are not decoded. Only a scan that is to be read needs its pictures. */
  readonly pixels: number;
  /** Time to load and read, in milliseconds. Waiting for a free thread does not count. With `ocr`, 30 times as long. */
  readonly timeMs: number;
}

const MEGABYTE = 1_048_576;

/** The default limits. */
export const defaultLimits: StatementLimits = {
  bytes: 10 * MEGABYTE,
  pages: 300,
  items: 200_000,
  streamBytes: 64 * MEGABYTE,
  memoryBytes: 256 * MEGABYTE,
  // A page of A4 at 400 dots an inch. Decoding takes four bytes a pixel.
  pixels: 16_777_216,
  timeMs: 20_000,
};

// Recognising a page takes seconds.
const OCR_TIME_MS = 600_000;

const limit = optional(wholeNumber({ min: 1 }));
const readOptions = record<ReadStatementOptions>({
  password: optional(anyText),
  account: optional(digits('an account number or its last digits, three at least', (text) => /^\d{3,}$/.test(text))),
  bankCode: optional(anyText),
  integrity: optional(flag),
  ocr: optional(withMethods(['readPage'], 'a reader, such as tesseractReader() of repaykit/ocr')),
  limits: optional(
    record<Partial<StatementLimits>>({
      bytes: limit,
      pages: limit,
      items: limit,
      streamBytes: limit,
      memoryBytes: limit,
      pixels: limit,
      timeMs: limit,
    }),
  ),
  signal: optional(signal),
  onProgress: optional(func),
});

/** Checks all options and fills in default limits. @throws InputError */
export function checkReadOptions(options: unknown): ReadStatementOptions & { readonly limits: StatementLimits } {
  const given = requireInput('readStatement', readOptions, options);
  const limits = Object.entries(given.limits ?? {}).filter(([, value]) => value !== undefined);
  const timeMs = given.ocr ? OCR_TIME_MS : defaultLimits.timeMs;
  return { ...given, limits: { ...defaultLimits, timeMs, ...Object.fromEntries(limits) } };
}

const exceeded: Readonly<Record<keyof StatementLimits, (limit: string) => string>> = {
  bytes: (limit) => `The file is larger than ${limit} bytes`,
  pages: (limit) => `The PDF has more than ${limit} pages`,
  items: (limit) => `The PDF has more than ${limit} pieces of text`,
  streamBytes: (limit) => `A stream of the PDF inflates to more than ${limit} bytes`,
  memoryBytes: (limit) => `Reading the PDF takes more than ${limit} bytes of memory`,
  pixels: (limit) => `A picture of the PDF has more than ${limit} pixels`,
  timeMs: (limit) => `Reading the PDF takes more than ${limit} ms`,
};

/** The error for an exceeded limit. It names the limit, its value, and how to raise it. */
export function limitExceeded(limit: keyof StatementLimits, limits: StatementLimits): StatementError {
  // Grouped by thousands: a long run of digits would be masked as an account number.
  const what = exceeded[limit](limits[limit].toLocaleString('en'));
  return new StatementError('limit_exceeded', `${what}. If the file can be trusted, raise \`limits.${limit}\`.`);
}
