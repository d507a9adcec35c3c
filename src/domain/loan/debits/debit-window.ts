/** From when on it says something that the service shows nothing of a debit. Spec §4.7. */
import { given } from '../../../validation/record.ts';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  lagosInstant,
  MINUTE_MS,
  type PlainDate,
  parseInstant,
} from '../../calendar.ts';
import type { EventOf } from '../events/events.ts';
import type { DebitLook, DebitState, LoanState } from '../state.ts';

/** The hour in Lagos at which a debit on demand is tried on its day; it has one attempt. */
export const MANUAL_DEBIT_HOUR = 8;

/** How long after its last possible beginning a debit may still turn up: what is not shown before that is late, not absent. */
export const QUIET_WINDOW_MS = 15 * MINUTE_MS;

/** How far apart the two equal readings lie that park a debit. */
export const SECOND_READING_MS = MINUTE_MS;

/** How long after its intent a debit may begin to be sent; a process that was held up longer sends nothing. */
export const SEND_WITHIN_MS = 2 * MINUTE_MS;

/** How far a clock may be set back while a request waits to leave: what corrects it by more may have hidden that time passed. */
export const CLOCK_STEP_MS = 10_000;

/** How long a debit may be sent and waited for at most, whatever its caller allows. */
export const LONGEST_SEND_MS = 10 * MINUTE_MS;

/** After this much time from its intent, or from a look that is on file after it, no debit is on its way any more: less than the quiet window, so that none can leave after it counted as absent. */
export const LATEST_LEAVING_MS = SEND_WITHIN_MS + LONGEST_SEND_MS;

/** How long after its day a debit that the service took may stay without an end, until a person has to find out. */
export const STALLED_AFTER_MS = 7 * DAY_MS;

/** How long after it should be shown a debit is still asked about while the service cannot be asked, until a person has to find out. */
export const UNASKED_AFTER_MS = DAY_MS;

/** How far the clocks of both sides may differ. */
export const CLOCK_SKEW_MS = 2 * MINUTE_MS;

/** The largest measured difference of both clocks that is allowed for: what is beyond is a mistake. */
export const LARGEST_SKEW_MS = HOUR_MS;

export type DatedDebit = Pick<DebitState, 'intendedAt' | 'debitDate' | 'latestDate' | 'clockAheadMs'>;

/** The same, with what is on file about its sender. */
export type WatchedDebit = DatedDebit & Pick<DebitState, 'status' | 'givenUp' | 'looks' | 'hasLostSender'>;

export function intentInstant({ intendedAt, debitDate }: DatedDebit): Instant {
  return parseInstant(intendedAt) ?? lagosInstant(debitDate as PlainDate);
}

/** May a debit with this intent still begin to be sent? Not after a pause, and not when the clock was set back since. */
export function mayBeginToSend(debit: DatedDebit, now: Instant): boolean {
  const sinceMs = now - intentInstant(debit);
  return sinceMs <= SEND_WITHIN_MS && sinceMs >= -CLOCK_STEP_MS;
}

/** The latest that it can have been by the service's clock when the intent was written down: later where the sender's clock was behind. */
export function latestIntent(debit: DatedDebit): Instant {
  return intentInstant(debit) + allowedFor(-(debit.clockAheadMs ?? 0));
}

/** The earliest that it can have been by the service's clock, where its sender's was ahead; where that was not measured then, by what the asking clock is ahead now. */
export function earliestIntent(debit: DatedDebit, aheadNowMs: number | undefined): Instant {
  // However large: a record from before the intent would look like another debit's. More than a day is no measurement.
  const aheadMs = debit.clockAheadMs ?? aheadNowMs ?? 0;
  return intentInstant(debit) - (aheadMs <= DAY_MS ? Math.max(0, aheadMs) : allowedFor(aheadMs));
}

/** By how much is allowed for a measured difference of clocks: nothing where it is below zero, and an hour at most. */
export function allowedFor(differenceMs: number): number {
  return Math.min(LARGEST_SKEW_MS, Math.max(0, differenceMs));
}

/** When the debit is tried: at 08:00 Lagos of its day, or at once where that had passed. */
export function attemptInstant(debit: DatedDebit): Instant {
  return Math.max(latestIntent(debit), lagosInstant(debit.debitDate as PlainDate) + MANUAL_DEBIT_HOUR * HOUR_MS);
}

/** Who asks about debits, and by which clock. */
export interface Asker {
  /** A name of the client that no other has. */
  readonly askedBy?: string | undefined;
  /** How far its clock is ahead of the service's; undefined where that was not measured. */
  readonly clockAheadMs?: number | undefined;
}

export function lookBy({
  askedBy = '',
  clockAheadMs,
}: Asker): Pick<EventOf<'debit.unseen'>, 'lookedBy' | 'clockAheadMs'> {
  return given({ lookedBy: askedBy, clockAheadMs });
}

// Its intent is dated by its sender's clock, which may be wrong. A parked debit was watched long enough.
function mustBeWatched({ status, hasLostSender }: WatchedDebit): boolean {
  return status === 'intended' || status === 'unknown' || (hasLostSender === true && status !== 'parked');
}

/**
 * From when on a debit has been watched, by the clock that asks now: the latest of when its sender gave it up and the looks on file. Only what this asker did counts,
 * or a client whose clock was measured, as this one's was. Otherwise the first look counts an hour later, for another clock may differ by that much.
 * @param asker who asks; left out, the process that looked
 */
