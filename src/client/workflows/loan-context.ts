import { formatInstant, type PlainDate } from '../../domain/calendar.ts';
import type { Decision } from '../../domain/decision.ts';
import type { LoanEvent } from '../../domain/loan/events/events.ts';
import { stepIsAllowed } from '../../domain/loan/guards/step-guards.ts';
import type { Loan, LoanAt } from '../../domain/loan/loan.ts';
import { presentLoan } from '../../domain/loan/present.ts';
import { type LoanStage, type LoanStepName, loanSteps, stepIsDue } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, NO_MONEY } from '../../domain/money.ts';
import { ConfigurationError, InputError, RuleError, StaleLoanError } from '../../errors.ts';
import type { ErasedPayer } from '../../loan-file/body-seal.ts';
import type { BureauReporter } from '../../loan-file/bureau-reporter.ts';
import type { LoanFiles } from '../../loan-file/loan-files.ts';
import { redact } from '../../redact/structure.ts';
import { looseFields, type Problem } from '../../validation/checks.ts';
import type { Engine } from '../engine.ts';

/** What every step of a loan works with. */
export interface LoanContext {
  readonly engine: Engine;
  readonly files: LoanFiles;
  readonly bureau: BureauReporter;
  /** Called with each payer who is erased: those that keep deliveries for this client, such as a receiver. */
  readonly keepers?: ((payer: ErasedPayer) => Promise<void>)[];
}

/** The present instant as loan files write it. */
export function nowText(context: LoanContext): string {
  return formatInstant(context.engine.settings.clock.now());
}

/** Under this a client carries its context; global, so that the CJS copy can work for a client of the ESM copy. */
export const KIT_CONTEXT = Symbol.for('repaykit.context');

/** What the steps of a client work with, for the work that happens without a caller. */
export function contextOf(kit: unknown): LoanContext {
  const context = (kit as { readonly [KIT_CONTEXT]?: LoanContext } | undefined)?.[KIT_CONTEXT];
  if (context) return context;
  throw new ConfigurationError('There is no client to work for', [
    { path: 'kit', message: 'must be a RepayKit of this version' },
  ]);
}

export function obey(decision: Decision): void {
  if (!decision.allowed) throw new RuleError(decision);
}

export function requireNoProblems(subject: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InputError(subject, problems);
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** The loan as merchants hold it: frozen, and printed without account numbers and names, whole or in parts. */
export function loanValue<Known extends Loan = Loan>(state: LoanState): Known {
  // At which stages it can be, its caller knows.
  return discreet(presentLoan(state)) as Known;
}

export function loanAt<Stage extends LoanStage>(state: LoanState, stage: Stage): LoanAt<Stage> {
  const loan = loanValue<LoanAt<Stage>>(state);
  if (loan.stage !== stage) throw new TypeError(`The loan is at stage '${loan.stage}', not '${stage}'`);
  return loan;
}

/** A frozen copy that is printed without account numbers and names. */
export function discreet<Value extends object>(value: Value): Value {
  const hidden = (part: unknown) => (typeof part === 'object' && part !== null ? discreet(part) : part);
  // A list is printed member by member; each member hides for itself.
  if (Array.isArray(value)) return Object.freeze(value.map(hidden)) as unknown as Value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hidden(part)])) as Value;
  Object.defineProperty(copy, INSPECT, { value: () => redact({ ...copy }), enumerable: false });
  return Object.freeze(copy);
}

interface StepEntry {
  readonly state: LoanState;
  /** The file is already where the step leads: there is nothing left to do. */
  readonly isDone: boolean;
}

/** Every step begins here: it re-reads the file and asks whether the step is due and whether its rules allow it. */
export async function enterStep(context: LoanContext, loan: Loan, step: LoanStepName): Promise<StepEntry> {
  checkLoanValue(loan);
  const state = await context.files.read(loan.loanId);
  return { state, isDone: stepIsOver(context, loan, { step, state }) };
}

/** The same decision on a state that was read again, at the moment of writing. @throws RuleError, StaleLoanError */
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

/** For a step that keeps its loan's stage: a value at another stage than its file would come back as what it is not. */
export function requireStage(step: LoanStepName, loan: Loan, state: LoanState): void {
  stepIsDone(step, loan, state);
  if (state.stage !== loan.stage) throw staleLoan(step, loan, state);
}

/** Takes a step that only writes down: it is decided on the file as it is at that moment. @throws RuleError, StaleLoanError */
export async function recordStep(
  context: LoanContext,
  loan: Loan,
  { step, decide }: { readonly step: LoanStepName; readonly decide: (now: LoanState) => readonly LoanEvent[] },
): Promise<LoanState> {
  await enterStep(context, loan, step);
  return context.files.decide(loan.loanId, (now) => {
    requireStage(step, loan, now);
    return decide(now);
  });
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

/** A day of a checked input. */
export function checkedDay(day: string): PlainDate {
  // The check of the input has just shown that it is one.
  return day as PlainDate;
}

/** An amount in naira of a checked input. */
export function checkedKobo(naira: number): Kobo {
  return koboFromNaira(naira) ?? NO_MONEY;
}

/** Refuses what is no loan, for plain JavaScript. @throws InputError */
export function checkLoanValue(loan: Loan): void {
  if (typeof loan === 'object' && loan !== null && typeof loan.loanId === 'string' && typeof loan.stage === 'string')
    return;
  const isPromise = typeof looseFields(loan).then === 'function';
  const message = isPromise
    ? 'is a promise: await the step before'
    : 'pass the loan that the step before, or loans.get, returned';
  throw new InputError('Not a loan', [{ path: 'loan', message }]);
}
