/** From when on it says something that the service shows nothing of a debit. Spec §4.7. */
import { DAY_MS, HOUR_MS, type Instant, lagosInstant, MINUTE_MS, type PlainDate, parseInstant } from '../../calendar.ts';
import type { DebitState } from '../state.ts';

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

/** What tells when a debit can be seen. */
export type DatedDebit = Pick<DebitState, 'intendedAt' | 'debitDate' | 'latestDate' | 'clockAheadMs'>;

/** The same, with what is on file about its sender. */
export type WatchedDebit = DatedDebit & Pick<DebitState, 'status' | 'looks' | 'hasLostSender'>;

/** When the intent was written down. */
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
  return intentInstant(debit) + Math.max(0, -(debit.clockAheadMs ?? 0));
}

/** The earliest that it can have been by the service's clock, where its sender's was ahead; where that was not measured then, by what the asking clock is ahead now. */
export function earliestIntent(debit: DatedDebit, aheadNowMs: number | undefined): Instant {
  return intentInstant(debit) - Math.max(0, debit.clockAheadMs ?? aheadNowMs ?? 0);
}

/** When the debit is tried: at 08:00 Lagos of its day, or at once where that had passed. */
export function attemptInstant(debit: DatedDebit): Instant {
  return Math.max(latestIntent(debit), lagosInstant(debit.debitDate as PlainDate) + MANUAL_DEBIT_HOUR * HOUR_MS);
}

/** Has its sender not written down what became of it? Then the request may still leave. */
export function isSenderSilent({ status, hasLostSender }: WatchedDebit): boolean {
  return status === 'intended' || hasLostSender === true;
}

/**
 * From when on a debit has been watched, by the clock that asks now: the instant of the intent is by its sender's clock, which may be far behind. The latest look
 * on file counts. While the sender is silent it has to be by the asking clock, or so long ago that no other clock matters; what is parked was watched long enough.
 * @param asker who asks; left out, the process that looked
 */
export function watchedFrom(debit: WatchedDebit, asker?: string): Instant {
  const looks = debit.looks ?? [];
  const instants = looks.map(({ at }) => parseInstant(at) ?? Number.NEGATIVE_INFINITY);
  const isSilent = isSenderSilent(debit) && debit.status !== 'parked';
  if (instants.length === 0) return isSilent ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const latest = Math.max(...instants);
  const hasLooked = asker === undefined || looks.some(({ by }) => by === asker);
  return isSilent && !hasLooked ? Math.max(latest, (instants[0] ?? latest) + LARGEST_SKEW_MS) : latest;
}

/** Does this asker have to write down that it looked, so that absence can count by its clock? */
export function needsLook(debit: WatchedDebit, asker: string | undefined, askedAt: Instant): boolean {
  if (!isSenderSilent(debit) || debit.status === 'parked') return false;
  const [first] = debit.looks ?? [];
  if (!first) return true;
  if (asker === undefined || debit.looks?.some(({ by }) => by === asker)) return false;
  return askedAt < (parseInstant(first.at) ?? Number.NEGATIVE_INFINITY) + LARGEST_SKEW_MS + QUIET_WINDOW_MS;
}

/** Until when the request may be on its way, by the clock that asks now. */
export function leavesUntil(debit: WatchedDebit, asker?: string): Instant {
  return Math.max(latestIntent(debit), watchedFrom(debit, asker)) + LATEST_LEAVING_MS;
}

/** From here on a reading that shows nothing of the debit counts. */
export function absenceCountsFrom(debit: WatchedDebit, asker?: string): Instant {
  return Math.max(attemptInstant(debit), watchedFrom(debit, asker)) + QUIET_WINDOW_MS;
}

/** From here on a debit that the service cannot be asked about is for a person. */
export function unaskedFrom(debit: WatchedDebit, asker?: string): Instant {
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
