import { lagosDay, type PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import { formatKobo, type Kobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { type LoanState, primaryAccount } from '../state.ts';
import { hasUnreadChanges } from '../state-changes.ts';
import { grantInstants } from '../withdrawal-effect.ts';

// The bureau's own word may say the same: `Repaid`, `fully_repaid`, `paid in full`.
const claimsRepayment = /^\s*(?:fully[\s_-]*)?(?:re)?paid(?![a-z]|[\s_-]*part)/i;

/** A loan is reported as repaid only when nothing is outstanding, and is not closed over a debit whose end is open. Spec §6.3. */
export function closureIsTrue(state: LoanState, finalStatus: string): Decision {
  const { totalAmountDue, collected, outstanding, openDebits } = loanBalances(state);
  // Once the platform has collected everything, no open debit can take anything more.
  if (openDebits > 0 && collected < totalAmountDue)
    return refused(
      'closure-is-settled',
      'Spec §6.3',
      `Debits of ${formatKobo(openDebits)} are still under way: wait for their end before closing`,
    );
  if (!claimsRepayment.test(finalStatus) || outstanding === 0) return allowed;
  return refused(
    'closure-is-true',
    'Spec §6.3',
    `${formatKobo(outstanding)} is outstanding: close as 'written_off', or collect or record the rest first`,
  );
}

/** No repayment is reported after the closure, so what came in while it was being filed is synced and reported first. Spec §6.3. */
export function closureIsNotified(state: LoanState, synced: LoanState): Decision {
  if (state.collected <= synced.collected || !hasUnreadChanges(state)) return allowed;
  return refused(
    'closure-is-told',
    'Spec §6.3',
    'More was collected while the loan was being closed: close it again, so that it is reported first',
  );
}

/** A repayment came in today or earlier, and not before the money was sent that it repays. Spec §1, §1.5. */
export function repaymentDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const refuse = (why: string) => refused('repayment-date-is-true', 'Spec §1, §1.5', why);
  if (date > today) return refuse(`The repayment is dated ${date}, but it is ${today}: record it when it has come in`);
  const sentOn = dayBeforeWhich(state, date);
  return sentOn
    ? refuse(`The repayment is dated ${date}, before the disbursement of ${sentOn}: record what repays this loan`)
    : allowed;
}

/** What is reversed went back today or earlier, and had come in after the money was sent. Spec §1, §1.5. */
export function reversalDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const refuse = (why: string) => refused('reversal-date-is-true', 'Spec §1, §1.5', why);
  if (date > today)
    return refuse(`The reversal is dated ${date}, but it is ${today}: record it when the money has gone back`);
  const sentOn = dayBeforeWhich(state, date);
  return sentOn
    ? refuse(
        `The reversal is dated ${date}, before the disbursement of ${sentOn}: nothing had come in that could go back`,
      )
    : allowed;
}

/** A loan ends today or earlier, and not before it was paid out: the report takes effect at once. Spec §6.3. */
export function closureDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const refuse = (why: string) => refused('closure-date-is-true', 'Spec §6.3', why);
  if (date > today)
    return refuse(`The closure is dated ${date}, but it is ${today}: report it when the loan has ended`);
  const sentOn = dayBeforeWhich(state, date);
  return sentOn
    ? refuse(`The closure is dated ${date}, before the disbursement of ${sentOn}: give the day on which the loan ended`)
    : allowed;
}

// The report is the proof of disbursement, and says its day.
function dayBeforeWhich({ reports }: LoanState, date: PlainDate): string | undefined {
  for (const { report } of reports)
    if (report.event === 'loan.disbursed') return date < report.content.date ? report.content.date : undefined;
  return undefined;
}

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

/** No money is sent before the primary account is active and while nothing is disputed. Spec §1.4, §8. */
export function disbursementNeedsActivePrimary(state: LoanState): Decision {
  if (state.mandateStatus === 'active' && primaryAccount(state)?.mandateStatus === 'active') return allowed;
  return refused(
    'disbursement-needs-active-primary',
    'Spec §1.4, §8',
    `The mandate is '${state.mandateStatus ?? 'unread'}': at least the primary account has to be active before money is sent`,
  );
}

/** What was disbursed is at most what was approved. Spec §1, §6.3. */
export function disbursementWithinApproval(state: LoanState, amount: Kobo): Decision {
  if (amount > 0 && amount <= state.terms.approvedAmount) return allowed;
  return refused(
    'disbursement-within-approval',
    'Spec §1, §6.3',
    `A disbursement of ${formatKobo(amount)} does not fit the approved ${formatKobo(state.terms.approvedAmount)}: report what was really sent, at most the approved amount`,
  );
}
