import { type BureauContents, type BureauEventName, type BureauReport, bureauReportId, mayReport } from '../../domain/bureau.ts';
import type { ReportFiled } from '../../domain/loan/events.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { obey } from './refusals.ts';

/** A fact that a lifecycle report tells. */
export interface ReportedFact<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  /** Tells two reports of a kind apart, where a loan can have several. */
  readonly distinction?: string;
}

/** The event that puts a report into the outbox; none if it is there already. @throws RuleError when it would come out of order. Spec §6.3 */
export function fileReport<Event extends BureauEventName>(state: LoanState, fact: ReportedFact<Event>, at: string): readonly ReportFiled[] {
  const reportId = bureauReportId(fact.event, state.mandateId, fact.distinction);
  if (state.reports.some(({ report }) => report.reportId === reportId)) return [];
  obey(mayReport(fact.event, new Set(state.reports.map(({ report }) => report.event))));
  const report = { reportId, event: fact.event, mandateId: state.mandateId, occurredAt: at, content: fact.content } as BureauReport;
  return [{ type: 'report.filed', at, report }];
}
