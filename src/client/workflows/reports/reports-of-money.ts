/** Reports of money that no instalment shows: a repayment is reported when it is known, from any source. Spec §6.3. */
import type { PlainDate } from '../../../domain/calendar.ts';
import { outstandingByInstalment, unreportedMoney } from '../../../domain/loan/balances.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import type { DebitState, LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { type Kobo, nairaFromKobo, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { fileReport } from './file-report.ts';

/**
 * The report of a debit that a person says was taken. What the mandate showed before of it is reported with its instalment. Where the platform reports
 * repayments, this one is the lender's all the same: the platform cannot report what it does not show.
 */
export function reportOfDecision(
  context: LoanContext,
  before: LoanState,
  settled: EventOf<'debit.settled'>,
): readonly EventOf<'report.filed'>[] {
  const after = applyEvent(before, settled) as LoanState;
  const amount = subtractKobo(after.decidedAhead, before.decidedAhead);
  const debit = before.debits.filter(({ debitId }) => debitId === settled.debitId);
  return reportOf(context, before, {
    amount,
    debits: debit,
    left: outstandingByInstalment(after),
    distinction: `debit:${settled.debitId}`,
  });
}

/** Before the closure, the report of what was taken and never showed on an instalment: after it none can be made. */
export function reportOfTheRest(context: LoanContext, state: LoanState): readonly EventOf<'report.filed'>[] {
  if (context.engine.settings.repaymentReports !== 'merchant') return [];
  const amount = unreportedMoney(state);
  const debits = state.debits.filter(({ status }) => status === 'successful');
  const left = outstandingByInstalment({ ...state, decidedAhead: sumKobo([state.decidedAhead, amount]) });
  return reportOf(context, state, { amount, debits, left, distinction: 'before-closure' });
}

interface Money {
  readonly amount: Kobo;
  /** Those that may have taken it, in the order in which they were asked for. */
  readonly debits: readonly DebitState[];
  /** What is still owed after it. */
  readonly left: Kobo;
  readonly distinction: string;
}

function reportOf(
  context: LoanContext,
  state: LoanState,
  { amount, debits, left, distinction }: Money,
): readonly EventOf<'report.filed'>[] {
  const { clock } = context.engine.settings;
  if (amount <= 0) return [];
  const date = latestDay(debits, clock.today());
  const content = { amount: nairaFromKobo(amount), date, outstandingBalance: nairaFromKobo(left) };
  return fileReport(state, { event: 'repayment.successful', content, distinction }, nowText(context));
}

// Money is taken on the day of its debit, and no day lies ahead.
function latestDay(debits: readonly DebitState[], today: PlainDate): string {
  const days = debits.map(({ debitDate }) => debitDate).filter((day) => day <= today);
  return days.sort().at(-1) ?? today;
}
