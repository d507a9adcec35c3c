import type {
  BureauEventName,
  LoanApprovedContent,
  LoanClosedContent,
  LoanDisbursedContent,
  LoanRestructuredContent,
} from '../../../domain/bureau.ts';
import type { PlainDate } from '../../../domain/calendar.ts';
import { isContentField, reportContent } from '../../../domain/loan/report-content.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { scheduleOf, termsCheck } from '../../../domain/terms.ts';
import { InputError, requireInput } from '../../../errors.ts';
import { type Check, optional } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import { checkedDay, checkedKobo } from '../loan-context.ts';

/**
 * Fields that your bureau needs beyond those of spec §6.3. They are sealed with the payer's personal data and may be
 * about the payer; after an erasure they are gone.
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

// A field of the report that is given twice might be meant either way.
function extraOf(event: BureauEventName): Check<true> {
  return optional(
    record<object>(
      {},
      {
        others: 'ignored',
        rules: (_, given) =>
          Object.keys(given)
            .filter((field) => isContentField(event, field))
            .map((path) => ({ path, message: 'is a field of the report itself: give it there' })),
      },
    ),
  );
}

const { offerTerms, approvedAmount: approved, tenure: approvedTenure } = reportContent['loan.approved'];
const approval = record<ApprovalInput>(
  {
    offerTerms: optional(offerTerms),
    approvedAmount: optional(approved),
    tenure: optional(approvedTenure),
    extra: extraOf('loan.approved'),
  },
  // A caller who passes the loan's terms says nothing else than leaving them out does.
  { returned: Object.keys(termsCheck.fields) },
);
const disbursement = record<DisbursementInput>({
  ...reportContent['loan.disbursed'],
  extra: extraOf('loan.disbursed'),
});
const restructuring = record<RestructuringInput>({
  ...reportContent['loan.restructured'],
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

/** A disbursement as it is reported, with what rules are asked about. */
export interface Disbursement {
  readonly content: LoanDisbursedContent;
  readonly amount: Kobo;
  readonly date: PlainDate;
}

export function disbursementContent(input: DisbursementInput): Disbursement {
  const { extra, ...content } = requireInput('The disbursement cannot be reported', disbursement, input);
  return { content: { ...extra, ...content }, amount: checkedKobo(content.amount), date: checkedDay(content.date) };
}

export function restructuringContent(input: RestructuringInput): LoanRestructuredContent {
  const { extra, ...content } = requireInput('The restructuring cannot be reported', restructuring, input);
  return { ...extra, ...content };
}

export function closureContent(input: ClosureInput): LoanClosedContent {
  const { extra, ...content } = requireInput('The closure cannot be reported', closure, input);
  return { ...extra, ...content };
}
