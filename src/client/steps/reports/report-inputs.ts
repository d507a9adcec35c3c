import type {
  BureauContents,
  BureauEventName,
  LoanApprovedContent,
  LoanClosedContent,
  LoanDisbursedContent,
  LoanRestructuredContent,
} from '../../../domain/bureau.ts';
import type { Problem } from '../../../domain/decision.ts';
import { contentProblems, isContentField } from '../../../domain/loan/report-content.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/terms.ts';
import { requireNoProblems } from '../refusals.ts';

/**
 * Fields that your bureau wants beyond those of spec §6.3; they go beside the content's own. In the loan's file they are sealed with the payer's personal
 * data, so they may be about the payer, and after an erasure they are gone.
 */
export interface ExtraContent {
  /** Fields of your bureau's own, beside those of spec §6.3. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The credit decision. What is left out is taken from the loan's terms. */
export interface ApprovalInput extends Partial<LoanApprovedContent>, ExtraContent {}

/** The disbursement: what was really sent, when, and under which reference. */
export interface DisbursementInput extends LoanDisbursedContent, ExtraContent {}

/** New terms. */
export interface RestructuringInput extends LoanRestructuredContent, ExtraContent {}

/** The end of a loan. */
export interface ClosureInput extends LoanClosedContent, ExtraContent {}

/** @throws InputError */
export function approvalContent(state: LoanState, given?: ApprovalInput): LoanApprovedContent {
  const { terms } = state;
  const input = given ?? {};
  const approvedAmount = input.approvedAmount ?? nairaFromKobo(terms.approvedAmount);
  if (koboFromNaira(approvedAmount) !== terms.approvedAmount) {
    requireNoProblems('The approval does not fit the loan', [
      { path: 'approvedAmount', message: 'must equal the approvedAmount of the loan’s terms; leave it out to take it from there' },
    ]);
  }
  const { startDate, endDate, period } = terms;
  const instalments = scheduleOf(terms).length;
  const offered = { totalAmountDue: nairaFromKobo(terms.totalAmountDue), startDate, endDate, frequency: period, instalments };
  const tenure = `${instalments} ${period} instalments from ${startDate} to ${endDate}`;
  const content = { offerTerms: input.offerTerms ?? offered, approvedAmount, tenure: input.tenure ?? tenure };
  return checked('The approval is incomplete', { event: 'loan.approved', content, extra: input.extra });
}

/** @throws InputError */
export function disbursementContent(input: DisbursementInput): { readonly content: LoanDisbursedContent; readonly amount: Kobo } {
  const { amount, date, reference, extra } = given(input);
  const content = checked('The disbursement is incomplete', { event: 'loan.disbursed', content: { amount, date, reference }, extra });
  return { content, amount: koboFromNaira(amount) as Kobo };
}

/** @throws InputError */
export function restructuringContent(input: RestructuringInput): LoanRestructuredContent {
  const { schedule, reason, extra } = given(input);
  return checked('The restructuring is incomplete', { event: 'loan.restructured', content: { schedule, reason }, extra });
}

/** @throws InputError */
export function closureContent(input: ClosureInput): LoanClosedContent {
  const { finalStatus, closeDate, extra } = given(input);
  return checked('The closure is incomplete', { event: 'loan.closed', content: { finalStatus, closeDate }, extra });
}

interface GivenContent<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

function checked<Event extends BureauEventName>(subject: string, { event, content, extra }: GivenContent<Event>): BureauContents[Event] {
  requireNoProblems(subject, [...contentProblems(event, content), ...extraProblems(event, extra)]);
  return { ...extra, ...content };
}

// A field of the report that is given twice might be meant either way.
function extraProblems(event: BureauEventName, extra: unknown): readonly Problem[] {
  if (extra === undefined) return [];
  if (typeof extra !== 'object' || extra === null || Array.isArray(extra)) return [{ path: 'extra', message: 'must be a record of fields' }];
  const twice = Object.keys(extra).filter((field) => isContentField(event, field));
  return twice.map((field) => ({ path: `extra.${field}`, message: 'is a field of the report itself: give it there' }));
}

// From JavaScript anything may come; what is missing is told by the checks.
function given<Input extends object>(input: Input): Partial<Input> & Input {
  return (input ?? {}) as Partial<Input> & Input;
}
