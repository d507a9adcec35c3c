import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** A debit is dated today or later, and not after the tenure: automation before default, not recovery after it. One before the first due date is early repayment. Spec §1. */
export function debitDateIsInTerm(state: LoanState, debitDate: PlainDate, today: PlainDate): Decision {
  const { endDate } = state.terms;
  if (debitDate < today)
    return refused(
      'debit-date-not-past',
      'Spec §4.7',
      `The debit date ${debitDate} has passed: choose ${today} or later`,
    );
  if (debitDate > endDate) {
    return refused(
      'debit-within-tenure',
      'Spec §1, §8',
      `${debitDate} is after the end of the tenure, ${endDate}: the mandate is valid for the tenure only, it is no means of recovery`,
    );
  }
  return allowed;
}
