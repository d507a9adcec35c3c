/** Disputes that the payer filed with the merchant; the service's own state `disputed` is another matter. Spec §1, §3.4. */

import { oneOf, text } from '../../validation/checks.ts';
import { fieldsOf, record } from '../../validation/record.ts';
import { instant } from '../values.ts';
import type { LoanDispute } from './loan.ts';
import type { DisputeState, LoanState } from './state.ts';

/** A dispute as the merchant records it. */
export interface DisputeInput {
  /** The dispute's own reference; the same one is recorded once. */
  readonly reference: string;
  /** What the payer disputes; nothing personal. */
  readonly reason: string;
  /** When the payer filed it, ISO 8601 with its offset. */
  readonly openedAt: string;
}

/** How a dispute ended. */
export interface DisputeResolution {
  /** The reference under which the dispute was opened. */
  readonly reference: string;
  /** `dismissed`: collection goes on. `upheld`: the payer was right, and nothing is collected on this loan any more. */
  readonly outcome: 'dismissed' | 'upheld';
  /** What was found, for the file. */
  readonly reason: string;
  /** ISO 8601 with its offset. */
  readonly resolvedAt: string;
}

// A loan lists its disputes with their outcome and beginning.
const listed = fieldsOf<LoanDispute>({ reference: true, reason: true, openedAt: true, outcome: true });
const facts = { reference: text('the dispute’s own reference'), reason: text('the reason, without anything personal') };

export const disputeInput = record<DisputeInput>({ ...facts, openedAt: instant() }, { returned: listed });

export const disputeResolution = record<DisputeResolution>(
  { ...facts, resolvedAt: instant(), outcome: oneOf(['dismissed', 'upheld']) },
  { returned: listed },
);

/** The dispute that stands in the way of collecting: one that was upheld, else one that is open. */
export function standingDispute({ disputes }: LoanState): DisputeState | undefined {
  return disputes.find(({ outcome }) => outcome === 'upheld') ?? disputes.find(({ outcome }) => outcome === undefined);
}
