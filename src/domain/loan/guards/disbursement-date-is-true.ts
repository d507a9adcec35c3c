import { lagosDay, type PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { grantInstants } from '../grant-instants.ts';
import type { LoanState } from '../state.ts';

/**
 * The report is the proof of disbursement: money was sent today or earlier, and not before the payer had consented. Whether it should have been sent is asked before
 * it is; sent too late, it has to be reported all the same. Spec §1, §1.5, §6.3.
 */
export function disbursementDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const refuse = (why: string) => refused('disbursement-date-is-true', 'Spec §1, §1.5, §6.3', why);
  if (date > today)
    return refuse(
      `The disbursement is dated ${date}, but it is ${today}: report it when the money was sent, with the day of the transfer`,
    );
  const consentedOn = lagosDay(Math.max(...grantInstants(state)));
  if (date < consentedOn) {
    return refuse(
      `The disbursement is dated ${date}, before the payer consented on ${consentedOn}: give the day of the transfer that this loan paid out`,
    );
  }
  return allowed;
}
