/** What was due and what came in, day by day. Amounts are in naira. */
import { dateFromDayNumber } from '../../domain/calendar.ts';
import { naira } from '../amounts.ts';
import type { LoanHistory } from '../history.ts';
import type { DueInstalment, KnownLoan, Moment, Standing } from '../standing.ts';

/** A day in Lagos, `YYYY-MM-DD`. */
export interface DayFigures {
  /** The day. */
  readonly on: string;
  /** What fell due on a past day, or is still unpaid of what falls due on a coming one. */
  readonly due: number;
  /** What came in on that day, less what went back. */
  readonly paid: number;
}

/** A loan that has begun on the day of the figures, as far as it is known. */
export interface FiguredLoan {
  readonly history: LoanHistory;
  readonly loan: KnownLoan;
  /** On the day of the figures, as the next field. */
  readonly standing: Standing;
  readonly instalments: readonly DueInstalment[];
}

/** Days before and after the day of the figures. */
const SPAN = 90;

export class DailyFigures {
  readonly #at: Moment;
  readonly #due = new Float64Array(2 * SPAN);
  readonly #paid = new Float64Array(2 * SPAN);

  constructor(at: Moment) {
    this.#at = at;
  }

  add({ history, standing, instalments }: FiguredLoan): void {
    const { status, paid } = standing;
    const first = this.#at.day - SPAN + 1;
    for (const { day, kobo, before } of instalments) {
      const place = day - first;
      if (place < 0 || place >= 2 * SPAN) continue;
      const unpaid = Math.max(0, Math.min(kobo, before + kobo - paid));
      const counts = day <= this.#at.day ? kobo : status === 'running' ? unpaid : 0;
      this.#due[place] = (this.#due[place] ?? 0) + counts;
    }
    for (const movement of history.money) {
      const [on, known] = [movement[0], movement[1]];
      const place = on - first;
      if (place >= 0 && on <= this.#at.day && known <= this.#at.known)
        this.#paid[place] = (this.#paid[place] ?? 0) + movement[2];
    }
  }

  days(): readonly DayFigures[] {
    return Array.from(this.#due, (due, place) => ({
      on: dateFromDayNumber(this.#at.day - SPAN + 1 + place),
      due: naira(due),
      paid: naira(this.#paid[place] ?? 0),
    }));
  }
}
