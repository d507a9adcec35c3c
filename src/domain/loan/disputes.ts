/** Disputes that the payer filed with the lender. The service's own `disputed` status is separate. Spec §1, §3.4. */

import { digits, oneOf, text } from '../../validation/checks.ts';
import { fieldsOf, record } from '../../validation/record.ts';
import { instant } from '../values.ts';
import type { LoanDispute } from './loan.ts';
import type { DisputeState, LoanState } from './state.ts';

/** A dispute to record. */
export interface DisputeInput {
  /** Your own reference of the dispute. Recording the same one again has no effect. */
  readonly reference: string;
  /** What the payer disputes. Include nothing personal. */
  readonly reason: string;
  /** When the payer filed it, ISO 8601 with its offset. */
  readonly openedAt: string;
}

/** The outcome of a dispute. */
export interface DisputeResolution {
  /** The reference under which the dispute was opened. */
  readonly reference: string;
  /** `dismissed`: collection continues. `upheld`: the payer was right, and nothing more is collected on this loan. */
  readonly outcome: 'dismissed' | 'upheld';
  /** The findings, for the file. */
  readonly reason: string;
  /** ISO 8601 with its offset. */
  readonly resolvedAt: string;
}

// A dispute from a loan’s list may be passed, with all its fields.
const listed = fieldsOf<LoanDispute>({ reference: true, reason: true, openedAt: true, outcome: true });
const facts = {
  reference: digits('the dispute’s own reference'),
  reason: text('the reason, without anything personal'),
};

export const disputeInput = record<DisputeInput>({ ...facts, openedAt: instant() }, { returned: listed });

export const disputeResolution = record<DisputeResolution>(
  { ...facts, resolvedAt: instant(), outcome: oneOf(['dismissed', 'upheld']) },
  { returned: listed },
);

/** The dispute that blocks collection: an upheld one, else an open one. */
export function standingDispute({ disputes }: LoanState): DisputeState | undefined {
  return disputes.find(({ outcome }) => outcome === 'upheld') ?? disputes.find(({ outcome }) => outcome === undefined);
}
