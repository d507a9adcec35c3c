import {
  type BureauContents,
  type BureauEventName,
  type BureauReport,
  bureauReportId,
  type LoanApprovedContent,
  type LoanClosedContent,
  type LoanDisbursedContent,
  type LoanRestructuredContent,
  mayReport,
} from '../../../domain/bureau.ts';
import type { PlainDate } from '../../../domain/calendar.ts';
import { allowed, type Decision } from '../../../domain/decision.ts';
import { outstandingByInstalment, unreportedMoney } from '../../../domain/loan/balances.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import { isContentField, reportContent, reportProblems, splitContent } from '../../../domain/loan/report-content.ts';
import type { LoanStepName } from '../../../domain/loan/stages.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { type Kobo, koboFromNaira, nairaFromKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { scheduleOf, termsCheck } from '../../../domain/terms.ts';
import { day } from '../../../domain/values.ts';
import { InputError, requireInput } from '../../../errors.ts';
import { contentHash } from '../../../loan-file/hashing.ts';
import { type Check, optional } from '../../../validation/checks.ts';
import { given, type RecordCheck, record } from '../../../validation/record.ts';
import {
  enterStep,
  type LoanContext,
  nowText,
  obey,
  requireNoProblems,
  staleLoan,
  stepIsOver,
} from '../loan-context.ts';
import { noteWithoutPersonal } from '../payer/known-payer.ts';

/**
 * Fields that your bureau needs beyond those of spec §6.3. They are encrypted with the payer's personal data and may be
 * about the payer. An erasure removes them.
 */
