import { HOUR_MS, MINUTE_MS } from '../../../src/domain/calendar.ts';
import { Dice } from './dice.ts';

/** What happens to one request to debit. */
export type RequestFate =
  /** It is answered. */
  | 'answered'
  /** The service refuses it, or no connection is made: nothing is taken, and everyone knows. */
  | 'refused'
  | 'unconnected'
  /** It never arrives, and its sender cannot know. */
  | 'lost'
  /** Something answers with a failure that proves nothing, before the service saw it, or after the service took it: the answer does not hang on which. */
  | 'failed-before'
  | 'failed-after'
  /** It arrives; the answer does not. */
  | 'reply-lost'
  /** It arrives, the answer does not, and the service books it later. */
  | 'booked-late'
  /** The sender's machine is suspended while it connects; then it goes on as if nothing had been. */
  | 'suspended'
  /** The sender's process ends after writing the intent: before sending, or before the answer. */
  | 'crash-before'
  | 'crash-after';

/** How many of a thousand requests meet each fate; the rest is answered. Far heavier than any network that people would keep. */
const perMille: readonly (readonly [RequestFate, number])[] = [
  ['refused', 15],
  ['unconnected', 10],
  ['lost', 80],
  ['failed-before', 50],
  ['failed-after', 50],
  ['reply-lost', 80],
  ['booked-late', 60],
  ['suspended', 15],
  ['crash-before', 10],
  ['crash-after', 20],
];

/** How often a question fails, of a thousand. */
const FAILED_QUESTIONS = 50;

/** All that is left to chance about one request to debit. */
export interface RequestLuck {
  readonly fate: RequestFate;
  /** How long the service takes to book it. */
  readonly bookingDelayMs: number;
  /** Which of the failures that prove nothing is answered. */
  readonly failure: number;
  /** How long after booking it is listed, after its end its end is listed, and what it took is in the mandate's totals. */
  readonly listLagMs: number;
  readonly endLagMs: number;
  readonly totalsLagMs: number;
  /** What the bank gives of the amount: all, a part, or nothing. */
  readonly givenPart: number;
}

/** Draws it. */
export function luckOf(...name: readonly number[]): RequestLuck {
  const dice = new Dice(...name);
  const fate = fateOf(dice);
  return {
    fate,
    bookingDelayMs: bookingDelayOf(fate, dice),
    listLagMs: lag(dice),
    endLagMs: lag(dice),
    totalsLagMs: lag(dice),
    givenPart: dice.hits(0.8) ? 1 : dice.hits(0.4) ? 0.4 : 0,
    failure: dice.between(0, 999),
  };
}

/** Does this question fail? */
export function failsToAnswer(dice: Dice): boolean {
  return dice.hits(FAILED_QUESTIONS / 1_000);
}

function fateOf(dice: Dice): RequestFate {
  let left = dice.between(0, 999);
  for (const [fate, share] of perMille) {
    if (left < share) return fate;
    left -= share;
  }
  return 'answered';
}

function bookingDelayOf(fate: RequestFate, dice: Dice): number {
  // Half of them wake up while their debit may still leave.
  if (fate === 'suspended')
    return dice.hits(0.5) ? dice.between(2 * MINUTE_MS, 4 * MINUTE_MS) : dice.between(0, 90 * MINUTE_MS);
  return fate === 'booked-late' ? bookingDelay(dice) : 0;
}

// Mostly within minutes; one in ten takes longer than the quiet window, up to six hours.
function bookingDelay(dice: Dice): number {
  if (dice.hits(0.7)) return dice.between(0, 5 * MINUTE_MS);
  return dice.hits(2 / 3) ? dice.between(5 * MINUTE_MS, 14 * MINUTE_MS) : dice.between(14 * MINUTE_MS, 6 * HOUR_MS);
}

// Lists mostly show at once what happened; one in five lags by minutes, one in fifty by up to two hours.
function lag(dice: Dice): number {
  if (dice.hits(0.78)) return 0;
  return dice.hits(0.9) ? dice.between(0, 10 * MINUTE_MS) : dice.between(0, 2 * HOUR_MS);
}
