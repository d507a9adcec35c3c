import {
  type BureauContents,
  type BureauEventName,
  type BureauReport,
  bureauReportId,
  mayReport,
} from '../../../domain/bureau.ts';
import type { ReportFiled } from '../../../domain/loan/events/events.ts';
import { reportProblems, splitContent } from '../../../domain/loan/report-content.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { contentHash } from '../../../loan-file/content-hash.ts';
import { obey, requireNoProblems } from '../refusals.ts';

/** A fact that a lifecycle report tells. */
export interface ReportedFact<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  /** Tells two reports of a kind apart, where a loan can have several. */
  readonly distinction?: string;
}

// A reportId has 200 characters at most. A longer distinction is named by its hash: cut off, two facts would share one id and the second would be lost.
const LONGEST_DISTINCTION = 128;

/**
 * The event that puts a report into the outbox; none if it is there already. What the merchant added to its content is sealed apart, because it may be about
 * the payer. Spec §6.3. @throws RuleError when it would come out of order; InputError when it is not what a report must be
 */
export function fileReport<Event extends BureauEventName>(
  state: LoanState,
  fact: ReportedFact<Event>,
  at: string,
): readonly ReportFiled[] {
  const reportId = bureauReportId(fact.event, state.mandateId, shortened(fact.distinction));
  if (state.reports.some(({ report }) => report.reportId === reportId)) return [];
  obey(mayReport(fact.event, new Set(state.reports.map(({ report }) => report.event))));
  const { content, extra } = splitContent(fact.event, fact.content);
  const report = { reportId, event: fact.event, mandateId: state.mandateId, occurredAt: at, content } as BureauReport;
  requireNoProblems(`The report ${fact.event} cannot be filed`, reportProblems(report));
  return [{ type: 'report.filed', at, report, ...(extra ? { personal: { extra } } : {}) }];
}

/** Was this fact filed, with this content? */
export function isFiled<Event extends BureauEventName>(
  state: LoanState,
  { event, content }: ReportedFact<Event>,
): boolean {
  return state.reports.some(
    ({ report }) => report.event === event && contentHash(report.content) === contentHash(content),
  );
}

function shortened(distinction: string | undefined): string | undefined {
  return distinction !== undefined && distinction.length > LONGEST_DISTINCTION ? contentHash(distinction) : distinction;
}
