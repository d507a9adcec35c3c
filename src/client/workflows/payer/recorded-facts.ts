import { parseInstant } from '../../../domain/calendar.ts';
import { evidenceIsPast } from '../../../domain/consent/consent.ts';
import {
  cancellationRequest,
  scopeRevocation,
  type WithdrawalEvidence,
  withdrawalIsTimely,
} from '../../../domain/consent/withdrawal.ts';
import { firstRefusal } from '../../../domain/decision.ts';
import { loanBalances } from '../../../domain/loan/balances.ts';
import { disputeInput, disputeResolution } from '../../../domain/loan/disputes.ts';
import { dutiesOf } from '../../../domain/loan/duties/duties.ts';
import type { Duty } from '../../../domain/loan/duties/duty.ts';
import type { EventOf, LoanEvent } from '../../../domain/loan/events/events.ts';
import { repaymentDateIsTrue, reversalDateIsTrue } from '../../../domain/loan/guards/report-guards.ts';
import {
  disputeIsOpen,
  dutyIsDischargeable,
  obligationIsOwed,
  repaymentIsOwed,
  reversalIsCovered,
} from '../../../domain/loan/guards/standing-guards.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { grantInstants, isNewCancellation } from '../../../domain/loan/withdrawal-effect.ts';
import { amount as amountCheck, day } from '../../../domain/values.ts';
import { InputError, requireInput } from '../../../errors.ts';
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

/** The amount that the payer still owes after withdrawing the consent to debits. Spec §1.1. */
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
    if (known) return requireSame('The repayment', known.amount === amount && known.date === date);
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
    if (known) return requireSame('The reversal', known.of === of && known.amount === amount && known.date === date);
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

const ANOTHER_PAYMENT = 'another amount or date: give each payment its own reference';

// Recording the same fact again changes nothing.
function requireSame(subject: string, isSame: boolean, difference = ANOTHER_PAYMENT): readonly LoanEvent[] {
  const message = `is on file with ${difference}`;
  requireNoProblems(`${subject} is on file`, isSame ? [] : [{ path: 'reference', message }]);
  return [];
}

/** A duty that a person has fulfilled. */
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

/** Files that a person acted. @throws InputError if the loan is unknown */
export async function recordAction(
  context: LoanContext,
  loanId: string,
  { reason, ...action }: Omit<EventOf<'action.taken'>, 'type' | 'at'>,
): Promise<LoanState> {
  return context.files.decide(loanId, (now) => [
    { type: 'action.taken', at: nowText(context), ...action, reason: noteWithoutPersonal(reason, now) },
  ]);
}

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

/** Records a dispute that the payer filed. The lender debits nothing from here on. Spec §1, §3.4. */
export const recordDispute = recording({
  step: 'openDispute',
  subject: 'The dispute cannot be recorded',
  declared: disputeInput,
  events(context, now, { reference, openedAt, reason: said }) {
    const reason = noteWithoutPersonal(said, now);
    const known = now.disputes.find((filed) => filed.reference === reference);
    if (known) {
      const isSame = known.reason === reason && parseInstant(known.openedAt) === parseInstant(openedAt);
      return requireSame('The dispute', isSame, 'another reason or time: give each dispute its own');
    }
    obey(evidenceIsPast('The dispute', openedAt, context.engine.settings.clock.now()));
    return [{ type: 'dispute.opened', at: nowText(context), reference, reason, openedAt }];
  },
});

/** Records how a dispute ended, once. Spec §3.4. @throws InputError, RuleError, StaleLoanError */
export const recordResolution = recording({
  step: 'resolveDispute',
  subject: 'The resolution cannot be recorded',
  declared: disputeResolution,
  events(context, now, { reference, outcome, reason: said, resolvedAt }) {
    const dispute = now.disputes.find((filed) => filed.reference === reference);
    if (dispute?.outcome === outcome) return [];
    obey(disputeIsOpen(now, reference));
    if ((parseInstant(resolvedAt) ?? 0) < (parseInstant(dispute?.openedAt) ?? 0)) {
      const issue = { path: 'resolvedAt', message: 'is before the dispute was opened' };
      throw new InputError('The resolution cannot be recorded', [issue]);
    }
    obey(evidenceIsPast('The resolution', resolvedAt, context.engine.settings.clock.now()));
    const reason = noteWithoutPersonal(said, now);
    return [{ type: 'dispute.resolved', at: nowText(context), reference, outcome, reason, resolvedAt }];
  },
});

/** Records that the payer revoked one scope. A scope can be revoked only once. Spec §1.1. */
export const recordRevocation = recording({
  step: 'revokeScope',
  subject: 'The revocation cannot be recorded',
  declared: scopeRevocation,
  events(context, now, { scope, revokedAt, ...evidence }) {
    if (now.revocations.some((revoked) => revoked.scope === scope)) return [];
    const grantedAt = grantInstants(now, scope);
    obey(withdrawalIsTimely('The revocation', revokedAt, { grantedAt, now: context.engine.settings.clock.now() }));
    return [{ type: 'scope.revoked', at: nowText(context), scope, revokedAt, ...evidenceOf(evidence, now) }];
  },
});

/** Records a request to cancel, or another one after an obligation was recorded. */
export const recordCancellation = recording({
  step: 'requestCancellation',
  subject: 'The request to cancel cannot be recorded',
  declared: cancellationRequest,
  events(context, now, { requestedAt, ...evidence }) {
    if (!isNewCancellation(now, requestedAt)) return [];
    const times = { grantedAt: grantInstants(now), now: context.engine.settings.clock.now() };
    obey(withdrawalIsTimely('The request to cancel', requestedAt, times));
    const { outstanding } = loanBalances(now);
    const stated = evidenceOf(evidence, now);
    return [{ type: 'cancellation.requested', at: nowText(context), requestedAt, outstanding, ...stated }];
  },
});

function evidenceOf({ channel, reason, ipAddress }: WithdrawalEvidence, now: LoanState) {
  const stated = reason === undefined ? {} : { reason: noteWithoutPersonal(reason, now) };
  return { channel, ...stated, ...(ipAddress === undefined ? {} : { personal: { ipAddress } }) };
}
