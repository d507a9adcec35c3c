import type { StatementLimits } from './limits.ts';

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
