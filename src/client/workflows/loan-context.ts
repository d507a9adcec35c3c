import { formatInstant, type PlainDate } from '../../domain/calendar.ts';
import type { Decision } from '../../domain/decision.ts';
import type { LoanEvent } from '../../domain/loan/events/events.ts';
import { stepIsAllowed } from '../../domain/loan/guards/step-guards.ts';
import type { Loan, LoanAt } from '../../domain/loan/loan.ts';
import { presentLoan } from '../../domain/loan/present.ts';
import { type LoanStage, type LoanStepName, loanSteps, stepIsDue } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, NO_MONEY } from '../../domain/money.ts';
import { ConfigurationError, InputError, RuleError, requireInput, StaleLoanError } from '../../errors.ts';
import type { ErasedPayer } from '../../loan-file/body-seal.ts';
import type { LoanFiles } from '../../loan-file/loan-files.ts';
import { redact } from '../../redact/structure.ts';
import { looseFields, type Problem } from '../../validation/checks.ts';
import { copyOf, type RecordCheck } from '../../validation/record.ts';
import type { BureauReporter } from '../bureau-reporter.ts';
import type { CallOptions } from '../call-options.ts';
import type { Engine } from '../engine.ts';

/** The context of every workflow. */
export interface LoanContext {
  readonly engine: Engine;
  readonly files: LoanFiles;
  readonly bureau: BureauReporter;
  /** Called when a payer is erased, for those that keep deliveries for this client, such as a receiver. */
  readonly keepers?: ((payer: ErasedPayer) => Promise<void>)[];
  /** The options of the lender's call. They apply to every request that it leads to. */
  readonly options?: CallOptions | undefined;
}

export function nowText(context: LoanContext): string {
  return formatInstant(context.engine.settings.clock.now());
}

/** A client carries its context under this. Global, so that the CJS copy can use a client of the ESM copy. */
export const KIT_CONTEXT = Symbol.for('repaykit.context');

/** The context of a client, for work without a caller. */
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

// Both are frozen, and a loan is read more often than it changes.
const values = new WeakMap<LoanState, Loan>();

/** The public loan value: frozen, and printed without account numbers and names, as a whole or in parts. */
export function loanValue<Known extends Loan = Loan>(state: LoanState): Known {
  const value = values.get(state) ?? discreet(presentLoan(state));
  values.set(state, value);
  // The caller knows its possible stages.
  return value as Known;
}

export function loanAt<Stage extends LoanStage>(state: LoanState, stage: Stage): LoanAt<Stage> {
  const loan = loanValue<LoanAt<Stage>>(state);
  if (loan.stage !== stage) throw new TypeError(`The loan is at stage '${loan.stage}', not '${stage}'`);
  return loan;
}

/** A frozen copy that is printed without account numbers and names. */
export function discreet<Value extends object>(value: Value): Value {
  // A list is printed member by member. Each member hides its own data.
  if (Array.isArray(value)) return Object.freeze(value.map(hidden)) as unknown as Value;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) copy[name] = hidden(part);
  Object.defineProperty(copy, INSPECT, printed);
  return Object.freeze(copy) as Value;
}

// One for all parts: a loan has some sixty.
const printed: PropertyDescriptor & ThisType<object> = {
  value() {
    return redact({ ...this });
  },
};

function hidden(part: unknown): unknown {
  return typeof part === 'object' && part !== null ? discreet(part) : part;
}

/** Begins every workflow: reads the file and checks whether the step is due and allowed, or done already. */
export async function enterStep(context: LoanContext, loan: Loan, step: LoanStepName) {
  checkLoanValue(loan);
  const state = await context.files.read(loan.loanId);
  return { state, isDone: stepIsOver(context, loan, { step, state }) };
}

/** Repeats the decision on a fresh state, at the moment of writing. @throws RuleError, StaleLoanError */
export function stepIsOver(
  context: LoanContext,
  loan: Loan,
  { step, state }: { readonly step: LoanStepName; readonly state: LoanState },
): boolean {
  if (stepIsDone(step, loan, state)) return true;
  obey(stepIsAllowed(step, state, context.engine.settings.clock.today()));
  return false;
}

/** Whether the step's effect is on file. Checks only the rules of sequence. @throws RuleError, StaleLoanError */
export function stepIsDone(step: LoanStepName, loan: Loan, state: LoanState): boolean {
  const { from, to } = loanSteps[step];
  const valueIsDue = from.includes(loan.stage);
  const decision = stepIsDue(step, state.stage);
  if (decision.allowed && valueIsDue) return false;
  if (valueIsDue && state.stage === to) return true;
  if (!decision.allowed && (!valueIsDue || loan.stage === state.stage)) throw new RuleError(decision);
  throw staleLoan(step, loan, state);
}

interface Recording<Input extends object> {
  readonly step: LoanStepName;
  /** The title of a refusal of the input. */
  readonly subject: string;
  readonly declared: RecordCheck<Input>;
  readonly events: (context: LoanContext, now: LoanState, input: Input) => readonly LoanEvent[];
}

/** A step that only writes what the lender states, decided on the file's state at that moment. */
export function recording<Input extends object>({ step, subject, declared, events }: Recording<Input>) {
  return async (context: LoanContext, loan: Loan, given: Input): Promise<LoanState> => {
    const input = copyOf(declared, requireInput(subject, declared, given));
    await enterStep(context, loan, step);
    return context.files.decide(loan.loanId, (now) => {
      stepIsDone(step, loan, now);
      // The step keeps the loan's stage. At another one, the returned type would be wrong.
      if (now.stage !== loan.stage) throw staleLoan(step, loan, now);
      return events(context, now, input);
    });
  };
}

/** Ends a step that asked the service: the file may have moved on in the meantime. @throws StaleLoanError */
export function leaveStep(step: LoanStepName, loan: Loan, state: LoanState): LoanState {
  stepIsDone(step, loan, state);
  return state;
}

/** The error for a value that is older than its file. */
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

export function checkedDay(day: string): PlainDate {
  // The check of the input has proved it.
  return day as PlainDate;
}

export function checkedKobo(naira: number): Kobo {
  return koboFromNaira(naira) ?? NO_MONEY;
}

/** Refuses a value that is no loan, for plain JavaScript. @throws InputError */
export function checkLoanValue(loan: Loan): void {
  if (typeof loan === 'object' && loan !== null && typeof loan.loanId === 'string' && typeof loan.stage === 'string')
    return;
  const isPromise = typeof looseFields(loan).then === 'function';
  const message = isPromise
    ? 'is a promise: await the step before'
    : 'pass the loan that the step before, or loans.get, returned';
  throw new InputError('Not a loan', [{ path: 'loan', message }]);
}
