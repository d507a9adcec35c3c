/** What reading one statement may cost. Past a limit it ends with `limit_exceeded`, whatever the file does. */
export interface StatementLimits {
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Pages. */
  readonly pages: number;
  /** Pieces of text in the whole file. */
  readonly items: number;
  /** Size of one stream of the file once inflated, in bytes. */
  readonly streamBytes: number;
  /** Memory of the reading thread, in bytes. */
  readonly memoryBytes: number;
  /** Time from the file's first byte to the answer, in milliseconds. */
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
