import type { Instant } from '../../domain/calendar.ts';

/** Something that the caller did, or tried to do, against a rule of the business. Plain data; what it says names no person. Spec §1. */
export interface Violation {
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** Where it stands, such as `Spec §3.4`. */
  readonly spec: string;
  /** The operation that was called; null for what time brought to light. */
  readonly operation: string | null;
  readonly mandateId: string | null;
  /** What happened and what to do next. */
  readonly message: string;
  /** `refused`: it had no effect. `listed`: it went through, but a merchant is not to do so. */
  readonly severity: 'refused' | 'listed';
  readonly at: Instant;
}
