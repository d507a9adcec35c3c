/** The answers of rules. A refusal is a value that names its rule. Only higher folders turn it into an error. */

/** A refusal: the rule, its section, and what to do next. */
export interface RuleRefused {
  readonly allowed: false;
  readonly rule: string;
  readonly spec: string;
  readonly message: string;
}

export type Decision = { readonly allowed: true } | RuleRefused;

export const allowed: Decision = { allowed: true };

export function refused(rule: string, spec: string, message: string): RuleRefused {
  return { allowed: false, rule, spec, message };
}

export function firstRefusal(...decisions: readonly Decision[]): Decision {
  return decisions.find((decision) => !decision.allowed) ?? allowed;
}
