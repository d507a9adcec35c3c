import type { PlainDate } from '../../../domain/calendar.ts';
import { firstRefusal } from '../../../domain/decision.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import { repaymentDateIsTrue, reversalDateIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import { obligationIsOwed, repaymentIsOwed, reversalIsCovered } from '../../../domain/loan/guards/standing-guards.ts';
import type { ClosedLoan, CollectingLoan, OwedLoan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, NO_MONEY } from '../../../domain/money.ts';
import { amount as amountCheck, day } from '../../../domain/values.ts';
import { requireInput } from '../../../errors.ts';
import { oneOf, text } from '../../../validation/checks.ts';
import { type Fields, record } from '../../../validation/record.ts';
import { enterStep, requireStage } from '../enter-step.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey, requireNoProblems } from '../refusals.ts';
import { noteWithoutPersonal } from './erase-payer.ts';

/** A repayment that came outside the platform. */
export interface RepaymentInput {
  /** Naira. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The payment's own reference; the same one is recorded once. */
  readonly reference: string;
}

/** Money that went back to the payer, or a repayment that did not hold. */
export interface ReversalInput {
  /** What is reversed: a repayment that you recorded, or money that the platform collected. */
  readonly of: 'repayment' | 'collection';
  /** Naira; not more than came in, earlier reversals counted. */
  readonly amount: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The reversal's own reference; the same one is recorded once. */
  readonly reference: string;
  /** Why; nothing personal. */
  readonly reason: string;
}

/** What is still owed although the payer took the consent to debits back. Spec §1.1. */
export interface ObligationInput {
  /** Naira; not more than is outstanding. */
  readonly amount: number;
  /** What it rests on, such as a clause of the agreement; nothing personal. */
  readonly basis: string;
}

/** The fields of a repayment. */
export const repaymentFields: Fields<RepaymentInput> = {
  amount: amountCheck,
  date: day,
  reference: text('the payment’s own reference'),
};
const repaymentInput = record(repaymentFields);
const reversalInput = record<ReversalInput>({
  ...repaymentFields,
  of: oneOf(['repayment', 'collection']),
  reason: text('the reason, without anything personal'),
});
const obligationInput = record<ObligationInput>({
  amount: amountCheck,
  basis: text('what it rests on, such as a clause of the agreement'),
});

/** Writes down a repayment outside the platform. @throws InputError, RuleError, StaleLoanError */
export async function recordRepayment(
  context: LoanContext,
  loan: CollectingLoan,
  input: RepaymentInput,
): Promise<LoanState> {
  const amount = koboOf(requireInput('The repayment cannot be recorded', repaymentInput, input));
  await enterStep(context, loan, 'recordRepayment');
  const { date, reference } = input;
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('recordRepayment', loan, now);
    const known = now.repayments.find((repayment) => repayment.reference === reference);
    if (known) return requireSame('The repayment is on file', known.amount === amount && known.date === date);
    const today = context.engine.settings.clock.today();
    obey(firstRefusal(repaymentDateIsTrue(now, date as PlainDate, today), repaymentIsOwed(now, amount)));
    return [{ type: 'repayment.recorded', at: nowText(context), amount, date, reference }];
  });
}

/** Writes down a reversal: what went back is owed again. @throws InputError, RuleError, StaleLoanError */
export async function recordReversal(
  context: LoanContext,
  loan: CollectingLoan | ClosedLoan,
  input: ReversalInput,
): Promise<LoanState> {
  const amount = koboOf(requireInput('The reversal cannot be recorded', reversalInput, input));
  await enterStep(context, loan, 'recordReversal');
  const { of, date, reference, reason } = input;
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('recordReversal', loan, now);
    const known = now.reversals.find((reversal) => reversal.reference === reference);
    if (known)
      return requireSame('The reversal is on file', known.of === of && known.amount === amount && known.date === date);
    const today = context.engine.settings.clock.today();
    obey(firstRefusal(reversalDateIsTrue(now, date as PlainDate, today), reversalIsCovered(now, of, amount)));
    return [
      {
        type: 'repayment.reversed',
        at: nowText(context),
        of,
        amount,
        date,
        reference,
        reason: noteWithoutPersonal(reason, now),
      },
    ];
  });
}

/** Writes down the obligation on which collection goes on after a withdrawal. @throws InputError, RuleError, StaleLoanError */
export async function recordObligation(
  context: LoanContext,
  loan: OwedLoan,
  input: ObligationInput,
): Promise<LoanState> {
  const amount = koboOf(requireInput('The obligation cannot be recorded', obligationInput, input));
  await enterStep(context, loan, 'recordObligation');
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('recordObligation', loan, now);
    const basis = noteWithoutPersonal(input.basis, now);
    if (now.obligation?.amount === amount && now.obligation?.basis === basis) return [];
    obey(obligationIsOwed(now, amount));
    return [{ type: 'obligation.recorded', at: nowText(context), amount, basis }];
  });
}

function requireSame(subject: string, isSame: boolean): readonly LoanEvent[] {
  requireNoProblems(
    subject,
    isSame
      ? []
      : [{ path: 'reference', message: 'is on file with another amount or date: give each payment its own reference' }],
  );
  return [];
}

function koboOf(checked: { readonly amount: number }): Kobo {
  return koboFromNaira(checked.amount) ?? NO_MONEY;
}
