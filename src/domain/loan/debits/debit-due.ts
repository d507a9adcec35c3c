/** When open debits are asked about: soon at first, then less and less often. The times follow from the file alone, so that every process has the same. Spec §4.10. */
import { DAY_MS, type Instant, MINUTE_MS, parseInstant } from '../../calendar.ts';
import type { DebitState, LoanState } from '../state.ts';
import { absenceCountsFrom, attemptInstant, intentInstant, SECOND_READING_MS } from './debit-window.ts';

// A debit that was taken at 08:00 may take some minutes to be answered by its bank.
const FIRST_LOOK_AFTER_ATTEMPT_MS = 5 * MINUTE_MS;
const FIRST_LOOK_AFTER_INTENT_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;

/**
 * When the next open debit of a loan is to be asked about; undefined where there is nothing to ask.
 * @param after when it was asked about last: the answer is later; left out, the first look
 */
export function debitsDueAt({ stage, debits }: LoanState, after?: Instant): Instant | undefined {
  if (stage !== 'collecting') return undefined;
  const looks = debits.flatMap((debit) => nextLookAt(debit, after) ?? []);
  return looks.length === 0 ? undefined : Math.min(...looks);
}

/** When a debit is to be asked about next, later than `after`. Undefined once it has ended, and for a parked one: that waits for a person. */
export function nextLookAt(debit: DebitState, after: Instant = Number.NEGATIVE_INFINITY): Instant | undefined {
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
