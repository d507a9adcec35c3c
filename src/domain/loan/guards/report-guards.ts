import { lagosDay, type PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { type LoanState, primaryAccount } from '../state.ts';
import { hasUnreadChanges } from '../state-changes.ts';
import { grantInstants } from '../withdrawal-effect.ts';

// A bureau's own status may mean the same: `Repaid`, `fully_repaid`, `paid in full`.
const claimsRepayment = /^\s*(?:fully[\s_-]*)?(?:re)?paid(?![a-z]|[\s_-]*part)/i;

/** A loan is reported as repaid only if nothing is outstanding. It is not closed while a debit is open. Spec §6.3. */
export function closureIsTrue(state: LoanState, finalStatus: string): Decision {
  const { totalAmountDue, collected, outstanding, openDebits } = loanBalances(state);
  // Once the platform has collected everything, open debits cannot take more.
  if (openDebits > 0 && collected < totalAmountDue) {
    const why = `Debits of ${formatKobo(openDebits)} are still under way: wait for their end before closing`;
    return refused('closure-is-settled', 'Spec §6.3', why);
  }
  if (!claimsRepayment.test(finalStatus) || outstanding === 0) return allowed;
  const why = `${formatKobo(outstanding)} is outstanding: close as 'written_off', or collect or record the rest first`;
  return refused('closure-is-true', 'Spec §6.3', why);
}

/** Nothing is reported after the closure, so money that came in meanwhile is synced and reported first. Spec §6.3. */
export function closureIsNotified(state: LoanState, synced: LoanState): Decision {
  if (state.collected <= synced.collected || !hasUnreadChanges(state)) return allowed;
  const why = 'More was collected while the loan was being closed: close it again, so that it is reported first';
  return refused('closure-is-told', 'Spec §6.3', why);
}

type DateGuard = (state: LoanState, date: PlainDate, today: PlainDate) => Decision;

/** A repayment is dated between the disbursement and today. */
export const repaymentDateIsTrue = dateGuard('The repayment', {
  rule: 'repayment-date-is-true',
  spec: 'Spec §1, §1.5',
  ahead: 'record it when it has come in',
  early: 'record what repays this loan',
});

/** A reversal is dated between the disbursement and today. */
export const reversalDateIsTrue = dateGuard('The reversal', {
  rule: 'reversal-date-is-true',
  spec: 'Spec §1, §1.5',
  ahead: 'record it when the money has gone back',
  early: 'nothing had come in that could go back',
});

/** A closure is dated between the disbursement and today, because the report takes effect at once. */
export const closureDateIsTrue = dateGuard('The closure', {
  rule: 'closure-date-is-true',
  spec: 'Spec §6.3',
  ahead: 'report it when the loan has ended',
  early: 'give the day on which the loan ended',
});

/** New terms count from a day between the disbursement and today, because the report takes effect at once. */
export const restructuringDateIsTrue = dateGuard('The restructuring', {
  rule: 'restructuring-date-is-true',
  spec: 'Spec §6.3',
  ahead: 'report it when the new terms count',
  early: 'give the day from which the new terms count',
});

// The reported disbursement determines the first possible day.
function dateGuard(
  subject: string,
  { rule, spec, ahead, early }: Readonly<Record<'rule' | 'spec' | 'ahead' | 'early', string>>,
): DateGuard {
  return ({ reports }, date, today) => {
    const dated = `${subject} is dated ${date}`;
    if (date > today) return refused(rule, spec, `${dated}, but it is ${today}: ${ahead}`);
    for (const { report } of reports)
      if (report.event === 'loan.disbursed' && date < report.content.date)
        return refused(rule, spec, `${dated}, before the disbursement of ${report.content.date}: ${early}`);
    return allowed;
  };
}

/** Dated between the payer's consent and today. A late one is still reported. Spec §1, §1.5, §6.3. */
export function disbursementDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const consentedOn = lagosDay(Math.max(...grantInstants(state)));
  if (date >= consentedOn && date <= today) return allowed;
  const why =
    date > today
      ? `but it is ${today}: report it when the money was sent, with the day of the transfer`
      : `before the payer consented on ${consentedOn}: give the day of the transfer that this loan paid out`;
  return refused('disbursement-date-is-true', 'Spec §1, §1.5, §6.3', `The disbursement is dated ${date}, ${why}`);
}

/** No money is sent before the primary account is active, or during a dispute. Spec §1.4, §8. */
export function disbursementNeedsActivePrimary(state: LoanState): Decision {
  if (state.mandateStatus === 'active' && primaryAccount(state)?.mandateStatus === 'active') return allowed;
  const why = `The mandate is '${state.mandateStatus ?? 'unread'}': at least the primary account has to be active before money is sent`;
  return refused('disbursement-needs-active-primary', 'Spec §1.4, §8', why);
}

export function disbursementWithinApproval(state: LoanState, amount: Kobo): Decision {
  if (amount > 0 && amount <= state.terms.approvedAmount) return allowed;
  const why = `A disbursement of ${formatKobo(amount)} does not fit the approved ${formatKobo(state.terms.approvedAmount)}: report what was really sent, at most the approved amount`;
  return refused('disbursement-within-approval', 'Spec §1, §6.3', why);
}
