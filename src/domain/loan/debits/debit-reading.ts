/** What the service shows when it is asked after the debits of a mandate, and which of it belongs to which debit of the file. Spec §2.5, §4.8 to §4.10. */
import { DAY_MS, type Instant } from '../../calendar.ts';
import { type Kobo, NO_MONEY } from '../../money.ts';
import type { DebitState } from '../state.ts';
import { type Asker, CLOCK_SKEW_MS, earliestIntent, intentInstant, leavesUntil } from './debit-window.ts';

export interface ShownDebit {
  readonly reference: string;
  /** Ended with success, ended without, or not ended. */
  readonly status: 'successful' | 'failed' | 'pending';
  /** What it is to move or has moved; undefined where the service shows no amount that can be. */
  readonly amount: Kobo | undefined;
  /** When it was made; undefined where the service says nothing that can be read. */
  readonly createdAt: Instant | undefined;
}

/** An attempt on an account of the mandate, as far as it was read. Spec §2.6. */
export interface ShownAttempt {
  /** Names the account, as in {@link DebitReading.accounts}. */
  readonly account: string;
  /** `declined`: the bank gave a reason. `failed`: it gave none that is known. `open`: it has not ended, or the bank's answer leaves open whether the money moved. */
  readonly end: 'taken' | 'declined' | 'failed' | 'open';
  /** Undefined where the service says nothing that can be read. */
  readonly at: Instant | undefined;
}

/** One reading of all that the service shows about the debits of a mandate. */
export interface DebitReading extends Asker {
  /** Before the first question. */
  readonly askedAt: Instant;
  /** Debits on demand on this mandate, each reference once. */
  readonly shown: readonly ShownDebit[];
  /** What the mandate has collected: the largest of what its total, its instalments and their attempts say. */
  readonly collected: Kobo;
  /** Attempts on the first open instalments; none where they were not needed. */
  readonly attempts?: readonly ShownAttempt[];
  readonly accounts?: readonly string[];
  readonly underWay: boolean;
  /** Were the attempts on the instalments read too? Only then does it say anything that a debit is not shown. */
  readonly isWhole: boolean;
  /** Did the service list only a part of its collections? Then it says nothing that a debit is not in it. */
  readonly isPartial?: boolean;
  /** A hash of all that was shown: the same where the service shows the same. */
  readonly fingerprint: string;
  /** Id of the debit that a person says was taken: what fits it is shown for it, rather than for another one. */
  readonly preferred?: string | undefined;
}

/** Is it open whether this debit exists at the service? */
export function isDoubtful({ status }: DebitState): boolean {
  return status === 'intended' || status === 'unknown' || status === 'parked';
}

/** Which shown debit is which of the file's, and what is left over. */
export interface DebitMatches {
  readonly found: ReadonlyMap<string, ShownDebit>;
  /** Ids of debits of which something fitting is shown that may as well be another one's, whose sender still waits for its answer. */
  readonly withheld: ReadonlySet<string>;
  /** What is shown and belongs to no debit of the file. */
  readonly strange: readonly ShownDebit[];
}

/** Tells which shown debit is which: by reference, else by time and amount, then by a part of it. What a person decided comes first, parked debits last. */
export function matchDebits(
  debits: readonly DebitState[],
  reading: Pick<DebitReading, 'shown' | 'askedAt' | 'preferred'> & Asker,
): DebitMatches {
  const { shown, askedAt, clockAheadMs, preferred } = reading;
  const byReference = new Map(debits.map((debit) => [debit.reference, debit]));
  const found = new Map<string, ShownDebit>();
  const free = new Set<ShownDebit>();
  for (const each of shown) {
    const owner = byReference.get(each.reference);
    if (owner) found.set(owner.debitId, each);
    else free.add(each);
  }
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
  // What seems older than the intent by no more than the clock was ahead is given last: it must take nothing from a debit that it fits better.
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
  // The whole amount before a part of it: a part may be another debit's whole.
  const mayBeAllOf = (own: ShownDebit, debit: DebitState) => own.amount === debit.amount && mayBeOf(own, debit);
  for (const fits of [isOf, mayBePartOf, mayBeAllOf, mayBeOf]) for (const tier of tiers) give(tier, fits);
  // What is left over may say an earlier time only because the clocks differ: it is what a person has decided about, unless it may be what is still looked for.
  const missing = doubtful.filter(({ debitId }) => !found.has(debitId));
  const mayBeMissing = (own: ShownDebit) => missing.some((other) => mayBeOfAnyClock(own, other));
  give(
    debits.filter(isDecided),
    (own, debit) => (isOfDecidedAmount(own, debit) || tookPart(own, debit)) && !mayBeMissing(own),
  );
  const withheld = [...contested.values()].flat().filter(({ debitId }) => !found.has(debitId));
  return { found, withheld: new Set(withheld.map(({ debitId }) => debitId)), strange: [...free, ...contested.keys()] };
}

type Fitting = (shown: ShownDebit, debit: DebitState) => boolean;

// What may be the answer that another sender still waits for is given to no debit until that one has it.
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

// An old debit may be any record since its intent, so each record goes to the youngest debit that it fits. Of those found the oldest gets the oldest.
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

// What is given to a debit has to say that it was made after the intent, which is dated by a clock that may have been measured to be ahead.
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

// The merchant's clock may be far ahead of the service's, but no day.
function mayBeOfAnyClock({ createdAt, amount = NO_MONEY }: ShownDebit, debit: DebitState): boolean {
  return (createdAt === undefined || createdAt >= intentInstant(debit) - DAY_MS) && amount <= debit.amount;
}

// Both without a reference: a person said how it ended.
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

/** May its own sender be about to write down what became of it? */
export function isUnderWay(debit: DebitState, now: Instant, asker?: Asker): boolean {
  return debit.status === 'intended' && now < leavesUntil(debit, asker);
}
