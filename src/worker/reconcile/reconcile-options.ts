import { requireOptions } from '../../errors.ts';
import { anyText, flag, func, list, optional, text, wholeNumber, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { type RunDueOptions, runFields } from '../run-options.ts';
import type { ReconcileProgress } from './reconcile-report.ts';

/** How loans are reconciled with the service. */
export interface ReconcileOptions
  extends Pick<RunDueOptions, 'concurrency' | 'requestsPerSecond' | 'leaseMs' | 'signal' | 'onSilence'> {
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
  /** Called after each loan. What it throws changes nothing. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
}

/** The options, checked and with their defaults. */
export type ReconcileSettings = ReconcileOptions &
  Required<Pick<ReconcileOptions, 'limit' | 'concurrency' | 'requestsPerSecond' | 'leaseMs'>>;

const { concurrency, requestsPerSecond, leaseMs, signal, onSilence } = runFields;

const reconcileOptions = record<ReconcileOptions>(
  {
    inbox: optional(withMethods(['notify'], 'a receiver, as receive(…) makes it')),
    all: optional(flag),
    baseline: optional(flag),
    after: optional(text('the next of an earlier walk')),
    loanIds: optional(list(anyText, { takes: 'a list of loan ids' })),
    limit: optional(wholeNumber({ min: 1, max: 1_000_000_000 })),
    concurrency,
    requestsPerSecond,
    leaseMs,
    signal,
    onSilence,
    onProgress: optional(func),
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
