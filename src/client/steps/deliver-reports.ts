import type { LoanState } from '../../domain/loan/state.ts';
import type { LoanContext } from './loan-context.ts';
import { nowText } from './loan-context.ts';

/**
 * Hands the waiting reports of a loan to the bureau, in order, and writes down each acknowledgement. Stops at the first that fails; what was
 * acknowledged stays so. A report whose acknowledgement was lost goes out again under the same reportId.
 */
export async function deliverReports(context: LoanContext, loanId: string, signal?: AbortSignal): Promise<LoanState> {
  let state = await context.files.read(loanId);
  for (const { report, acknowledged } of state.reports) {
    if (acknowledged) continue;
    await context.bureau.submit(report, signal ? { signal } : undefined);
    state = await context.files.decide(loanId, (now) => {
      const isKnown = now.reports.some((filed) => filed.report.reportId === report.reportId && filed.acknowledged);
      return isKnown ? [] : [{ type: 'report.acknowledged', at: nowText(context), reportId: report.reportId }];
    });
  }
  return state;
}
