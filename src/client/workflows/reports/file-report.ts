import {
  type BureauContents,
  type BureauEventName,
  type BureauReport,
  bureauReportId,
  type LoanRestructuredContent,
  mayReport,
} from '../../../domain/bureau.ts';
import type { PlainDate } from '../../../domain/calendar.ts';
import { allowed, type Decision } from '../../../domain/decision.ts';
import { outstandingByInstalment, unreportedMoney } from '../../../domain/loan/balances.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import { reportProblems, splitContent } from '../../../domain/loan/report-content.ts';
import type { LoanStepName } from '../../../domain/loan/stages.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { type Kobo, nairaFromKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { contentHash } from '../../../loan-file/content-hash.ts';
import {
  enterStep,
  type LoanContext,
  nowText,
  obey,
  requireNoProblems,
  staleLoan,
  stepIsOver,
} from '../loan-context.ts';

export interface ReportStep<Event extends BureauEventName> {
  readonly step: LoanStepName;
  /** Returns the fact to report, from the loan's state at the moment of writing. */
  readonly fact: (now: LoanState) => ReportedFact<Event>;
  /** Returns the reports to file before it, in the same write. */
  readonly before?: (now: LoanState) => readonly EventOf<'report.filed'>[];
  readonly guard?: (now: LoanState) => Decision;
}

/** Runs a step that files a report in the outbox. @throws RuleError, StaleLoanError, InputError */
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
 * A restructuring as a fact for the outbox. The same content again is the same fact, unless other terms came in
 * between: a return to earlier terms is a change. Spec §6.3.
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

interface ReportedFact<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  /** Distinguishes two reports of the same kind, if a loan can have several. */
  readonly distinction?: string;
}

// A reportId has 200 characters at most. A longer distinction is hashed: cut off, two facts could share one id.
const LONGEST_DISTINCTION = 128;

/** The event that puts a report into the outbox. None if it is there already. Spec §6.3. */
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

function isFiled<Event extends BureauEventName>(state: LoanState, { event, content }: ReportedFact<Event>): boolean {
  return state.reports.some(
    ({ report }) => report.event === event && contentHash(report.content) === contentHash(content),
  );
}

function shortened(distinction: string | undefined): string | undefined {
  return distinction !== undefined && distinction.length > LONGEST_DISTINCTION ? contentHash(distinction) : distinction;
}

/** The report of a debit that a person recorded as taken. */
export function reportOfDecision(
  context: LoanContext,
  before: LoanState,
  settled: EventOf<'debit.settled'>,
): readonly EventOf<'report.filed'>[] {
  const after = applyEvent(before, settled) as LoanState;
  const amount = subtractKobo(after.decidedAhead, before.decidedAhead);
  const debit = before.debits.filter(({ debitId }) => debitId === settled.debitId);
  return reportOf(context, before, {
    amount,
    debits: debit,
    left: outstandingByInstalment(after),
    distinction: `debit:${settled.debitId}`,
  });
}

/** Reports, before the closure, money that was taken but never appeared on an instalment. Afterwards none can be. */
export function reportOfTheRest(context: LoanContext, state: LoanState): readonly EventOf<'report.filed'>[] {
  if (context.engine.settings.repaymentReports !== 'merchant') return [];
  const amount = unreportedMoney(state);
  const debits = state.debits.filter(({ status }) => status === 'successful');
  const left = outstandingByInstalment({ ...state, decidedAhead: sumKobo([state.decidedAhead, amount]) });
  return reportOf(context, state, { amount, debits, left, distinction: 'before-closure' });
}

interface Money {
  readonly amount: Kobo;
  /** The debits that may have taken it, in the order of their requests. */
  readonly debits: readonly DebitState[];
  /** What is still owed after it. */
  readonly left: Kobo;
  readonly distinction: string;
}

function reportOf(
  context: LoanContext,
  state: LoanState,
  { amount, debits, left, distinction }: Money,
): readonly EventOf<'report.filed'>[] {
  const { clock } = context.engine.settings;
  if (amount <= 0) return [];
  const date = latestDay(debits, clock.today());
  const content = { amount: nairaFromKobo(amount), date, outstandingBalance: nairaFromKobo(left) };
  return fileReport(state, { event: 'repayment.successful', content, distinction }, nowText(context));
}

// Money is taken on the day of its debit, and never on a future day.
function latestDay(debits: readonly DebitState[], today: PlainDate): string {
  const days = debits.map(({ debitDate }) => debitDate).filter((day) => day <= today);
  return days.sort().at(-1) ?? today;
}
