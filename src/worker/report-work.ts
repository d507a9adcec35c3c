import type { HeldWork } from '../client/workflows/leases.ts';
import type { LoanContext } from '../client/workflows/loan-context.ts';
import { deliverHeld } from '../client/workflows/reports/deliver-reports.ts';
import type { RunSettings } from './run-options.ts';
import type { WorkDone } from './run-report.ts';

/** Delivers the reports of a loan. Spec §6.3. @throws StoreError, EvidenceError */
export async function doReports(
  context: LoanContext,
  held: HeldWork,
  { maxAttempts, signal }: RunSettings,
): Promise<WorkDone> {
  const { delivered, end, reason } = await deliverHeld(context, held, {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    signal,
  });
  const reports = { delivered, failed: end === 'failed' ? 1 : 0, stuck: end === 'stuck' ? 1 : 0 };
  return reason === undefined ? { reports } : { reports, reason };
}
