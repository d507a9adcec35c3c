import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import { flag, func, list, oneOf, optional, signal, wholeNumber, withMethods } from '../validation/checks.ts';
import { type Fields, given } from '../validation/record.ts';
import type { Receiver } from '../webhooks/receive.ts';
import type { Silence } from './reconcile/silence.ts';
import type { DueKind, DueProgress } from './run-report.ts';

/** Options of `runDue`. */
export interface RunDueOptions {
  /** The kinds of work to do; default all. */
  readonly kinds?: readonly DueKind[];
  /** The largest number of pieces of work in one run; default 10,000. One piece is one kind of work of one loan. */
  readonly limit?: number;
  /** How many loans are worked on at the same time; default 4. */
  readonly concurrency?: number;
  /**
   * The lease on a piece of work, in milliseconds; default 60,000. If a worker dies, its work waits this long. A
   * submission to the bureau gets four fifths of it.
   */
  readonly leaseMs?: number;
  /** The number of attempts after which a report needs a person; default 12. */
  readonly maxAttempts?: number;
  /**
   * The age of the latest checkpoint at which the run takes the next one, in milliseconds; default one hour, 0 never.
   * Used only if the client has the option `checkpoints`.
   */
  readonly checkpointEveryMs?: number;
  /**
   * Whether to bring the book of the store forward, for `repaykit/book`; default true. Of several processes one works
   * on it. A store without a book is left alone.
   */
  readonly book?: boolean;
  /** How many requests per second reconciliation may send in this process; default 12. */
  readonly requestsPerSecond?: number;
  /**
   * A webhook receiver. The run drains its unfinished deliveries first, calls its handlers for changes from
   * reconciliation, and detects silences. Without one, loans are still reconciled, and notifications wait in the store.
   */
  readonly inbox?: Pick<Receiver, 'drain'> & Partial<Pick<Receiver, 'notify' | 'settled' | 'inbox'>>;
  /**
   * Called once when no webhook came for longer than usual. The client's logger logs it too. Errors it throws are
   * ignored.
   */
  readonly onSilence?: (silence: Silence) => unknown;
  /** Stops the run at once: no work is begun, and running work is requeued. */
  readonly signal?: AbortSignal;
  /** Called after each piece of work. Errors it throws are ignored. */
  readonly onProgress?: (progress: DueProgress) => void;
}

const YEAR_MS = 365 * DAY_MS;
const allKinds: readonly DueKind[] = ['reports', 'debits', 'reconcile'];

export const runFields: Fields<RunDueOptions> = {
  kinds: optional(list(oneOf(allKinds))),
  limit: optional(wholeNumber({ min: 1, max: 1_000_000 })),
  concurrency: optional(wholeNumber({ min: 1, max: 256 })),
  leaseMs: optional(wholeNumber({ min: 1_000, max: HOUR_MS })),
  maxAttempts: optional(wholeNumber({ min: 1, max: 1_000 })),
  checkpointEveryMs: optional(wholeNumber({ min: 0, max: YEAR_MS })),
  book: optional(flag),
  requestsPerSecond: optional(wholeNumber({ min: 1, max: 1_000_000 })),
  inbox: optional(withMethods(['drain'], 'a receiver, as receive(…) makes it')),
  onSilence: optional(func),
  signal: optional(signal),
  onProgress: optional(func),
};

const defaults = { kinds: allKinds, limit: 10_000, checkpointEveryMs: HOUR_MS, book: true };

/** The defaults that `reconcile` shares. */
export const sharedDefaults = { concurrency: 4, leaseMs: 60_000, requestsPerSecond: 12 };

export type RunSettings = RunDueOptions & typeof defaults & typeof sharedDefaults;

export function runSettings(options: RunDueOptions): RunSettings {
  return { ...defaults, ...sharedDefaults, ...given(options) };
}
