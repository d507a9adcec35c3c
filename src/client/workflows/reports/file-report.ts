import {
  type BureauContents,
  type BureauEventName,
  type BureauReport,
  bureauReportId,
  type LoanRestructuredContent,
  mayReport,
} from '../../../domain/bureau.ts';
import { allowed, type Decision } from '../../../domain/decision.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import { reportProblems, splitContent } from '../../../domain/loan/report-content.ts';
import type { LoanStepName } from '../../../domain/loan/stages.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { contentHash } from '../../../loan-file/content-hash.ts';
import { enterStep, staleLoan, stepIsOver } from '../enter-step.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey, requireNoProblems } from '../refusals.ts';

/** A step whose effect is a report. */
export interface ReportStep<Event extends BureauEventName> {
  readonly step: LoanStepName;
  /** What is reported, of the loan as it is at the moment of writing. */
  readonly fact: (now: LoanState) => ReportedFact<Event>;
  /** What has to be reported before it, in the same write. */
  readonly before?: (now: LoanState) => readonly EventOf<'report.filed'>[];
  /** A rule beyond the step's own. */
  readonly guard?: (now: LoanState) => Decision;
}

/**
 * Takes a step whose effect is a report in the outbox. One that is done already answers the loan as it is, if it reported the same; another fact under the same name must
 * not be lost without a word. @throws RuleError, StaleLoanError, InputError
 */
export async function reportStep<Event extends BureauEventName>(
  context: LoanContext,
  loan: Loan,
  { step, fact, before = () => [], guard = () => allowed }: ReportStep<Event>,
): Promise<LoanState> {
  await enterStep(context, loan, step);
  const at = nowText(context);
  return context.files.decide(loan.loanId, (now) => {
    if (stepIsOver(context, loan, { step, state: now })) {
      if (!isFiled(now, fact(now))) throw staleLoan(step, loan, now);
      return [];
    }
    obey(guard(now));
    return [...before(now), ...fileReport(now, fact(now), at)];
  });
}

/**
 * A restructuring as a fact for the outbox. The same content again is the same fact, until other terms came between: going back to earlier terms is a change like
 * any other, because the last one counts. Spec §6.3.
 */
export function restructuringFact(
  { reports }: LoanState,
  content: LoanRestructuredContent,
): ReportedFact<'loan.restructured'> {
  const name = contentHash(content);
  const reported = reports
    .filter(({ report }) => report.event === 'loan.restructured')
    .map(({ report }) => contentHash(report.content));
  const isRepeat = reported.at(-1) === name;
  const timesBefore = reported.filter((other) => other === name).length - (isRepeat ? 1 : 0);
  return { event: 'loan.restructured', content, distinction: timesBefore === 0 ? name : `${name}:${timesBefore + 1}` };
}

/** A fact that a lifecycle report carries. */
interface ReportedFact<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  /** Distinguishes two reports of a kind, where a loan can have several. */
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
): readonly EventOf<'report.filed'>[] {
  const reportId = bureauReportId(fact.event, state.mandateId, shortened(fact.distinction));
  if (state.reports.some(({ report }) => report.reportId === reportId)) return [];
  obey(mayReport(fact.event, new Set(state.reports.map(({ report }) => report.event))));
  const { content, extra } = splitContent(fact.event, fact.content);
  const report = { reportId, event: fact.event, mandateId: state.mandateId, occurredAt: at, content } as BureauReport;
  requireNoProblems(`The report ${fact.event} cannot be filed`, reportProblems(report));
  return [{ type: 'report.filed', at, report, ...(extra ? { personal: { extra } } : {}) }];
}

/** Was this fact filed, with this content? */
function isFiled<Event extends BureauEventName>(state: LoanState, { event, content }: ReportedFact<Event>): boolean {
  return state.reports.some(
    ({ report }) => report.event === event && contentHash(report.content) === contentHash(content),
  );
}

function shortened(distinction: string | undefined): string | undefined {
  return distinction !== undefined && distinction.length > LONGEST_DISTINCTION ? contentHash(distinction) : distinction;
}
