import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import type { ReconcileProgress } from './reconcile-report.ts';
import type { Silence } from './silence.ts';

/** How loans are reconciled with the service. */
export interface ReconcileOptions {
  /** A receiver of webhooks, whose handlers are told what nobody was told. Without one loans are asked about and nobody is told; that waits in the store. */
  readonly inbox?: Partial<Pick<Receiver, 'tell' | 'settled' | 'inbox'>>;
  /** Asks about every loan in the store, due or not, as after an outage or an update; default only about those that are due. */
  readonly all?: boolean;
  /**
   * With `all` and an inbox: keeps everything that loan files show as told, and calls no handler. Once, before the first worker with a new inbox, for a system whose past was
   * handled elsewhere; what the inbox has already stays as it is, and what happens afterwards is told.
   */
  readonly baseline?: boolean;
  /** With `all`: goes on where an earlier walk ended, from its `next`. */
  readonly after?: string;
  /** Asks about these loans, due or not. */
  readonly loanIds?: readonly string[];
  /** Asks about so many loans at most; default no limit. */
  readonly limit?: number;
  /** How many loans are asked about at a time; default 4. */
  readonly concurrency?: number;
  /** How many requests a second go out at most; default 12. */
  readonly requestsPerSecond?: number;
  /** How long a loan is held, in milliseconds; default 60,000. When a process dies, what it held waits as long. */
  readonly leaseMs?: number;
  /** Ends it at once: nothing more is begun, and what is under way is given back. */
  readonly signal?: AbortSignal;
  /** Told after each loan. What it throws changes nothing. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
  /** Told when no webhook came for longer than usual. What it throws changes nothing. */
  readonly onSilence?: (silence: Silence) => unknown;
}

/** The options, checked and with their defaults. */
export interface ReconcileSettings extends ReconcileOptions {
  readonly limit: number;
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly leaseMs: number;
}

const optionNames: Readonly<Record<keyof ReconcileOptions, true>> = {
  inbox: true,
  all: true,
  baseline: true,
  after: true,
  loanIds: true,
  limit: true,
  concurrency: true,
  requestsPerSecond: true,
  leaseMs: true,
  signal: true,
  onProgress: true,
  onSilence: true,
};

const ranges = {
  limit: [1, 1_000_000_000],
  concurrency: [1, 256],
  requestsPerSecond: [1, 1_000_000],
  leaseMs: [1_000, 3_600_000],
} as const;

/** Checks the options and fills in the defaults. @throws ConfigurationError naming every mistake at once */
export function checkReconcileOptions(options: ReconcileOptions = {}): ReconcileSettings {
  const issues = [...unknownNames(options), ...badNumbers(options), ...badParts(options)];
  if (issues.length > 0) throw new ConfigurationError('The options of reconcile are not right', issues);
  return {
    ...options,
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    concurrency: options.concurrency ?? 4,
    requestsPerSecond: options.requestsPerSecond ?? 12,
    leaseMs: options.leaseMs ?? 60_000,
  };
}

function unknownNames(options: object): FieldIssue[] {
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(optionNames, name))
    .map((name) => ({ path: name, message: `is unknown; known are ${Object.keys(optionNames).join(', ')}` }));
}

function badNumbers(options: ReconcileOptions): FieldIssue[] {
  return (Object.keys(ranges) as (keyof typeof ranges)[])
    .filter((name) => {
      const [value, [from, to]] = [options[name], ranges[name]];
      return value !== undefined && !(Number.isInteger(value) && value >= from && value <= to);
    })
    .map((name) => ({ path: name, message: `must be a whole number from ${ranges[name][0]} to ${ranges[name][1]}` }));
}

function badParts({ inbox, after, all, baseline, loanIds, ...options }: ReconcileOptions): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (inbox !== undefined && typeof inbox?.tell !== 'function')
    issues.push({ path: 'inbox', message: 'must be a receiver, which has tell()' });
  if (baseline !== undefined && typeof baseline !== 'boolean')
    issues.push({ path: 'baseline', message: 'must be true or false' });
  if (baseline === true && !(all === true && inbox !== undefined))
    issues.push({ path: 'baseline', message: 'goes with all: true and an inbox' });
  if (after !== undefined && !(all === true && typeof after === 'string'))
    issues.push({ path: 'after', message: 'goes with all: true, and is the next of an earlier walk' });
  if (loanIds !== undefined && !(Array.isArray(loanIds) && loanIds.every((id) => typeof id === 'string')))
    issues.push({ path: 'loanIds', message: 'must be a list of loan ids' });
  if (loanIds !== undefined && all) issues.push({ path: 'loanIds', message: 'does not go with all: true' });
  for (const name of ['onProgress', 'onSilence'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      issues.push({ path: name, message: 'must be a function' });
  return issues;
}
