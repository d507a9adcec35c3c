/** Matches the debits that the service shows to the debits on file. Spec §2.5, §4.8 to §4.10. */
import { DAY_MS, type Instant } from '../../calendar.ts';
import { type Kobo, NO_MONEY } from '../../money.ts';
import type { DebitState } from '../state.ts';
import { type Asker, CLOCK_SKEW_MS, earliestIntent, intentInstant, leavesUntil } from './debit-window.ts';

export interface ShownDebit {
  readonly reference: string;
  readonly status: 'successful' | 'failed' | 'pending';
  /** The amount to move or moved. Undefined if the service shows none that is possible. */
  readonly amount: Kobo | undefined;
  /** Undefined if the service gives no time that can be parsed. */
  readonly createdAt: Instant | undefined;
}

/** An attempt on an account of the mandate. Spec §2.6. */
export interface ShownAttempt {
  /** The account's name, as in {@link DebitReading.accounts}. */
  readonly account: string;
  /** `declined`: for a known reason. `failed`: without one. `open`: not ended, or it is unclear if money moved. */
  readonly end: 'taken' | 'declined' | 'failed' | 'open';
  /** Undefined if the service gives no time that can be parsed. */
  readonly at: Instant | undefined;
}

/** One reading of everything that the service shows about the debits of a mandate. */
export interface DebitReading extends Asker {
  /** Before the first request. */
  readonly askedAt: Instant;
  /** Debits on demand of this mandate, without duplicate references. */
  readonly shown: readonly ShownDebit[];
  /** What the mandate has collected: the maximum of its total, its instalments and their attempts. */
  readonly collected: Kobo;
  /** Attempts on the first open instalments. Absent if they were not needed. */
  readonly attempts?: readonly ShownAttempt[];
  readonly accounts?: readonly string[];
  readonly underWay: boolean;
  /** Whether the attempts on the instalments were read too. If not, a missing debit proves nothing. */
  readonly isWhole: boolean;
  /** Whether the service listed only a part of its collections. If so, a missing debit proves nothing. */
  readonly isPartial?: boolean;
  /** A hash of everything shown. Equal if the service shows the same again. */
  readonly fingerprint: string;
  /** Id of the debit that a person declares taken. A shown debit that fits it is matched to it first. */
  readonly preferred?: string | undefined;
}

/** Whether it is uncertain that the service has this debit. */
export function isDoubtful({ status }: DebitState): boolean {
  return status === 'intended' || status === 'unknown' || status === 'parked';
}

/** Matches between the debits shown and the debits on file. */
export interface DebitMatches {
  readonly found: ReadonlyMap<string, ShownDebit>;
  /** Ids of debits that fit a shown debit, where that one may belong to another debit that is still being sent. */
  readonly withheld: ReadonlySet<string>;
  /** Shown debits that match no debit on file. */
  readonly strange: readonly ShownDebit[];
}

/** Matches by reference, then time and amount, then a partial amount: decided debits first, parked ones last. */
export function matchDebits(
  debits: readonly DebitState[],
  reading: Pick<DebitReading, 'shown' | 'askedAt' | 'preferred'> & Asker,
): DebitMatches {
  const { shown, askedAt, clockAheadMs, preferred } = reading;
  const { found, free } = matchReferences(debits, shown);
  const give = (tier: readonly DebitState[], fits: Fitting) => {
    for (const { debit, own } of pairUp(
      [...free],
      tier.filter(({ debitId }) => !found.has(debitId)),
      fits,
    )) {
      found.set(debit.debitId, own);
      free.delete(own);
    }
  };
  give(debits.filter(isDecidedTaken), isDecidedAs);
  const doubtful = debits.filter((debit) => isDoubtful(debit) && !found.has(debit.debitId));
  // A shown debit may look older than the intent by as much as the sender's clock was ahead. Such matches come last, so
  // that they take nothing from a debit that fits better.
  const mayBeOf = (own: ShownDebit, debit: DebitState) =>
    own.createdAt !== undefined &&
    own.createdAt >= earliestIntent(debit, clockAheadMs) - CLOCK_SKEW_MS &&
    (own.amount === debit.amount || tookPart(own, debit));
  const contested = takeContested(free, doubtful, {
    fits: mayBeOf,
    isComing: (debit) => isUnderWay(debit, askedAt, reading),
  });
  const tiers = [
    doubtful.filter(({ debitId }) => debitId === preferred),
    doubtful.filter(({ status }) => status !== 'parked'),
    doubtful,
  ];
  // Full amounts match before partial amounts, because a part may be the full amount of another debit.
  const mayBeAllOf = (own: ShownDebit, debit: DebitState) => own.amount === debit.amount && mayBeOf(own, debit);
  for (const fits of [isOf, mayBePartOf, mayBeAllOf, mayBeOf]) for (const tier of tiers) give(tier, fits);
  // The rest may look too old only because the clocks differ. It then belongs to a debit that a person decided, unless
  // it may belong to one that is still missing.
  const missing = doubtful.filter(({ debitId }) => !found.has(debitId));
  const mayBeMissing = (own: ShownDebit) => missing.some((other) => mayBeOfAnyClock(own, other));
  give(
    debits.filter(isDecided),
    (own, debit) => (isOfDecidedAmount(own, debit) || tookPart(own, debit)) && !mayBeMissing(own),
  );
  const withheld = [...contested.values()].flat().filter(({ debitId }) => !found.has(debitId));
  return { found, withheld: new Set(withheld.map(({ debitId }) => debitId)), strange: [...free, ...contested.keys()] };
}

