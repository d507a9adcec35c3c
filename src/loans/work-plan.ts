import { parseInstant } from '../domain/calendar.ts';
import { debitsDueAt } from '../domain/loan/debit-due.ts';
import type { LoanEvent } from '../domain/loan/events.ts';
import type { LoanState } from '../domain/loan/state.ts';
import type { AppendExtras } from './store.ts';

/** Is there a report that the bureau should get now? One that is stuck keeps back all that come after it. Spec §6.3. */
export function hasReportsToDeliver({ reports }: LoanState): boolean {
  const next = reports.find(({ acknowledged }) => !acknowledged);
  return next !== undefined && next.stuck === undefined;
}

/** What events change about the work that waits in a loan; it is written together with them, so that none of it can get lost. */
export function workAfter(before: LoanState | undefined, after: LoanState, events: readonly LoanEvent[]): Pick<AppendExtras, 'work'> {
  const hadReports = before !== undefined && hasReportsToDeliver(before);
  const hasReports = hasReportsToDeliver(after);
  const debitsDue = debitsDueAt(after);
  const work = {
    ...(hasReports === hadReports ? {} : { reports: hasReports ? (parseInstant(events.at(-1)?.at) ?? 0) : null }),
    ...(debitsDue === (before && debitsDueAt(before)) ? {} : { debits: debitsDue ?? null }),
  };
  return Object.keys(work).length > 0 ? { work } : {};
}
