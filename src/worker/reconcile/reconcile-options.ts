import { requireOptions } from '../../errors.ts';
import { anyText, flag, func, list, optional, text, wholeNumber, withMethods } from '../../validation/checks.ts';
import { given, record } from '../../validation/record.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { type RunDueOptions, runFields, sharedDefaults } from '../run-options.ts';
import type { ReconcileProgress } from './reconcile-report.ts';

/** Options of `reconcile`. */
export interface ReconcileOptions
  extends Pick<RunDueOptions, 'concurrency' | 'requestsPerSecond' | 'leaseMs' | 'signal' | 'onSilence'> {
  /**
   * A webhook receiver. Its handlers receive the changes that no webhook reported. Without one, loans are still
   * visited, and notifications wait in the store.
   */
  readonly inbox?: Partial<Pick<Receiver, 'notify' | 'settled' | 'inbox'>>;
  /** Visits every loan in the store, due or not, for example after an outage or an update; default only due loans. */
  readonly all?: boolean;
  /**
   * With `all` and an inbox: stores all changes in loan files as done, and calls no handler. Use it once, before the
   * first worker with a new inbox, if another system handled the past. Known changes stay unchanged. Handlers are
   * called for later changes.
   */
  readonly baseline?: boolean;
  /** With `all`: continues after an earlier reconciliation, from its `next`. */
  readonly after?: string;
  /** Visits these loans, due or not. */
  readonly loanIds?: readonly string[];
  /** The largest number of loans to visit; default no limit. */
  readonly limit?: number;
  /** Called after each loan. Errors it throws are ignored. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
}

export type ReconcileSettings = ReconcileOptions & { readonly limit: number } & typeof sharedDefaults;

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

/** Checks the options and fills in the defaults. @throws ConfigurationError with every problem */
export function checkReconcileOptions(options: ReconcileOptions = {}): ReconcileSettings {
  requireOptions('reconcile', reconcileOptions, options);
  return { limit: Number.POSITIVE_INFINITY, ...sharedDefaults, ...given(options) };
}
