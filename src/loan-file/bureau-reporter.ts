import type { BureauReport } from '../domain/bureau.ts';

/**
 * The merchant's promise to hand lifecycle reports to a credit bureau: the submitting operation differs per bureau. Spec §6.3.
 * A report may be submitted more than once; its `reportId` identifies a repeat. `httpBureauReporter` makes one for bureaus with an HTTP intake.
 */
export interface BureauReporter {
  /**
   * Resolves when the bureau has acknowledged the report (or had it already); rejects otherwise, and it is submitted again later. Not so where repeating cannot
   * help: an error with `permanent: true`, or a refusal of this package that is not `retryable`, waits for a person. An error with `retryAfterMs` is heeded.
   * The signal is aborted when the time for this report is over.
   */
  submit(report: BureauReport, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Where the bureau can be asked: does it have this report? Asked before a report is submitted that an earlier process may have submitted without being able to
   * say so; without it such a report is submitted again.
   */
  isKnown?(reportId: string, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
}
