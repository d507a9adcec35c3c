import {
  addDays,
  HOUR_MS,
  type Instant,
  lagosInstant,
  MINUTE_MS,
  type PlainDate,
} from '../../../src/domain/calendar.ts';
import { Dice } from './dice.ts';

/** A payment that the lender wants taken, once. */
export interface Want {
  readonly want: number;
  /** When the lender asks for it. */
  readonly at: Instant;
  readonly debitDate: PlainDate;
  /** Naira. */
  readonly amount: number;
}

/** Where every loan's debits begin. */
export const FIRST_DAY = '2026-02-01' as PlainDate;
/** A loan of the simulation is as long as a loan is. */
export const WANTS_PER_LOAN = 12;

/**
 * What the lender wants on one loan: mostly every few days, on the day itself and with the same amount as ever, which is the hardest to distinguish; at times the
 * next one is asked for minutes after, for a later day.
 */
export function planWants(seed: number, loan: number, count: number): readonly Want[] {
  const dice = new Dice(seed, loan, 1);
  const wants: Want[] = [];
  let day = FIRST_DAY;
  let at = lagosInstant(day, 6) + dice.between(0, 14 * 60) * MINUTE_MS;
  for (let want = 0; want < count; want += 1) {
    wants.push({ want, at, debitDate: day, amount: dice.hits(0.9) ? 5_000 : dice.between(1_000, 5_000) });
    const isTogether = dice.hits(0.2);
    day = addDays(day, isTogether ? 1 : dice.between(1, 3));
    const usual = lagosInstant(day) + 6 * HOUR_MS + dice.between(0, 14 * 60) * MINUTE_MS;
    at = isTogether ? at + dice.between(1, 30) * MINUTE_MS : Math.max(usual, at + MINUTE_MS);
  }
  return wants;
}
