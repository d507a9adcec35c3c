import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import { func, list, oneOf, optional, signal, wholeNumber, withMethods } from '../validation/checks.ts';
import type { Fields } from '../validation/record.ts';
import type { Receiver } from '../webhooks/receive.ts';
import type { Silence } from './reconcile/silence.ts';
import type { DueKind, DueProgress } from './run-report.ts';

/** How due work is done. */
export interface RunDueOptions {
  /** Default all. */
  readonly kinds?: readonly DueKind[];
  /** At most so many pieces of work in one run, each one kind of one loan; default 10,000. */
  readonly limit?: number;
  /** How many loans are worked on at a time; default 4. */
  readonly concurrency?: number;
  /** How long a lease on a piece of work lasts, in milliseconds; default 60,000. When a worker dies, what it held waits as long. A submission to the bureau gets four fifths of it. */
  readonly leaseMs?: number;
  /** After how many attempts a report waits for a person; default 12. */
  readonly maxAttempts?: number;
  /**
   * How old the latest checkpoint may become before the run takes the next one, in milliseconds; default an hour, 0: never. Only where the client has the
   * option `checkpoints`.
   */
  readonly checkpointEveryMs?: number;
  /** How many requests a second reconciliation sends at most, in this process; default 12. */
  readonly requestsPerSecond?: number;
  /**
   * A receiver of webhooks. Its unfinished deliveries are worked on first, its handlers get what reconciliation finds, and its silences are noticed. Without one loans
   * are asked about all the same, and what there is to notify of waits in the store.
   */
  readonly inbox?: Pick<Receiver, 'drain'> & Partial<Pick<Receiver, 'notify' | 'settled' | 'inbox'>>;
  /** Called once when no webhook came for longer than usual, as the client's logger is. What it throws changes nothing. */
  readonly onSilence?: (silence: Silence) => unknown;
  /** Ends it at once: nothing more is begun, and what is under way is requeued. */
  readonly signal?: AbortSignal;
  /** Called after each piece of work. What it throws changes nothing. */
  readonly onProgress?: (progress: DueProgress) => void;
}

/** The options, checked and with their defaults. */
export type RunSettings = RunDueOptions &
  Required<
    Pick<RunDueOptions, 'kinds' | 'limit' | 'concurrency' | 'leaseMs' | 'checkpointEveryMs' | 'requestsPerSecond'>
  >;

const YEAR_MS = 365 * DAY_MS;
const allKinds: readonly DueKind[] = ['reports', 'debits', 'reconcile'];

/** What each option of a run may be. */
export const runFields: Fields<RunDueOptions> = {
  kinds: optional(list(oneOf(allKinds))),
  limit: optional(wholeNumber({ min: 1, max: 1_000_000 })),
  concurrency: optional(wholeNumber({ min: 1, max: 256 })),
  leaseMs: optional(wholeNumber({ min: 1_000, max: HOUR_MS })),
  maxAttempts: optional(wholeNumber({ min: 1, max: 1_000 })),
  checkpointEveryMs: optional(wholeNumber({ min: 0, max: YEAR_MS })),
  requestsPerSecond: optional(wholeNumber({ min: 1, max: 1_000_000 })),
  inbox: optional(withMethods(['drain'], 'a receiver, as receive(…) makes it')),
  onSilence: optional(func),
  signal: optional(signal),
  onProgress: optional(func),
};

/** Fills in the defaults of checked options. */
export function runSettings(options: RunDueOptions): RunSettings {
  return {
    ...options,
    kinds: options.kinds ?? allKinds,
    limit: options.limit ?? 10_000,
    concurrency: options.concurrency ?? 4,
    leaseMs: options.leaseMs ?? 60_000,
    checkpointEveryMs: options.checkpointEveryMs ?? HOUR_MS,
    requestsPerSecond: options.requestsPerSecond ?? 12,
  };
}
