import type {
  BureauContents,
  BureauEventName,
  LoanApprovedContent,
  LoanClosedContent,
  LoanDisbursedContent,
  LoanRestructuredContent,
} from '../../../domain/bureau.ts';
import type { PlainDate } from '../../../domain/calendar.ts';
import type { Problem } from '../../../domain/decision.ts';
import { contentProblems, isContentField } from '../../../domain/loan/report-content.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { scheduleOf, termsFields } from '../../../domain/terms.ts';
import { fieldsOf, unknownFields } from '../../../validation/record.ts';
import { requireNoProblems } from '../refusals.ts';

/**
 * Fields that your bureau needs beyond those of spec §6.3; they go beside the content's own. In the loan's file they are sealed with the payer's personal
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

const approvalFields = fieldsOf<ApprovalInput>({ offerTerms: true, approvedAmount: true, tenure: true, extra: true });
const disbursementFields = fieldsOf<DisbursementInput>({ amount: true, date: true, reference: true, extra: true });
const restructuringFields = fieldsOf<RestructuringInput>({ schedule: true, reason: true, extra: true });
const closureFields = fieldsOf<ClosureInput>({ finalStatus: true, closeDate: true, extra: true });

/** @throws InputError */
export function approvalContent(state: LoanState, given?: ApprovalInput): LoanApprovedContent {
  const { terms } = state;
  const input = given ?? {};
  const approvedAmount = input.approvedAmount ?? nairaFromKobo(terms.approvedAmount);
  const approved = koboFromNaira(approvedAmount);
  if (approved !== undefined && approved !== terms.approvedAmount) {
    requireNoProblems('The approval does not fit the loan', [
      {
        path: 'approvedAmount',
        message: 'must equal the approvedAmount of the loan’s terms; leave it out to take it from there',
      },
    ]);
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
  const content = { offerTerms: input.offerTerms ?? offered, approvedAmount, tenure: input.tenure ?? tenure };
  // Passing the loan's own terms means the same as leaving them out.
  const unknown = unknownFields(given, approvalFields, { returned: termsFields });
  return checked('The approval cannot be reported', { event: 'loan.approved', content, extra: input.extra, unknown });
}

/** A disbursement as it is reported, with what rules are asked about. */
export interface Disbursement {
  readonly content: LoanDisbursedContent;
  readonly amount: Kobo;
  readonly date: PlainDate;
}

/** @throws InputError */
export function disbursementContent(input: DisbursementInput): Disbursement {
  const { amount, date, reference, extra } = given(input);
  const unknown = unknownFields(input, disbursementFields);
  const content = checked('The disbursement cannot be reported', {
    event: 'loan.disbursed',
    content: { amount, date, reference },
    extra,
    unknown,
  });
  return { content, amount: koboFromNaira(amount) as Kobo, date: date as PlainDate };
}

/** @throws InputError */
export function restructuringContent(input: RestructuringInput): LoanRestructuredContent {
  const { schedule, reason, extra } = given(input);
  const unknown = unknownFields(input, restructuringFields);
  return checked('The restructuring cannot be reported', {
    event: 'loan.restructured',
    content: { schedule, reason },
    extra,
    unknown,
  });
}

/** @throws InputError */
export function closureContent(input: ClosureInput): LoanClosedContent {
  const { finalStatus, closeDate, extra } = given(input);
  const unknown = unknownFields(input, closureFields);
  return checked('The closure cannot be reported', {
    event: 'loan.closed',
    content: { finalStatus, closeDate },
    extra,
    unknown,
  });
}

interface GivenContent<Event extends BureauEventName> {
  readonly event: Event;
  readonly content: BureauContents[Event];
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  /** What was given beside; a bureau's own fields go into `extra`. */
  readonly unknown: readonly Problem[];
}

function checked<Event extends BureauEventName>(
  subject: string,
  { event, content, extra, unknown }: GivenContent<Event>,
): BureauContents[Event] {
  requireNoProblems(subject, [...unknown, ...contentProblems(event, content), ...extraProblems(event, extra)]);
  return { ...extra, ...content };
}

// A field of the report that is given twice might be meant either way.
function extraProblems(event: BureauEventName, extra: unknown): readonly Problem[] {
  if (extra === undefined) return [];
  if (typeof extra !== 'object' || extra === null || Array.isArray(extra))
    return [{ path: 'extra', message: 'must be a record of fields' }];
  const twice = Object.keys(extra).filter((field) => isContentField(event, field));
  return twice.map((field) => ({ path: `extra.${field}`, message: 'is a field of the report itself: give it there' }));
}

// From JavaScript anything may come; the checks report what is missing.
function given<Input extends object>(input: Input): Partial<Input> & Input {
  return (input ?? {}) as Partial<Input> & Input;
}
