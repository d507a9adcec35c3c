import type { Decision, Problem } from '../../domain/decision.ts';
import { InputError, RuleError } from '../../errors.ts';

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
