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
