import { lagosDay, parseInstant } from '../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../domain/instalment.ts';
import type { CollectionFacts } from '../../domain/loan/events.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY, sumKobo } from '../../domain/money.ts';
import type { CollectionAttempt } from '../../wire/collection-types.ts';
import type { BreakdownItem, Mandate } from '../../wire/mandate-types.ts';
import type { CollectionPayload } from '../../wire/webhook-types.ts';
import type { CallOptions } from '../call-options.ts';
import type { LoanContext } from './loan-context.ts';
import { accountRefOf } from './mandate-reading.ts';

/** An instalment as the service shows it when asked. Spec §2.2, §4.9. */
export interface InstalmentEvidence {
  readonly item: BreakdownItem;
  /** Newest first. */
  readonly attempts: readonly CollectionAttempt[];
}

/** Finds the instalment that a reference names and reads its attempts; undefined if the service knows none. Spec §4.9. */
export async function findInstalment(
  context: LoanContext,
  { mandate, state }: { readonly mandate: Mandate; readonly state: LoanState },
  reference: string,
  options?: CallOptions,
): Promise<InstalmentEvidence | undefined> {
  const items = mandate.repaymentDetails?.breakdown ?? [];
  const known = state.collections.find((news) => news.instalmentReference === reference)?.breakdownId;
  const named = items.find((item) => item.instalmentReference === reference || (known !== undefined && item._id === known));
  // The interface shows no more of an instalment than its id, so where the reference stands nowhere else it is looked for among the attempts, once.
  const candidates = named ? [named] : items.filter((item) => item.instalmentReference === undefined);
  for (const item of candidates) {
    const attempts = await context.engine.call('collectionAttempts', { mandateId: state.mandateId, breakdownId: item._id }, options);
    if (named || attempts.some((attempt) => attempt.instalmentReference === reference)) return { item, attempts };
  }
  return undefined;
}

/** What the evidence proves about an instalment; the webhook only adds what the service does not show. */
export function factsFromEvidence({ item, attempts }: InstalmentEvidence, claim: CollectionPayload, state: LoanState): CollectionFacts {
  const taken = attempts.filter((attempt) => attempt.status === 'successful');
  const newest = taken[0] ?? attempts[0];
  const due = koboFromAnswer(item.amount) ?? koboFromAnswer(claim.totalAmount) ?? NO_MONEY;
  const collected = koboFromAnswer(item.amountCollected) ?? sumKobo(taken.map((attempt) => koboFromAnswer(attempt.amount) ?? NO_MONEY));
  const account = newest && accountRefOf(state, newest);
  const reason = attempts.find((attempt) => attempt.status === 'failed')?.responseMessage;
  const happenedAt = parseInstant(attempts[0]?.createdAt) ?? parseInstant(claim.collectedOn);
  return {
    breakdownId: item._id,
    instalmentReference: claim.instalmentReference,
    status: item.status ?? deriveStatus({ due, collected, newest: attempts[0]?.status }, claim.instalmentStatus),
    due,
    collected,
    date: happenedAt === undefined ? state.terms.startDate : lagosDay(happenedAt),
    ...(account ? { account } : {}),
    ...(reason ? { reason } : {}),
  };
}

interface InstalmentProof {
  readonly due: Kobo;
  readonly collected: Kobo;
  /** Status of the newest attempt; undefined if there was none. */
  readonly newest: string | undefined;
}

function deriveStatus({ due, collected, newest }: InstalmentProof, claimed: string): string {
  if (due > 0 && collected >= due) return 'success';
  if (newest === 'pending') return 'processing';
  if (collected > 0) return 'partially paid';
  // What was never tried cannot have been missed, whatever a webhook says.
  if (newest === undefined) return 'scheduled';
  return claimed === 'overdue' ? 'overdue' : 'failed';
}

/** Does the evidence bear out what the webhook claims? It may already show more. */
export function bearsOut(facts: CollectionFacts, claim: CollectionPayload): boolean {
  const claimed = koboFromAnswer(claim.amountCollected) ?? NO_MONEY;
  return claimed <= facts.collected && rankInstalmentStatus(claim.instalmentStatus) <= rankInstalmentStatus(facts.status);
}