function matchReferences(debits: readonly DebitState[], shown: readonly ShownDebit[]) {
  const byReference = new Map(debits.map((debit) => [debit.reference, debit]));
  const found = new Map<string, ShownDebit>();
  const free = new Set<ShownDebit>();
  for (const each of shown) {
    const owner = byReference.get(each.reference);
    if (owner) found.set(owner.debitId, each);
    else free.add(each);
  }
  return { found, free };
}

type Fitting = (shown: ShownDebit, debit: DebitState) => boolean;

// A shown debit that may be the answer to a request in flight is matched to no other debit before that request ends.
function takeContested(
  free: Set<ShownDebit>,
  doubtful: readonly DebitState[],
  { fits, isComing }: { readonly fits: Fitting; readonly isComing: (debit: DebitState) => boolean },
): ReadonlyMap<ShownDebit, readonly DebitState[]> {
  const contested = new Map<ShownDebit, readonly DebitState[]>();
  for (const each of free) {
    const fitting = doubtful.filter((debit) => fits(each, debit));
    if (fitting.length > 1 && fitting.some(isComing)) contested.set(each, fitting);
  }
  for (const each of contested.keys()) free.delete(each);
  return contested;
}

interface Pair {
  readonly debit: DebitState;
  readonly own: ShownDebit;
}

// An old debit may match any record since its intent. So each record goes to the youngest debit that it fits. Among the
// matched debits, the oldest gets the oldest record.
function pairUp(free: readonly ShownDebit[], tier: readonly DebitState[], fits: Fitting): readonly Pair[] {
  const waiting = [...tier].sort(byIntent);
  const pairs: Pair[] = [];
  for (const own of [...free].sort(byAge)) {
    const place = waiting.findLastIndex((debit) => fits(own, debit));
    const debit = waiting[place];
    if (!debit) continue;
    waiting.splice(place, 1);
    pairs.push({ debit, own });
  }
  const oldestFirst = pairs.map(({ debit }) => debit).sort(byIntent);
  const inOrder = pairs.map(({ debit, own }, index) => ({ debit: oldestFirst[index] ?? debit, own }));
  return inOrder.every(({ debit, own }) => fits(own, debit)) ? inOrder : pairs;
}

// A match must have been created after the intent. The sender's clock may have been measured as ahead.
function saysItIsSince({ createdAt }: ShownDebit, debit: DebitState): boolean {
  return createdAt !== undefined && createdAt >= earliestIntent(debit, undefined) - CLOCK_SKEW_MS;
}

function isOf(shown: ShownDebit, debit: DebitState): boolean {
  return saysItIsSince(shown, debit) && shown.amount === debit.amount;
}

function mayBePartOf(shown: ShownDebit, debit: DebitState): boolean {
  return saysItIsSince(shown, debit) && tookPart(shown, debit);
}

function tookPart({ status, amount = NO_MONEY }: ShownDebit, debit: DebitState): boolean {
  return status === 'successful' && amount > 0 && amount < debit.amount;
}

// The lender's clock may be far ahead of the service's, but not by a day.
function mayBeOfAnyClock({ createdAt, amount = NO_MONEY }: ShownDebit, debit: DebitState): boolean {
  return (createdAt === undefined || createdAt >= intentInstant(debit) - DAY_MS) && amount <= debit.amount;
}

// Neither kind has a reference, because a person decided its outcome.
function isDecided(debit: DebitState): boolean {
  return isDecidedTaken(debit) || (debit.status === 'failed' && debit.reference === undefined);
}

function isOfDecidedAmount({ status, amount }: ShownDebit, debit: DebitState): boolean {
  return amount === debit.amount || (status === 'successful' && amount === debit.collected);
}

function isDecidedTaken({ status, reference }: DebitState): boolean {
  return status === 'successful' && reference === undefined;
}

function isDecidedAs(shown: ShownDebit, debit: DebitState): boolean {
  return saysItIsSince(shown, debit) && isOfDecidedAmount(shown, debit);
}

function byAge(a: ShownDebit, b: ShownDebit): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0);
}

function byIntent(a: DebitState, b: DebitState): number {
  return intentInstant(a) - intentInstant(b);
}

/** Whether its own sender may still be about to record its outcome. */
export function isUnderWay(debit: DebitState, now: Instant, asker?: Asker): boolean {
  return debit.status === 'intended' && now < leavesUntil(debit, asker);
}
