/** From when on a debit that the service does not show counts as absent. Spec §4.7. */
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

/** The hour in Lagos at which a debit on demand is attempted on its day. It has one attempt. */
export const MANUAL_DEBIT_HOUR = 8;

/** How long after its latest possible start a debit may still show up. Until then it is late, not absent. */
export const QUIET_WINDOW_MS = 15 * MINUTE_MS;

/** The minimum time between the two equal readings that park a debit. */
export const SECOND_READING_MS = MINUTE_MS;

/** How long after its intent a debit may start to be sent. A process that stalled for longer does not send it. */
export const SEND_WITHIN_MS = 2 * MINUTE_MS;

/** How far a clock may be set back while a request waits. A larger correction may hide that time has passed. */
export const CLOCK_STEP_MS = 10_000;

/** The maximum time to send a debit and wait for it, whatever the caller allows. */
export const LONGEST_SEND_MS = 10 * MINUTE_MS;

/** How long after its intent, or a later look, a request may leave. Shorter than the quiet window. */
export const LATEST_LEAVING_MS = SEND_WITHIN_MS + LONGEST_SEND_MS;

/** How long after its day a debit that the service took may stay open. After that a person has to find out. */
export const STALLED_AFTER_MS = 7 * DAY_MS;

/** How long to retry asking about an overdue debit while the service is unreachable. Then a person has to find out. */
export const UNASKED_AFTER_MS = DAY_MS;

/** The assumed difference between the clocks of the client and the service. */
export const CLOCK_SKEW_MS = 2 * MINUTE_MS;

/** The maximum measured clock difference that is used. A larger one is a mistake. */
export const LARGEST_SKEW_MS = HOUR_MS;

export type DatedDebit = Pick<DebitState, 'intendedAt' | 'debitDate' | 'latestDate' | 'clockAheadMs'>;

/** A debit with what is on file about its sender. */
export type WatchedDebit = DatedDebit & Pick<DebitState, 'status' | 'givenUp' | 'looks' | 'hasLostSender'>;

export function intentInstant({ intendedAt, debitDate }: DatedDebit): Instant {
  return parseInstant(intendedAt) ?? lagosInstant(debitDate as PlainDate);
}

/** Whether a debit may still start to be sent: not after a long pause, or if the clock was set back. */
export function mayBeginToSend(debit: DatedDebit, now: Instant): boolean {
  const sinceMs = now - intentInstant(debit);
  return sinceMs <= SEND_WITHIN_MS && sinceMs >= -CLOCK_STEP_MS;
}

/** The latest possible time of the intent by the service's clock, if the sender's clock was behind. */
export function latestIntent(debit: DatedDebit): Instant {
  return intentInstant(debit) + allowedFor(-(debit.clockAheadMs ?? 0));
}

/** The earliest possible time of the intent by the service's clock, if the sender's clock (or the asker's) is ahead. */
export function earliestIntent(debit: DatedDebit, aheadNowMs: number | undefined): Instant {
  // Not capped, or a record from before the intent would look like another debit. More than a day is no measurement.
  const aheadMs = debit.clockAheadMs ?? aheadNowMs ?? 0;
  return intentInstant(debit) - (aheadMs <= DAY_MS ? Math.max(0, aheadMs) : allowedFor(aheadMs));
}

/** The part of a measured clock difference that is used: from 0 to one hour. */
export function allowedFor(differenceMs: number): number {
  return Math.min(LARGEST_SKEW_MS, Math.max(0, differenceMs));
}

/** When the debit is attempted: at 08:00 in Lagos on its day, or at once if that has passed. */
export function attemptInstant(debit: DatedDebit): Instant {
  return Math.max(latestIntent(debit), lagosInstant(debit.debitDate as PlainDate) + MANUAL_DEBIT_HOUR * HOUR_MS);
}

/** The client that asks about debits, and its clock. */
export interface Asker {
  /** A name that is unique to the client. */
  readonly askedBy?: string | undefined;
  /** How far its clock is ahead of the service's. Undefined if not measured. */
  readonly clockAheadMs?: number | undefined;
}

export function lookBy({
  askedBy = '',
  clockAheadMs,
}: Asker): Pick<EventOf<'debit.unseen'>, 'lookedBy' | 'clockAheadMs'> {
  return given({ lookedBy: askedBy, clockAheadMs });
}

// A lost sender's clock may be wrong, so its debit is watched too. A parked debit was watched long enough.
function mustBeWatched({ status, hasLostSender }: WatchedDebit): boolean {
  return status === 'intended' || status === 'unknown' || (hasLostSender === true && status !== 'parked');
}

