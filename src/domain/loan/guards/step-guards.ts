/** The rules of each step beyond its place in the sequence, in one table for all callers. Spec §1. */
import type { PlainDate } from '../../calendar.ts';
import { allowed, type Decision, firstRefusal } from '../../decision.ts';
import type { Kobo } from '../../money.ts';
import { termsLieAhead } from '../../terms.ts';
import { type LoanStepName, stepIsDue } from '../stages.ts';
import type { LoanState } from '../state.ts';
import { mandateIsNeeded, reselectionFollowsFailure, tenureIsOpen } from './account-guards.ts';
import {
  debitAfterRevocation,
  debitAfterUnknown,
  debitDateIsInTerm,
  debitIsManual,
  debitIsOwed,
  debitIsSingle,
  debitIsUndisputed,
  debitNeedsOpenGate,
} from './debit-guards.ts';
import { disbursementNeedsActivePrimary } from './report-guards.ts';
import { consentStands, loanIsUndisputed } from './standing-guards.ts';

type StepGuard = (state: LoanState, today: PlainDate) => Decision;

const consent: StepGuard = (state) => consentStands(state);

const guards: Readonly<Partial<Record<LoanStepName, readonly StepGuard[]>>> = {
  discover: [consent, tenureIsOpen],
  select: [consent, tenureIsOpen],
  place: [consent, tenureIsOpen],
  attach: [consent, tenureIsOpen],
  reselect: [consent, tenureIsOpen, reselectionFollowsFailure],
  // Reports are an obligation (§6.3), so a disbursement is reported even after a withdrawal. No later report is listed.
  reportApproved: [consent],
};

export function stepIsAllowed(step: LoanStepName, state: LoanState, today: PlainDate): Decision {
  return firstRefusal(...(guards[step] ?? []).map((guard) => guard(state, today)));
}

/** It will be placed and debited, but needs no consent to discovery or reports. Spec §1.1, §1.2. */
export function mayAddBackup(state: LoanState, today: PlainDate): Decision {
  return firstRefusal(
    consentStands(state, ['mandatePlacement', 'automatedDebit', 'cascadeDebit']),
    tenureIsOpen(state, today),
    loanIsUndisputed(state),
    mandateIsNeeded(state),
  );
}

/** Checked after the mandate was read again. Spec §1.4, §8. */
export function mayDisburse(state: LoanState, today: PlainDate): Decision {
  return firstRefusal(
    consentStands(state),
    disbursementNeedsActivePrimary(state),
    loanIsUndisputed(state),
    tenureIsOpen(state, today),
    // An overdue schedule would be recovery. An adopted loan's schedule may already be running.
    state.adopted ? allowed : termsLieAhead(state.terms, today),
  );
}

export interface WantedDebit {
  readonly amount: Kobo;
  readonly debitDate: PlainDate;
  readonly despiteUnknown?: readonly string[];
}

export function mayDebit(
  state: LoanState,
  { amount, debitDate, despiteUnknown = [] }: WantedDebit,
  today: PlainDate,
): Decision {
  return firstRefusal(
    stepIsDue('collect', state.stage),
    debitIsUndisputed(state),
    debitNeedsOpenGate(state),
    debitIsOwed(state, amount),
    debitAfterRevocation(state, amount),
    debitIsManual(state),
    debitDateIsInTerm(state, debitDate, today),
    debitIsSingle(state, debitDate),
    debitAfterUnknown(state, despiteUnknown),
  );
}
