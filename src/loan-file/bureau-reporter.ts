import type { BureauReport } from '../domain/bureau.ts';

/**
 * Submits lifecycle reports to a credit bureau. Implement it for your bureau, or use `httpBureauReporter` for bureaus
 * with an HTTP intake. A report may be submitted more than once: its `reportId` identifies a repeat. Spec §6.3.
 */
export interface BureauReporter {
  /**
   * Resolves once the bureau has acknowledged the report, or already had it. Rejects otherwise, and the report is
   * submitted again later. If repeating cannot help, reject with an error with `permanent: true`, or with an error of
   * this package that is not `retryable`: the report then waits for a person. An error's `retryAfterMs` is respected.
   * The signal is aborted when the time for this report is over.
   */
  submit(report: BureauReport, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Whether the bureau has this report, for bureaus that can be asked. Called before a report is submitted that an
   * earlier process may have submitted already. Without this method such a report is submitted again.
   */
  isKnown?(reportId: string, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
}