/**
 * Since when a debit has been watched, by the asker's clock: the latest of the looks on file and the time its sender
 * gave it up. Only looks by the same asker count at once, or looks where both clocks were measured. Any other first
 * look counts an hour later, because its clock may differ by that much.
 * @param asker who asks. Default: the process that looked
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

// If the clock is further ahead than at the look, it was set forward or is another clock. Then that much less time has
// passed. A difference of more than a day is a wrong `date`.
function byClockOf(asker: Asker | undefined, { at, clockAheadMs }: DebitLook): Instant {
  const forwardMs = (asker?.clockAheadMs ?? 0) - (clockAheadMs ?? 0);
  return (parseInstant(at) ?? Number.NEGATIVE_INFINITY) + (forwardMs > 0 && forwardMs <= DAY_MS ? forwardMs : 0);
}

/** Whether this asker must record a look, so that absence can count by its clock. */
export function needsLook(debit: WatchedDebit, asker: Asker, askedAt: Instant): boolean {
  if (!mustBeWatched(debit) || hasWatched(debit, asker)) return false;
  const [first] = debit.looks ?? [];
  return !first || askedAt < byClockOf(asker, first) + LARGEST_SKEW_MS + QUIET_WINDOW_MS;
}

/** Until when the request may still be sent, by the asker's clock. */
export function leavesUntil(debit: WatchedDebit, asker?: Asker): Instant {
  return Math.max(latestIntent(debit), watchedFrom(debit, asker)) + LATEST_LEAVING_MS;
}

/** From when on a reading that does not show the debit counts. */
export function absenceCountsFrom(debit: WatchedDebit, asker?: Asker): Instant {
  return Math.max(attemptInstant(debit), watchedFrom(debit, asker)) + QUIET_WINDOW_MS;
}

/** From when on a debit that the service cannot be asked about needs a person. */
export function unaskedFrom(debit: WatchedDebit, asker?: Asker): Instant {
  return absenceCountsFrom(onLatestDay(debit), asker) + UNASKED_AFTER_MS;
}

/** From when on a debit that the service took but never ended needs a person. */
export function stallsFrom(debit: DatedDebit): Instant {
  return attemptInstant(onLatestDay(debit)) + STALLED_AFTER_MS;
}

// For a debit found during adoption, only the last possible day is known.
function onLatestDay<Dated extends DatedDebit>(debit: Dated): Dated {
  return debit.latestDate === undefined ? debit : { ...debit, debitDate: debit.latestDate };
}

// A bank may need some minutes to answer a debit made at 08:00.
const FIRST_LOOK_AFTER_ATTEMPT_MS = 5 * MINUTE_MS;
const FIRST_LOOK_AFTER_INTENT_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/** When to ask about the next open debit of a loan, later than `after`. Undefined if there is nothing to ask. */
export function debitsDueAt({ stage, debits }: LoanState, after?: Instant): Instant | undefined {
  if (stage !== 'collecting') return undefined;
  const looks = debits.flatMap((debit) => nextLookAt(debit, after) ?? []);
  return looks.length === 0 ? undefined : Math.min(...looks);
}

/** When to ask about a debit next, later than `after`. Undefined if it has ended or is parked for a person. */
export function nextLookAt(debit: DebitState, after: Instant = Number.NEGATIVE_INFINITY): Instant | undefined {
  const { status } = debit;
  if (status === 'scheduled') return lookAfter(after, attemptInstant(debit), FIRST_LOOK_AFTER_ATTEMPT_MS);
  return status === 'intended' || status === 'unknown' ? nextLookAtDoubt(debit, after) : undefined;
}

// The service lists a debit at once, so asking starts early. A missing debit counts only after the quiet window.
function nextLookAtDoubt(debit: DebitState, after: Instant): Instant {
  const early = lookAfter(after, intentInstant(debit), FIRST_LOOK_AFTER_INTENT_MS);
  const countsFrom = absenceCountsFrom(debit);
  if (countsFrom > after) return Math.min(early, countsFrom);
  const second = (parseInstant(debit.unseen?.at) ?? Number.NEGATIVE_INFINITY) + SECOND_READING_MS;
  return second > after ? second : lookAfter(after, countsFrom, SECOND_READING_MS);
}

// Each pause is twice as long as the one before, up to a day.
function lookAfter(after: Instant, from: Instant, firstPauseMs: number): Instant {
  let pauseMs = firstPauseMs;
  let look = from + pauseMs;
  while (look <= after) {
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    look += pauseMs;
  }
  return look;
}
