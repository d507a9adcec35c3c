// What the platform cannot know. In mode `auto` it collects by itself, and no operation of the service pauses it: the officer asks, and writes down the answer.
import type { Loan, LoanDispute } from 'repaykit';

/** What the payer said that the platform has to be told of. */
export type Objection = LoanDispute | 'cancellation';

/**
 * Whether the platform acts on an objection. `asked`: nobody has noted a confirmation, and it may still collect. `confirmed`: an officer has noted one.
 * `contradicted`: one was noted, and money was collected all the same.
 */
export interface Pause {
  readonly status: 'asked' | 'confirmed' | 'contradicted';
  /** When the confirmation was noted last, ISO 8601. */
  readonly notedAt?: string;
}

/** Reads it from the loan's file. */
export function pauseOf({ dischargedDuties, cancellationRequestedAt }: Loan, objection: Objection): Pause {
  const keys =
    objection === 'cancellation'
      ? ['tell-platform:cancellation', `tell-platform:cancellation:${cancellationRequestedAt}`]
      : [`tell-platform:dispute:${objection.reference}:${objection.outcome ?? 'open'}`];
  // Owed again it has another key, with a number at its end.
  const last = dischargedDuties.findLast(({ duty }) => keys.includes(duty.replace(/:again:\d+$/, '')));
  if (!last) return { status: 'asked' };
  return { status: last.isContradicted ? 'contradicted' : 'confirmed', notedAt: last.at };
}
