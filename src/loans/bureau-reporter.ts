import type { BureauReport } from '../domain/bureau.ts';

/**
 * The merchant's promise to hand lifecycle reports to a credit bureau: the submitting operation differs per bureau. Spec §6.3.
 * A report may be submitted more than once; its `reportId` tells a repeat.
 */
export interface BureauReporter {
  /** Resolves when the bureau has acknowledged the report (or had it already); rejects otherwise, and it is submitted again later. */
  submit(report: BureauReport, options?: { readonly signal?: AbortSignal }): Promise<void>;
}
