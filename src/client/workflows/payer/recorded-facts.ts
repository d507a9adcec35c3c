import { firstRefusal } from '../../../domain/decision.ts';
import { dutiesOf } from '../../../domain/loan/duties/duties.ts';
import type { Duty } from '../../../domain/loan/duties/duty.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import { repaymentDateIsTrue, reversalDateIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import {
  dutyIsDischargeable,
  obligationIsOwed,
  repaymentIsOwed,
  reversalIsCovered,
} from '../../../domain/loan/guards/standing-guards.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { amount as amountCheck, day } from '../../../domain/values.ts';
import { requireInput } from '../../../errors.ts';
import { oneOf, text } from '../../../validation/checks.ts';
import { type Fields, fieldsOf, record } from '../../../validation/record.ts';
import {
  checkedDay,
  checkedKobo,
  checkLoanValue,
  discreet,
  type LoanContext,
  nowText,
  obey,
  recording,
  requireNoProblems,
} from '../loan-context.ts';
import { noteWithoutPersonal } from './known-payer.ts';

/** A repayment outside the platform. */
export interface RepaymentInput {
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The payment's own reference. Each reference is recorded once. */
  readonly reference: string;
}

/** Money that went back to the payer, or a repayment that was reversed. */
export interface ReversalInput {
  /** What is reversed: a repayment that you recorded, or money that the platform collected. */
  readonly of: 'repayment' | 'collection';
  /** Naira. Not more than was paid, less earlier reversals. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The reversal's own reference. Each reference is recorded once. */
  readonly reference: string;
  /** The reason. Nothing personal. */
  readonly reason: string;
}

/** What the payer still owes after withdrawing the consent to debits. Spec §1.1. */
export interface ObligationInput {
  /** Naira. Not more than is outstanding. */
  readonly amount: number;
  /** The basis, such as a clause of the agreement. Nothing personal. */
  readonly basis: string;
}

export const repaymentFields: Fields<RepaymentInput> = {
  amount: amountCheck,
  date: day,
  reference: text('the payment’s own reference'),
};

export const recordRepayment = recording({
  step: 'recordRepayment',
  subject: 'The repayment cannot be recorded',
  declared: record(repaymentFields),
  events(context, now, { amount: naira, date, reference }) {
    const amount = checkedKobo(naira);
    const known = now.repayments.find((repayment) => repayment.reference === reference);
    if (known) return requireSame('The repayment is on file', known.amount === amount && known.date === date);
    const today = context.engine.settings.clock.today();
    obey(firstRefusal(repaymentDateIsTrue(now, checkedDay(date), today), repaymentIsOwed(now, amount)));
    return [{ type: 'repayment.recorded', at: nowText(context), amount, date, reference }];
  },
});

export const recordReversal = recording({
  step: 'recordReversal',
  subject: 'The reversal cannot be recorded',
  declared: record<ReversalInput>({
    ...repaymentFields,
    of: oneOf(['repayment', 'collection']),
    reason: text('the reason, without anything personal'),
  }),
  events(context, now, { of, amount: naira, date, reference, reason: said }) {
    const amount = checkedKobo(naira);
    const known = now.reversals.find((reversal) => reversal.reference === reference);
    if (known)
      return requireSame('The reversal is on file', known.of === of && known.amount === amount && known.date === date);
    const today = context.engine.settings.clock.today();
    obey(firstRefusal(reversalDateIsTrue(now, checkedDay(date), today), reversalIsCovered(now, of, amount)));
    const reason = noteWithoutPersonal(said, now);
    return [{ type: 'repayment.reversed', at: nowText(context), of, amount, date, reference, reason }];
  },
});

/** Records the obligation on which collection continues after a withdrawal. */
export const recordObligation = recording({
  step: 'recordObligation',
  subject: 'The obligation cannot be recorded',
  declared: record<ObligationInput>({
    amount: amountCheck,
    basis: text('what it rests on, such as a clause of the agreement'),
  }),
  events(context, now, input) {
    const amount = checkedKobo(input.amount);
    const basis = noteWithoutPersonal(input.basis, now);
    if (now.obligation?.amount === amount && now.obligation?.basis === basis) return [];
    obey(obligationIsOwed(now, amount));
    return [{ type: 'obligation.recorded', at: nowText(context), amount, basis }];
  },
});

function requireSame(subject: string, isSame: boolean): readonly LoanEvent[] {
  requireNoProblems(
    subject,
    isSame
      ? []
      : [{ path: 'reference', message: 'is on file with another amount or date: give each payment its own reference' }],
  );
  return [];
}

/** A duty that a person reports as done. */
export interface DischargedDuty {
  /** The duty's `key`, as `loans.duties` names it. */
  readonly duty: string;
  /** Who did what, and when. Nothing personal. */
  readonly note: string;
}

// A listed duty may be passed as it is, with a note.
const dutyFields = fieldsOf<Duty>({
  duty: true,
  key: true,
  why: true,
  spec: true,
  isDischargeable: true,
  since: true,
  until: true,
  subject: true,
});

const discharge = record<DischargedDuty>(
  {
    duty: text('the key of the duty, as loans.duties names it'),
    note: text('what was done and by whom, without anything personal'),
  },
  { returned: dutyFields },
);

export async function readDuties(context: LoanContext, loan: Loan): Promise<readonly Duty[]> {
  checkLoanValue(loan);
  return presentDuties(context, await context.files.read(loan.loanId));
}

/** Records that a duty is done and returns the remaining ones. A repeat changes nothing. */
export async function recordDischarge(
  context: LoanContext,
  loan: Loan,
  input: DischargedDuty,
): Promise<readonly Duty[]> {
  checkLoanValue(loan);
  const { duty, note } = requireInput('The duty cannot be discharged', discharge, input);
  const state = await context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    if (now.discharged.some((discharged) => discharged.duty === duty)) return [];
    obey(dutyIsDischargeable(dutiesNow(context, now), duty));
    return [{ type: 'duty.discharged', at: nowText(context), duty, note: noteWithoutPersonal(note, now) }];
  });
  return presentDuties(context, state);
}

function presentDuties(context: LoanContext, state: LoanState): readonly Duty[] {
  return discreet(dutiesNow(context, state));
}

function dutiesNow({ engine }: LoanContext, state: LoanState): readonly Duty[] {
  return dutiesOf(state, { today: engine.settings.clock.today() });
}
