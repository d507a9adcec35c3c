/** The order in which a loan's reports go to the bureau. Spec §6.3. */
import type { FiledReport, LoanState } from './state.ts';

/** How often a report is tried before it waits for a person: with the pauses between attempts, more than half a day. */
export const MAX_REPORT_ATTEMPTS = 12;

/** The report that the bureau should get now, if any: reports go in order, so one that is stuck keeps back all that come after it. */
export function nextReport({ reports }: LoanState): FiledReport | undefined {
  const next = reports.find(({ acknowledged }) => !acknowledged);
  return next?.stuck ? undefined : next;
}

/** The report that keeps back all that come after it, if any: it was refused for good, or too often. */
export function stuckReport({ reports }: LoanState): FiledReport | undefined {
  return reports.find(({ acknowledged, stuck }) => !acknowledged && stuck !== undefined);
}
