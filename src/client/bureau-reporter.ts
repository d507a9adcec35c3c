import type { BureauReport } from '../domain/bureau.ts';

/**
 * Submits lifecycle reports to a credit bureau. Implement it for your bureau, or use `httpBureauReporter` for bureaus
 * with an HTTP intake. A report may be submitted more than once: its `reportId` identifies a repeat. Spec §6.3.
 */
export interface BureauReporter {
  /**
   * Resolves when the bureau has the report. After a rejection, the report is submitted again later, with respect to
   * the error's `retryAfterMs`. To leave the report to a person, reject with `permanent: true`, or with an error of
   * this package that is not `retryable`. The signal is aborted when the time for this report is over.
   */
  submit(report: BureauReport, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Whether the bureau already has this report. Called before a report that an earlier process may have submitted.
   * Without this method, such a report is submitted again.
   */
  isKnown?(reportId: string, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
}
