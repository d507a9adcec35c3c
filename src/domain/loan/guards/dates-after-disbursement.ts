/** The day of what can only happen once money was sent: not ahead of today in Lagos, and not before the disbursement. Spec §1, §1.5, §6.3. */
import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

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
