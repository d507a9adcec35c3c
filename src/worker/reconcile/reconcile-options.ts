import { requireOptions } from '../../errors.ts';
import {
  anyText,
  flag,
  func,
  list,
  optional,
  signal,
  text,
  wholeNumber,
  withMethods,
} from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import type { ReconcileProgress } from './reconcile-report.ts';
import type { Silence } from './silence.ts';

/** How loans are reconciled with the service. */
export interface ReconcileOptions {
  /** A receiver of webhooks, whose handlers get what no webhook reported. Without one loans are asked about all the same, and that waits in the store. */
  readonly inbox?: Partial<Pick<Receiver, 'notify' | 'settled' | 'inbox'>>;
  /** Asks about every loan in the store, due or not, as after an outage or an update; default only about those that are due. */
  readonly all?: boolean;
  /**
   * With `all` and an inbox: stores everything that loan files show as done, and calls no handler. Once, before the first worker with a new inbox, for a system whose
   * past was handled elsewhere. What the inbox has already stays as it is, and handlers are called for what happens afterwards.
   */
  readonly baseline?: boolean;
  /** With `all`: goes on where an earlier walk ended, from its `next`. */
  readonly after?: string;
  /** Asks about these loans, due or not. */
  readonly loanIds?: readonly string[];
  /** How many loans are asked about at most; default no limit. */
  readonly limit?: number;
  /** How many loans are asked about at a time; default 4. */
  readonly concurrency?: number;
  /** How many requests a second go out at most; default 12. */
  readonly requestsPerSecond?: number;
  /** How long a lease on a loan lasts, in milliseconds; default 60,000. When a process dies, what it held waits as long. */
  readonly leaseMs?: number;
  /** Ends it at once: nothing more is begun, and what is under way is requeued. */
  readonly signal?: AbortSignal;
  /** Called after each loan. What it throws changes nothing. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
  /** Called when no webhook came for longer than usual. What it throws changes nothing. */
  readonly onSilence?: (silence: Silence) => unknown;
}

/** The options, checked and with their defaults. */
export interface ReconcileSettings extends ReconcileOptions {
  readonly limit: number;
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly leaseMs: number;
}

const reconcileOptions = record<ReconcileOptions>(
  {
    inbox: optional(withMethods(['notify'], 'a receiver, as receive(…) makes it')),
    all: optional(flag),
    baseline: optional(flag),
    after: optional(text('the next of an earlier walk')),
    loanIds: optional(list(anyText, { takes: 'a list of loan ids' })),
    limit: optional(wholeNumber({ min: 1, max: 1_000_000_000 })),
    concurrency: optional(wholeNumber({ min: 1, max: 256 })),
    requestsPerSecond: optional(wholeNumber({ min: 1, max: 1_000_000 })),
    leaseMs: optional(wholeNumber({ min: 1_000, max: 3_600_000 })),
    signal: optional(signal),
    onProgress: optional(func),
    onSilence: optional(func),
  },
  {
    rules: ({ all, baseline, after, inbox }, { loanIds }) => [
      ...(baseline && !(all && inbox) ? [{ path: 'baseline', message: 'goes with all: true and an inbox' }] : []),
      ...(after !== undefined && !all ? [{ path: 'after', message: 'goes with all: true' }] : []),
      ...(loanIds !== undefined && all ? [{ path: 'loanIds', message: 'does not go with all: true' }] : []),
    ],
  },
);

/** Checks the options and fills in the defaults. @throws ConfigurationError naming every mistake at once */
export function checkReconcileOptions(options: ReconcileOptions = {}): ReconcileSettings {
  requireOptions('reconcile', reconcileOptions, options);
  return {
    ...options,
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    concurrency: options.concurrency ?? 4,
    requestsPerSecond: options.requestsPerSecond ?? 12,
    leaseMs: options.leaseMs ?? 60_000,
  };
}
