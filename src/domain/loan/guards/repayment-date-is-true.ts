import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, refused } from '../../decision.ts';
import type { LoanState } from '../state.ts';

/** A repayment came in today or earlier, and not before the money was sent that it repays. Spec §1, §1.5. */
export function repaymentDateIsTrue(state: LoanState, date: PlainDate, today: PlainDate): Decision {
  const refuse = (why: string) => refused('repayment-date-is-true', 'Spec §1, §1.5', why);
  if (date > today) return refuse(`The repayment is dated ${date}, but it is ${today}: record it when it has come in`);
  const sentOn = disbursedOn(state);
  if (sentOn === undefined || date >= sentOn) return allowed;
  return refuse(`The repayment is dated ${date}, before the disbursement of ${sentOn}: record what repays this loan`);
}

// The report is the proof of disbursement, and says its day.
function disbursedOn({ reports }: LoanState): string | undefined {
  for (const { report } of reports) if (report.event === 'loan.disbursed') return report.content.date;
  return undefined;
}