export function watchedFrom(debit: WatchedDebit, asker?: Asker): Instant {
  const latest = Math.max(...seenBy(debit).map((look) => byClockOf(asker, look)));
  if (!mustBeWatched(debit)) return latest;
  if (hasWatched(debit, asker)) return latest;
  const [first] = debit.looks ?? [];
  return first ? Math.max(latest, byClockOf(asker, first) + LARGEST_SKEW_MS) : Number.POSITIVE_INFINITY;
}

function seenBy({ givenUp, looks = [] }: WatchedDebit): readonly DebitLook[] {
  return givenUp ? [givenUp, ...looks] : looks;
}

function hasWatched(debit: WatchedDebit, asker: Asker | undefined): boolean {
  const seen = seenBy(debit);
  if (asker?.askedBy === undefined) return seen.length > 0;
  return seen.some(
    ({ by, clockAheadMs }) => by === asker.askedBy || (clockAheadMs !== undefined && asker.clockAheadMs !== undefined),
  );
}

// A clock that is further ahead than at the look was set forward since, or is another one: that much less time has passed. More than a day is a wrong `date`.
function byClockOf(asker: Asker | undefined, { at, clockAheadMs }: DebitLook): Instant {
  const forwardMs = (asker?.clockAheadMs ?? 0) - (clockAheadMs ?? 0);
  return (parseInstant(at) ?? Number.NEGATIVE_INFINITY) + (forwardMs > 0 && forwardMs <= DAY_MS ? forwardMs : 0);
}

/** Does this asker have to write down that it looked, so that absence can count by its clock? */
export function needsLook(debit: WatchedDebit, asker: Asker, askedAt: Instant): boolean {
  if (!mustBeWatched(debit) || hasWatched(debit, asker)) return false;
  const [first] = debit.looks ?? [];
  return !first || askedAt < byClockOf(asker, first) + LARGEST_SKEW_MS + QUIET_WINDOW_MS;
}

/** Until when the request may be on its way, by the clock that asks now. */
export function leavesUntil(debit: WatchedDebit, asker?: Asker): Instant {
  return Math.max(latestIntent(debit), watchedFrom(debit, asker)) + LATEST_LEAVING_MS;
}

/** From here on a reading that shows nothing of the debit counts. */
export function absenceCountsFrom(debit: WatchedDebit, asker?: Asker): Instant {
  return Math.max(attemptInstant(debit), watchedFrom(debit, asker)) + QUIET_WINDOW_MS;
}

/** From here on a debit that the service cannot be asked about is for a person. */
export function unaskedFrom(debit: WatchedDebit, asker?: Asker): Instant {
  return absenceCountsFrom(onLatestDay(debit), asker) + UNASKED_AFTER_MS;
}

/** From here on a debit that was taken by the service and never ended is no matter of waiting any more. */
export function stallsFrom(debit: DatedDebit): Instant {
  return attemptInstant(onLatestDay(debit)) + STALLED_AFTER_MS;
}

// The day of a debit that was found while its loan was adopted is not known, only the last that it can be.
function onLatestDay<Dated extends DatedDebit>(debit: Dated): Dated {
  return debit.latestDate === undefined ? debit : { ...debit, debitDate: debit.latestDate };
}

/** When open debits are asked about: soon at first, then less and less often. The times follow from the file alone, so that every process has the same. Spec §4.10. */

// A debit that was taken at 08:00 may take some minutes to be answered by its bank.
const FIRST_LOOK_AFTER_ATTEMPT_MS = 5 * MINUTE_MS;
const FIRST_LOOK_AFTER_INTENT_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/** When the next open debit of a loan is to be asked about, later than `after`; undefined where there is nothing to ask. */
export function debitsDueAt({ stage, debits }: LoanState, after?: Instant): Instant | undefined {
  if (stage !== 'collecting') return undefined;
  const looks = debits.flatMap((debit) => nextVisitAt(debit, after) ?? []);
  return looks.length === 0 ? undefined : Math.min(...looks);
}

/** When a debit is to be asked about next, later than `after`. Undefined once it has ended, and for a parked one: that waits for a person. */
export function nextVisitAt(debit: DebitState, after: Instant = Number.NEGATIVE_INFINITY): Instant | undefined {
  const { status } = debit;
  if (status === 'scheduled') return lookAfter(after, attemptInstant(debit), FIRST_LOOK_AFTER_ATTEMPT_MS);
  return status === 'intended' || status === 'unknown' ? nextLookAtDoubt(debit, after) : undefined;
}

// A debit that is there is listed at once, so it is looked for from the beginning; that it is not says something only from the end of the quiet window on.
function nextLookAtDoubt(debit: DebitState, after: Instant): Instant {
  const early = lookAfter(after, intentInstant(debit), FIRST_LOOK_AFTER_INTENT_MS);
  const countsFrom = absenceCountsFrom(debit);
  if (countsFrom > after) return Math.min(early, countsFrom);
  const second = (parseInstant(debit.unseen?.at) ?? Number.NEGATIVE_INFINITY) + SECOND_READING_MS;
  return second > after ? second : lookAfter(after, countsFrom, SECOND_READING_MS);
}

// Looks from an instant on, each pause twice as long as the one before and a day at most.
function lookAfter(after: Instant, from: Instant, firstPauseMs: number): Instant {
  let pauseMs = firstPauseMs;
  let look = from + pauseMs;
  while (look <= after) {
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    look += pauseMs;
  }
  return look;
}
