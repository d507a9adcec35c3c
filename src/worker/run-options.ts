import { ConfigurationError, type FieldIssue } from '../errors.ts';
import type { Receiver } from '../webhooks/receive.ts';
import type { Silence } from './reconcile/silence.ts';
import type { DueKind, DueProgress } from './run-report.ts';

/** How due work is done. */
export interface RunDueOptions {
  /** Which work; default all. */
  readonly kinds?: readonly DueKind[];
  /** At most so many pieces of work in one run, each one kind of one loan; default 10,000. */
  readonly limit?: number;
  /** How many loans are worked on at a time; default 4. */
  readonly concurrency?: number;
  /** How long a piece of work is held, in milliseconds; default 60,000. When a worker dies, what it held waits as long. A submission to the bureau gets four fifths of it. */
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
   * A receiver of webhooks. Its unfinished deliveries are worked on first; its handlers are handed what reconciliation finds, and its silences are noticed. Without one
   * loans are asked about all the same and nobody is told: what there is to tell waits in the store.
   */
  readonly inbox?: Pick<Receiver, 'drain'> & Partial<Pick<Receiver, 'tell' | 'settled' | 'inbox'>>;
  /** Told once when no webhook came for longer than usual, as the client's logger is. What it throws changes nothing. */
  readonly onSilence?: (silence: Silence) => unknown;
  /** Ends the run at once: nothing more is begun, and what is under way is given back. */
  readonly signal?: AbortSignal;
  /** Told after each piece of work. What it throws changes nothing. */
  readonly onProgress?: (progress: DueProgress) => void;
}

/** The options, checked and with their defaults. */
export interface RunSettings extends RunDueOptions {
  readonly kinds: readonly DueKind[];
  readonly limit: number;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly checkpointEveryMs: number;
  readonly requestsPerSecond: number;
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const allKinds: readonly DueKind[] = ['reports', 'debits', 'reconcile'];
const runOptionNames = [
  'kinds',
  'limit',
  'concurrency',
  'leaseMs',
  'maxAttempts',
  'checkpointEveryMs',
  'requestsPerSecond',
  'inbox',
  'onSilence',
  'signal',
  'onProgress',
];
const DEFAULT_RATE = 12;

/** Checks the options of a run and fills in the defaults. @throws ConfigurationError naming every mistake at once */
export function checkRunOptions(
  options: RunDueOptions,
  others: { readonly names?: readonly string[]; readonly issues?: readonly FieldIssue[] } = {},
): RunSettings {
  const issues: FieldIssue[] = [...(others.issues ?? [])];
  const known = [...runOptionNames, ...(others.names ?? [])];
  for (const name of Object.keys(options))
    if (!known.includes(name)) issues.push({ path: name, message: `is unknown; known are ${known.join(', ')}` });
  const whole = (
    name: 'limit' | 'concurrency' | 'leaseMs' | 'maxAttempts' | 'checkpointEveryMs' | 'requestsPerSecond',
    [from, to]: readonly [number, number],
  ) => {
    const value: unknown = options[name];
    const isGood =
      value === undefined || (Number.isInteger(value) && (value as number) >= from && (value as number) <= to);
    if (!isGood) issues.push({ path: name, message: `must be a whole number from ${from} to ${to}` });
  };
  whole('limit', [1, 1_000_000]);
  whole('concurrency', [1, 256]);
  whole('leaseMs', [1_000, 3_600_000]);
  whole('maxAttempts', [1, 1_000]);
  whole('checkpointEveryMs', [0, YEAR_MS]);
  whole('requestsPerSecond', [1, 1_000_000]);
  const { kinds = allKinds, inbox } = options;
  if (!Array.isArray(kinds) || !kinds.every((kind) => allKinds.includes(kind)))
    issues.push({ path: 'kinds', message: "must list some of 'reports', 'debits' and 'reconcile'" });
  if (inbox !== undefined && typeof inbox?.drain !== 'function')
    issues.push({ path: 'inbox', message: 'must be a receiver, which has drain()' });
  for (const name of ['onProgress', 'onSilence'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      issues.push({ path: name, message: 'must be a function' });
  if (issues.length > 0) throw new ConfigurationError('The options of the worker are not right', issues);
  return {
    ...options,
    kinds,
    limit: options.limit ?? 10_000,
    concurrency: options.concurrency ?? 4,
    leaseMs: options.leaseMs ?? 60_000,
    checkpointEveryMs: options.checkpointEveryMs ?? HOUR_MS,
    requestsPerSecond: options.requestsPerSecond ?? DEFAULT_RATE,
  };
}
