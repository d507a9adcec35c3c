import type { PostgresPlace } from './postgres.ts';
import type { BenchRow, BenchSheet } from './rows.ts';

/** What a part may use. */
export interface BenchContext {
  /** The long form: larger portfolios, more rounds. */
  readonly isFull: boolean;
  /** The largest portfolio, where one was asked for. */
  readonly loans: number | undefined;
  /** A server that may be written to, or why there is none. */
  readonly postgres: PostgresPlace;
  /** Says on standard error what is measured now. */
  readonly log: (what: string) => void;
}

/** What a part found. */
export interface PartResult {
  readonly rows: readonly BenchRow[];
  readonly sheet?: BenchSheet;
}
