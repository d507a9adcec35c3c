import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import { firstRefusal, type Problem } from '../../../domain/decision.ts';
import { isText } from '../../../domain/identifiers.ts';
import type { LoanEvent } from '../../../domain/loan/events/events.ts';
import { repaymentDateIsTrue, reversalDateIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import { obligationIsOwed, repaymentIsOwed, reversalIsCovered } from '../../../domain/loan/guards/standing-guards.ts';
import type { ClosedLoan, CollectingLoan, OwedLoan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromNaira } from '../../../domain/money.ts';
import { tellAmount, tellDay, tellText } from '../../../domain/wrong-values.ts';
import { fieldsOf, unknownFields } from '../../../validation/record.ts';
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

const paymentFields = { amount: true, date: true, reference: true } as const;
/** The fields of a repayment. */
export const repaymentFields = fieldsOf<RepaymentInput>(paymentFields);
const reversalFields = fieldsOf<ReversalInput>({ ...paymentFields, of: true, reason: true });
const obligationFields = fieldsOf<ObligationInput>({ amount: true, basis: true });

/** Writes down a repayment outside the platform. @throws InputError, RuleError, StaleLoanError */
export async function recordRepayment(
  context: LoanContext,
  loan: CollectingLoan,
  input: RepaymentInput,
): Promise<LoanState> {
  const amount = checkPayment('The repayment cannot be recorded', input, unknownFields(input, repaymentFields));
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
  const amount = checkPayment('The reversal cannot be recorded', input, reversalProblems(input));
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
  const amount = koboFromNaira(input?.amount);
  const problems: Problem[] = unknownFields(input, obligationFields);
  if (!amount) problems.push({ path: 'amount', message: tellAmount(input?.amount) });
  if (!isText(input?.basis))
    problems.push({
      path: 'basis',
      message: tellText(input?.basis, 'say what it rests on, such as a clause of the agreement'),
    });
  requireNoProblems('The obligation cannot be recorded', problems);
  await enterStep(context, loan, 'recordObligation');
  return context.files.decide(loan.loanId, (now): readonly LoanEvent[] => {
    requireStage('recordObligation', loan, now);
    const basis = noteWithoutPersonal(input.basis, now);
    if (now.obligation?.amount === amount && now.obligation?.basis === basis) return [];
    obey(obligationIsOwed(now, amount as Kobo));
    return [{ type: 'obligation.recorded', at: nowText(context), amount: amount as Kobo, basis }];
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

function checkPayment(subject: string, input: RepaymentInput, more: readonly Problem[]): Kobo {
  const { amount: naira, date, reference } = (input ?? {}) as Partial<RepaymentInput>;
  const amount = koboFromNaira(naira);
  const problems: Problem[] = [];
  if (!amount) problems.push({ path: 'amount', message: tellAmount(naira) });
  if (!parsePlainDate(date)) problems.push({ path: 'date', message: tellDay(date) });
  if (!isText(reference))
    problems.push({ path: 'reference', message: tellText(reference, 'give the payment’s own reference') });
  requireNoProblems(subject, [...problems, ...more]);
  return amount as Kobo;
}

function reversalProblems(input: ReversalInput): readonly Problem[] {
  const problems: Problem[] = unknownFields(input, reversalFields);
  if (input?.of !== 'repayment' && input?.of !== 'collection')
    problems.push({ path: 'of', message: "must be 'repayment' or 'collection'" });
  if (!isText(input?.reason))
    problems.push({ path: 'reason', message: tellText(input?.reason, 'say why, without anything personal') });
  return problems;
}
