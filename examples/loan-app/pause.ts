// What the platform cannot know. In mode `auto` it collects by itself, and no operation of the service pauses it: the officer asks, and writes down the answer.
import type { Loan, LoanDischarge, LoanDispute } from 'repaykit';

/** What the payer said that the platform has to be told of. */
export type Objection = LoanDispute | 'cancellation';

/** Whether the platform has confirmed that it acts on an objection, as the officer wrote it down; undefined as long as it may still collect. */
export function confirmationOf({ dischargedDuties, cancellationRequestedAt }: Loan, objection: Objection): LoanDischarge | undefined {
  const keys =
    objection === 'cancellation'
      ? ['tell-platform:cancellation', `tell-platform:cancellation:${cancellationRequestedAt}`]
      : [`tell-platform:dispute:${objection.reference}:${objection.outcome ?? 'open'}`];
  return dischargedDuties.findLast(({ duty }) => keys.includes(duty));
}
