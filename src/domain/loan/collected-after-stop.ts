/** Collections after a person noted that the platform stops. The duty is then owed again. Spec §1, §1.1, §3.4. */
import { lagosDay, parseInstant } from '../calendar.ts';
import { isDebitScope } from '../consent/withdrawal.ts';
import { type Kobo, maxKobo, NO_MONEY, subtractKobo, sumKobo } from '../money.ts';
import { takenByPlatform } from './balances.ts';
import type { CollectionFacts } from './events/events.ts';
import type { CancellationState, DischargeState, DisputeState, LoanState } from './state.ts';

/** Key of the duty to release the mandate after the last collection. */
export const RELEASE_KEY = 'release-mandate';

export function disputeKey({ reference, outcome }: Pick<DisputeState, 'reference' | 'outcome'>): string {
  return `tell-platform:dispute:${reference}:${outcome ?? 'open'}`;
}

/** Key of the duty to notify the platform of a cancellation request. A later request has a key of its own. */
export function cancellationKey({ requestedAt, before }: CancellationState): string {
  return before.length === 0 ? 'tell-platform:cancellation' : `tell-platform:cancellation:${requestedAt}`;
}

export function revocationKey(scope: string): string {
  return `tell-platform:revocation:${scope}`;
}

export function dischargesOf(state: LoanState, key: string): readonly DischargeState[] {
  const isStop = stopsOf(state).has(key);
  return state.discharged.filter(({ duty }) => duty === key || (isStop && isAgain(duty, key)));
}

export function keyAgain(key: string, notes: number): string {
  return `${key}:again:${notes}`;
}

function isAgain(duty: string, key: string): boolean {
  return duty.startsWith(`${key}:again:`);
}

/** Whether money was wrongly collected after this note, while the request to the platform is in force. */
export function isContradicted(state: LoanState, discharge: DischargeState): boolean {
  const { duty } = discharge;
  const stop = [...stopsOf(state)].find(([key]) => duty === key || isAgain(duty, key));
  return stop !== undefined && stop[1](state, discharge) > 0;
}

// Maps the key of each duty to the function that sums wrongful collections after a note on it.
function stopsOf({ disputes, cancellation, revocations }: LoanState): ReadonlyMap<string, typeof takenAfter> {
  return new Map([
    [RELEASE_KEY, takenAfter],
    ...disputes
      .filter(({ outcome }) => outcome !== 'dismissed')
      .map((dispute) => [disputeKey(dispute), takenAfter] as const),
    ...(cancellation ? [[cancellationKey(cancellation), takenAfter] as const] : []),
    ...revocations
      .filter(({ scope }) => isDebitScope(scope))
      .map(({ scope }) => [revocationKey(scope), scope === 'cascadeDebit' ? takenFromBackups : takenAfter] as const),
  ]);
}

// Money dated before the note does not count, nor do debits requested after it, because the rules allowed them.
function takenAfter(state: LoanState, { at, before }: DischargeState): Kobo {
  const more = subtractKobo(takenByPlatform(state), before.taken);
  const earlier = growth(state, before.collections, ({ date }) => date < dayOf(at));
  const askedFor = state.debits
    .filter(({ debitId }) => !before.debits.includes(debitId))
    .map(({ collected }) => collected);
  return maxKobo(NO_MONEY, subtractKobo(more, sumKobo([earlier, ...askedFor])));
}

function takenFromBackups(state: LoanState, { at, before }: DischargeState): Kobo {
  const primary = state.selection?.primary;
  return growth(
    state,
    before.collections,
    ({ account, date }) => account !== undefined && account !== primary && date >= dayOf(at),
  );
}

function growth(
  { collections }: LoanState,
  before: readonly CollectionFacts[],
  counts: (facts: CollectionFacts) => boolean,
): Kobo {
  return sumKobo(
    collections.filter(counts).map(({ instalmentReference, collected }) => {
      const known = before.find((facts) => facts.instalmentReference === instalmentReference);
      return maxKobo(NO_MONEY, subtractKobo(collected, known?.collected ?? NO_MONEY));
    }),
  );
}

function dayOf(at: string): string {
  return lagosDay(parseInstant(at) ?? 0);
}
