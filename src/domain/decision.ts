/** How rules answer: a refusal is a value that names its rule; only the rooms above turn it into an error. */

/** A rule said no: which one, where it stands, and what to do next. */
export interface RuleRefused {
  readonly allowed: false;
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** Where it stands, such as `Spec §1.5`. */
  readonly spec: string;
  /** What happened and what to do next. */
  readonly message: string;
}

/** What a guard decides. */
export type Decision = { readonly allowed: true } | RuleRefused;

/** Nothing stands against it. */
export const allowed: Decision = { allowed: true };

/** A refusal by a rule. */
export function refused(rule: string, spec: string, message: string): RuleRefused {
  return { allowed: false, rule, spec, message };
}

/** The first refusal among decisions, else allowed; guards run in the order given. */
export function firstRefusal(...decisions: readonly Decision[]): Decision {
  return decisions.find((decision) => !decision.allowed) ?? allowed;
}