export interface ExtraContent {
  /** Your bureau's own fields, beyond those of spec §6.3. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The credit decision. Fields that you leave out are taken from the loan's terms. */
export interface ApprovalInput extends Partial<LoanApprovedContent>, ExtraContent {}

/** The disbursement: the amount that was actually sent, the day and the reference. */
export interface DisbursementInput extends LoanDisbursedContent, ExtraContent {}

/** The new terms. */
export interface RestructuringInput extends LoanRestructuredContent, ExtraContent {
  /** The day in Lagos from which they count, `YYYY-MM-DD`. Stays on file, is not reported. Default: today. */
  readonly effectiveDate?: string;
}

/** The end of a loan. */
export interface ClosureInput extends LoanClosedContent, ExtraContent {}

// A field of the report that is given twice would be ambiguous.
function extraOf(event: BureauEventName): Check<true> {
  const message = 'is a field of the report itself: give it there';
  const rules = (_: object, given: object) =>
    Object.keys(given).flatMap((path) => (isContentField(event, path) ? [{ path, message }] : []));
  return optional(record<object>({}, { others: 'ignored', rules }));
}

const { offerTerms, approvedAmount: approved, tenure: approvedTenure } = reportContent['loan.approved'];
const approval = record<ApprovalInput>(
  {
    offerTerms: optional(offerTerms),
    approvedAmount: optional(approved),
    tenure: optional(approvedTenure),
    extra: extraOf('loan.approved'),
  },
  // Passing the loan's terms has the same effect as leaving them out.
  { returned: Object.keys(termsCheck.fields) },
);
const disbursement = record<DisbursementInput>({
  ...reportContent['loan.disbursed'],
  extra: extraOf('loan.disbursed'),
});
const restructuring = record<RestructuringInput>({
  ...reportContent['loan.restructured'],
  effectiveDate: optional(day),
  extra: extraOf('loan.restructured'),
});
const closure = record<ClosureInput>({ ...reportContent['loan.closed'], extra: extraOf('loan.closed') });

export function approvalContent({ terms }: LoanState, given?: ApprovalInput): LoanApprovedContent {
  const input = requireInput('The approval cannot be reported', approval, given ?? {});
  const approvedAmount = input.approvedAmount ?? nairaFromKobo(terms.approvedAmount);
  if (koboFromNaira(approvedAmount) !== terms.approvedAmount) {
    const message = 'must equal the approvedAmount of the loan’s terms; leave it out to take it from there';
    throw new InputError('The approval does not fit the loan', [{ path: 'approvedAmount', message }]);
  }
  const { startDate, endDate, period } = terms;
  const instalments = scheduleOf(terms).length;
  const offered = {
    totalAmountDue: nairaFromKobo(terms.totalAmountDue),
    startDate,
    endDate,
    frequency: period,
    instalments,
  };
  const tenure = `${instalments} ${period} instalments from ${startDate} to ${endDate}`;
  return { ...input.extra, offerTerms: input.offerTerms ?? offered, approvedAmount, tenure: input.tenure ?? tenure };
}

/** Checks an input and returns the content of its report, with the lender's own fields. @throws InputError */
function contentOf<Input extends ExtraContent>(subject: string, declared: RecordCheck<Input>) {
  return (input: Input) => {
    const { extra, ...content } = requireInput(subject, declared, input);
    return { ...extra, ...content };
  };
}

export const disbursementContent = contentOf('The disbursement cannot be reported', disbursement);
export const restructuringContent = contentOf('The restructuring cannot be reported', restructuring);
export const closureContent = contentOf('The closure cannot be reported', closure);

export interface ReportStep<Event extends BureauEventName> {
  readonly step: LoanStepName;
  /** Returns the fact to report, from the loan's state at the moment of writing. */
  readonly fact: (now: LoanState) => ReportedFact<Event>;
  /** Returns the reports to file before it, in the same write. */
  readonly before?: (now: LoanState) => FiledEvents;
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

/** The same content again is the same fact, unless other terms came in between: a return is a change. Spec §6.3. */
export function restructuringFact(
  now: LoanState,
  { effectiveDate, ...given }: LoanRestructuredContent & Pick<RestructuringInput, 'effectiveDate'>,
): ReportedFact<'loan.restructured'> {
  const { reports } = now;
  const content = { ...given, reason: noteWithoutPersonal(given.reason, now) };
  const name = contentHash(content);
  const reported = reports
    .filter(({ report }) => report.event === 'loan.restructured')
    .map(({ report }) => contentHash(report.content));
  const isRepeat = reported.at(-1) === name;
  const timesBefore = reported.filter((other) => other === name).length - (isRepeat ? 1 : 0);
  const distinction = timesBefore === 0 ? name : `${name}:${timesBefore + 1}`;
  return { event: 'loan.restructured', content, distinction, ...(effectiveDate && { effectiveOn: effectiveDate }) };
}

type FiledEvents = readonly EventOf<'report.filed'>[];

interface ReportedFact<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  /** Distinguishes two reports of the same kind, if a loan can have several. */
  readonly distinction?: string;
  readonly effectiveOn?: string;
}

// A reportId has 200 characters at most. A longer distinction is hashed: cut off, two facts could share one id.
const LONGEST_DISTINCTION = 128;

/** The event that puts a report into the outbox. None if it is there already. Spec §6.3. */
export function fileReport<Event extends BureauEventName>(
  state: LoanState,
  fact: ReportedFact<Event>,
  at: string,
): FiledEvents {
  const reportId = bureauReportId(fact.event, state.mandateId, shortened(fact.distinction));
  if (state.reports.some(({ report }) => report.reportId === reportId)) return [];
  obey(mayReport(fact.event, new Set(state.reports.map(({ report }) => report.event))));
  const { content, extra } = splitContent(fact.event, fact.content);
  const report = { reportId, event: fact.event, mandateId: state.mandateId, occurredAt: at, content } as BureauReport;
  requireNoProblems(`The report ${fact.event} cannot be filed`, reportProblems(report));
  const { effectiveOn } = fact;
  return [{ type: 'report.filed', at, report, ...given({ effectiveOn }), ...(extra ? { personal: { extra } } : {}) }];
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
): FiledEvents {
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
export function reportOfTheRest(context: LoanContext, state: LoanState): FiledEvents {
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

function reportOf(context: LoanContext, state: LoanState, { amount, debits, left, distinction }: Money): FiledEvents {
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
