import type { Decision } from '../../domain/decision.ts';
import type { Loan, LoanAt } from '../../domain/loan/loan.ts';
import { presentLoan } from '../../domain/loan/present.ts';
import type { LoanStage } from '../../domain/loan/stages.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { InputError, RuleError } from '../../errors.ts';
import { redact } from '../../redact/structure.ts';
import type { Problem } from '../../validation/checks.ts';

/** Turns a rule's refusal into an error. @throws RuleError */
export function obey(decision: Decision): void {
  if (!decision.allowed) throw new RuleError(decision);
}

/** Refuses an argument with everything that is wrong with it. @throws InputError */
export function requireNoProblems(subject: string, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InputError(subject, problems);
}

/** Problems with their paths put under a parent. */
export function under(parent: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ path, message }) => ({ path: path ? `${parent}.${path}` : parent, message }));
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * The loan as merchants hold it: frozen, and printed without account numbers and names, whole or in parts. JSON of it is complete, for the page on
 * which the payer chooses.
 */
export function loanValue(state: LoanState): Loan {
  return discreet(presentLoan(state));
}

/** The loan, known to be at a stage. */
export function loanAt<Stage extends LoanStage>(state: LoanState, stage: Stage): LoanAt<Stage> {
  const loan = loanValue(state);
  if (loan.stage !== stage) throw new TypeError(`The loan is at stage '${loan.stage}', not '${stage}'`);
  return loan as LoanAt<Stage>;
}

/** A frozen copy that is printed without account numbers and names. A copy: the state is read again and again, and must stay what its events made of it. */
export function discreet<Value extends object>(value: Value): Value {
  const hidden = (part: unknown) => (typeof part === 'object' && part !== null ? discreet(part) : part);
  // A list is printed member by member; each member hides for itself.
  if (Array.isArray(value)) return Object.freeze(value.map(hidden)) as unknown as Value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hidden(part)])) as Value;
  Object.defineProperty(copy, INSPECT, { value: () => redact({ ...copy }), enumerable: false });
  return Object.freeze(copy);
}
