/** What the merchant of a story tells the bureau. Spec §6.3. */
import { addPeriods, type PlainDate } from '../../domain/calendar.ts';
import type { StoryLoan, StoryReport } from './story.ts';

/** The restructuring of a story: what is left after the first instalment, in four smaller ones. */
export function newTerms({ dueDates }: StoryLoan) {
  const anchor = dueDates[1] as PlainDate;
  const schedule = [0, 1, 2, 3].map((months) => ({ dueDate: addPeriods(anchor, 'monthly', months), amount: 15_000 }));
  return { schedule, reason: 'The payer asked for smaller instalments.' };
}

/** The disbursement of a story: the whole loan, today. */
export function transferOf({ terms, payer }: StoryLoan, today: PlainDate) {
  return { amount: terms.approvedAmount, date: today, reference: `TRF-${payer.payerId}` };
}

/** The closure of a story: the payer repaid everything. */
export function closureOn(today: PlainDate) {
  return { finalStatus: 'repaid', closeDate: today } as const;
}

/** The content of a report. */
export function reportContent(event: StoryReport, loan: StoryLoan, today: PlainDate): object {
  const { approvedAmount, totalAmountDue, startDate, endDate, frequency } = loan.terms;
  switch (event) {
    case 'loan.approved':
      return {
        offerTerms: { totalAmountDue, startDate, endDate, frequency },
        approvedAmount,
        tenure: `3 monthly instalments from ${startDate} to ${endDate}`,
      };
    case 'loan.disbursed':
      return transferOf(loan, today);
    case 'loan.restructured':
      return newTerms(loan);
    case 'loan.closed':
      return closureOn(today);
  }
}
