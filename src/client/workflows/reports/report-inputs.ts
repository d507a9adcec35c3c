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
export interface RestructuringInput extends LoanRestructuredContent, ExtraContent {}

/** The end of a loan. */
export interface ClosureInput extends LoanClosedContent, ExtraContent {}

// A field of the report that is given twice would be ambiguous.
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
  // Passing the loan's terms has the same effect as leaving them out.
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

/** A disbursement as it is reported, with the facts that rules check. */
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
