import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** A mandate is set up and money is sent within the tenure only: its validity ends with it. Spec §8. */
export function tenureIsOpen({ terms }: LoanState, today: PlainDate): Decision {
  if (today <= terms.endDate) return allowed;
  return refused(
    'mandate-within-tenure',
    'Spec §8',
    `The tenure ended on ${terms.endDate}: open another loan with terms that lie ahead`,
  );
}
