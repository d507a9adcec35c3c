/** Disputes that the payer filed with the merchant; the service's own state `disputed` is another matter. Spec §1, §3.4. */

import { fieldsOf, unknownFields } from '../../validation/record.ts';
import { parseInstant } from '../calendar.ts';
import type { Problem } from '../decision.ts';
import { isText } from '../identifiers.ts';
import { tellInstant, tellText } from '../wrong-values.ts';
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

const disputeFields = fieldsOf<DisputeInput>({ reference: true, reason: true, openedAt: true });
const resolutionFields = fieldsOf<DisputeResolution>({
  reference: true,
  outcome: true,
  reason: true,
  resolvedAt: true,
});
// A loan lists its disputes with their outcome and beginning.
const listed = fieldsOf<LoanDispute>({ reference: true, reason: true, openedAt: true, outcome: true });

/** The dispute that stands in the way of collecting: one that was upheld, else one that is open. */
export function standingDispute({ disputes }: LoanState): DisputeState | undefined {
  return disputes.find(({ outcome }) => outcome === 'upheld') ?? disputes.find(({ outcome }) => outcome === undefined);
}

/** What is wrong with the shape of a dispute. */
export function disputeProblems(input: DisputeInput): readonly Problem[] {
  return [
    ...unknownFields(input, disputeFields, { returned: listed }),
    ...factProblems(input, 'openedAt', input?.openedAt),
  ];
}

/** What is wrong with the shape of a resolution. */
export function resolutionProblems(input: DisputeResolution): readonly Problem[] {
  const problems = [
    ...unknownFields(input, resolutionFields, { returned: listed }),
    ...factProblems(input, 'resolvedAt', input?.resolvedAt),
  ];
  if (input?.outcome === 'dismissed' || input?.outcome === 'upheld') return problems;
  return [...problems, { path: 'outcome', message: "must be 'dismissed' or 'upheld'" }];
}

function factProblems(
  input: { readonly reference: string; readonly reason: string },
  time: string,
  at: unknown,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (!isText(input?.reference))
    problems.push({ path: 'reference', message: tellText(input?.reference, 'give the dispute’s own reference') });
  if (!isText(input?.reason))
    problems.push({ path: 'reason', message: tellText(input?.reason, 'say why, without anything personal') });
  if (parseInstant(at) === undefined)
    problems.push({ path: time, message: tellInstant(at, 'give the time as ISO 8601 with its offset') });
  return problems;
}
