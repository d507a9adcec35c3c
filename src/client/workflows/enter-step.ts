import { stepIsAllowed } from '../../domain/loan/guards/step-guards.ts';
import type { Loan } from '../../domain/loan/loan.ts';
import { type LoanStepName, loanSteps, stepIsDue } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { InputError, RuleError, StaleLoanError } from '../../errors.ts';
import type { LoanContext } from './loan-context.ts';
import { loanValue, obey } from './refusals.ts';

/** Where a step stands when it is asked for. */
export interface StepEntry {
  /** The loan as its file says now. */
  readonly state: LoanState;
  /** The file is already where the step leads: there is nothing left to do. */
  readonly isDone: boolean;
}

/**
 * Every step begins here: it re-reads the file and asks whether the step is due and whether its rules allow it. A value that its file has overtaken is
 * refused with the present loan; a step out of order is refused by the rule of the sequence that it breaks. What the compiler refuses, this refuses at run time.
 * @throws RuleError, StaleLoanError, InputError
 */
export async function enterStep(context: LoanContext, loan: Loan, step: LoanStepName): Promise<StepEntry> {
  checkLoanValue(loan);
  const state = await context.files.read(loan.loanId);
  return { state, isDone: stepIsOver(context, loan, { step, state }) };
}

/** The same decision, with the step's rules, on a state that was read again: for what is decided at the moment of writing. @throws RuleError, StaleLoanError */
export function stepIsOver(
  context: LoanContext,
  loan: Loan,
  { step, state }: { readonly step: LoanStepName; readonly state: LoanState },
): boolean {
  if (stepIsDone(step, loan, state)) return true;
  obey(stepIsAllowed(step, state, context.engine.settings.clock.today()));
  return false;
}

/** Is the step's effect on file already? Of the rules only the sequence is asked. @throws RuleError, StaleLoanError */
export function stepIsDone(step: LoanStepName, loan: Loan, state: LoanState): boolean {
  const { from, to } = loanSteps[step];
  const valueIsDue = from.includes(loan.stage);
  const decision = stepIsDue(step, state.stage);
  if (decision.allowed && valueIsDue) return false;
  if (valueIsDue && state.stage === to) return true;
  if (!decision.allowed && loan.stage === state.stage) throw new RuleError(decision);
  if (!valueIsDue && !decision.allowed) throw new RuleError(decision);
  throw staleLoan(step, loan, state);
}

/** For a step that keeps its loan's stage: a value at another stage than its file would come back as what it is not. @throws RuleError, StaleLoanError */
export function requireStage(step: LoanStepName, loan: Loan, state: LoanState): void {
  stepIsDone(step, loan, state);
  if (state.stage !== loan.stage) throw staleLoan(step, loan, state);
}

/** A step that asked the service ends here: the file may have gone further meanwhile. @throws StaleLoanError */
export function leaveStep(step: LoanStepName, loan: Loan, state: LoanState): LoanState {
  stepIsDone(step, loan, state);
  return state;
}

/** The refusal of a value that its file has overtaken. */
export function staleLoan(
  step: LoanStepName | 'open',
  loan: Pick<Loan, 'stage'>,
  state: LoanState,
): StaleLoanError<Loan> {
  return new StaleLoanError(
    step === 'open'
      ? `Loan '${state.loanId}' is open already and at stage '${state.stage}': go on from error.current`
      : `${step} was asked for a loan at stage '${loan.stage}', but its file is at '${state.stage}' by now: go on from error.current`,
    loanValue(state),
  );
}

/** Refuses what is no loan, for plain JavaScript. @throws InputError */
export function checkLoanValue(loan: Loan): void {
  if (typeof loan === 'object' && loan !== null && typeof loan.loanId === 'string' && typeof loan.stage === 'string')
    return;
  const isPromise = typeof (loan as unknown as PromiseLike<unknown> | undefined)?.then === 'function';
  const message = isPromise
    ? 'is a promise: await the step before'
    : 'pass the loan that the step before, or loans.get, returned';
  throw new InputError('Not a loan', [{ path: 'loan', message }]);
}
