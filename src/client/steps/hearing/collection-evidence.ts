import { lagosDay, type PlainDate, parseInstant } from '../../../domain/calendar.ts';
import { rankInstalmentStatus } from '../../../domain/instalment.ts';
import type { CollectionFacts } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, maxKobo, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import type { CollectionAttempt } from '../../../wire/collection-types.ts';
import type { CollectionPayload } from '../../../wire/webhook-types.ts';
import { withoutPersonal } from '../payer/without-personal.ts';
import { type ListedInstalment, namesOf } from './listed-instalments.ts';
import { accountRefOf } from './mandate-reading.ts';

/** An instalment as the service shows it when asked. Spec §2.2, §4.9. */
export interface InstalmentEvidence {
  readonly listed: ListedInstalment;
  /** Newest first. */
  readonly attempts: readonly CollectionAttempt[];
}

/** What is certain of an instalment. */
export interface InstalmentProof {
  readonly facts: CollectionFacts;
  /** Lagos day of the last money on it, `YYYY-MM-DD`. */
  readonly paidOn: string | undefined;
}

/**
 * What the evidence proves about an instalment. Nothing of it is taken from a webhook: that only rings. Undefined where the service gives the instalment
 * no reference.
 * @param wanted the reference that is looked for
 */
export function proofOf(
  { listed, attempts }: InstalmentEvidence,
  { state, today }: { readonly state: LoanState; readonly today: PlainDate },
  wanted?: string,
): InstalmentProof | undefined {
  const instalmentReference = referenceOf({ listed, attempts }, state, wanted);
  if (instalmentReference === undefined) return undefined;
  const { item } = listed;
  const taken = attempts.filter((attempt) => attempt.status === 'successful');
  const newest = taken[0] ?? attempts[0];
  const due = listed.due ?? attempts.map(amountOf).reduce(maxKobo, NO_MONEY);
  const collected = koboFromAnswer(item.amountCollected) ?? sumKobo(taken.map(amountOf));
  const account = newest && accountRefOf(state, newest);
  const failure = attempts.find((attempt) => attempt.status === 'failed');
  const dueDate = listed.dueDate ?? dayOf(attempts.at(-1));
  const facts: CollectionFacts = {
    breakdownId: item._id,
    instalmentReference,
    status: item.status ?? deriveStatus({ due, collected, newest: attempts[0]?.status, isAfterDueDate: dueDate !== undefined && today > dueDate }),
    due,
    collected,
    date: dayOf(attempts[0]) ?? today,
    ...(account ? { account } : {}),
    ...(failure ? { reason: reasonOf(failure, state) } : {}),
  };
  return { facts, paidOn: dayOf(taken[0]) };
}

// A bank may name the payer, and after an erasure nobody knows any more what would have to be taken out of its words.
function reasonOf({ responseMessage, responseCode }: CollectionAttempt, state: LoanState): string {
  return (!state.isErased && withoutPersonal(responseMessage, state).trim()) || `response code ${responseCode}`;
}

// The name under which an instalment is on file stays its name, so that no other name can count its money twice.
function referenceOf({ listed, attempts }: InstalmentEvidence, state: LoanState, wanted: string | undefined): string | undefined {
  return (
    namesOf(listed, state)[0] ?? attempts.find((attempt) => attempt.instalmentReference === wanted)?.instalmentReference ?? attempts[0]?.instalmentReference
  );
}

function amountOf({ amount }: CollectionAttempt): Kobo {
  return koboFromAnswer(amount) ?? NO_MONEY;
}

function dayOf(attempt: CollectionAttempt | undefined): string | undefined {
  const instant = parseInstant(attempt?.createdAt);
  return instant === undefined ? undefined : lagosDay(instant);
}

interface InstalmentSums {
  readonly due: Kobo;
  readonly collected: Kobo;
  /** Status of the newest attempt; undefined if there was none. */
  readonly newest: string | undefined;
  readonly isAfterDueDate: boolean;
}

function deriveStatus({ due, collected, newest, isAfterDueDate }: InstalmentSums): string {
  if (due > 0 && collected >= due) return 'success';
  if (newest === 'pending') return 'processing';
  if (collected > 0) return 'partially paid';
  // What was never tried cannot have been missed, whatever a webhook says.
  if (newest === undefined) return 'scheduled';
  return isAfterDueDate ? 'overdue' : 'failed';
}

/** Does the evidence bear out what the webhook claims? It may already show more. */
export function bearsOut(facts: CollectionFacts, claim: CollectionPayload): boolean {
  const claimed = koboFromAnswer(claim.amountCollected) ?? NO_MONEY;
  return claimed <= facts.collected && rankInstalmentStatus(claim.instalmentStatus) <= rankInstalmentStatus(facts.status);
}
